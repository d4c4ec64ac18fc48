internal import Cards

/// How the list is looked at, the theme and the folders of photos, as they are kept for the next start.
///
/// It writes each change behind the one before, so that the last one is what is kept.
@MainActor
public final class ViewStateKeeper {
    private(set) var state: ViewState
    private var file: any ViewStateKeeping
    private var writing: Task<Void, Never>?

    init(_ file: any ViewStateKeeping) { (self.file, state) = (file, file.load()) }

    /// From now on nothing is kept: a demo leaves nothing behind.
    func keepNothing() { file = NoViewState() }

    /// Whether nothing was to be kept yet.
    var isUntouched: Bool { writing == nil }

    /// Returns when the last change is written.
    func finished() async { await writing?.value }

    func update(_ change: (inout ViewState) -> Void) {
        change(&state)
        writing = Task { [before = writing, file, state] in
            await before?.value
            await file.keep(state)
        }
    }

    /// Keeps the theme that was picked on the screen.
    public func keepTheme(_ name: String) { update { $0.theme = name } }

    /// Keeps the folder in which photos were looked for last; one that a photo was chosen from is offered again besides.
    func keepPhotoFolder(_ folder: String?, isChosen: Bool = false) {
        guard let folder, isChosen || folder != state.photoFolder else { return }
        update {
            $0.photoFolder = folder
            if isChosen { $0.notePhotoFolder(folder) }
        }
    }
}
