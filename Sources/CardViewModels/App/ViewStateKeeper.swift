internal import Cards

/// Stores the list's view options, the theme and the folders of photos for the next start.
///
/// Writes are serialized, so that the last change is what is stored.
@MainActor
public final class ViewStateKeeper {
    private(set) var state: ViewState
    private var file: any ViewStateKeeping
    private var writing: Task<Void, Never>?

    init(_ file: any ViewStateKeeping) { (self.file, state) = (file, file.load()) }

    /// What was stored before a demo, and where.
    private var own: (file: any ViewStateKeeping, state: ViewState)?

    /// Stores nothing from now on, for a demo.
    func keepNothing() {
        own = own ?? (file, state)
        file = NoViewState()
    }

    /// Stores again, as it was before ``keepNothing()``; the theme stays.
    func keepAgain() {
        guard let own else { return }
        let theme = state.theme
        (file, state, self.own) = (own.file, own.state, nil)
        if theme != state.theme { update { $0.theme = theme } }
    }

    /// Whether nothing has been stored yet.
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

    /// Whether the terminal's background was light when it last told; nil if it never did.
    public var wasLight: Bool? { state.isLight }

    /// Stores what the terminal's background was, for the first frame of the next start.
    public func keepBackground(isLight: Bool) {
        if isLight != state.isLight { update { $0.isLight = isLight } }
    }

    /// Stores the theme that was picked.
    public func keepTheme(_ name: String) { update { $0.theme = name } }

    /// Stores the folder in which photos were last looked for. With `isChosen` a photo was chosen from it, and it is added to the
    /// recent folders.
    func keepPhotoFolder(_ folder: String?, isChosen: Bool = false) {
        guard let folder, isChosen || folder != state.photoFolder else { return }
        update {
            $0.photoFolder = folder
            if isChosen { $0.notePhotoFolder(folder) }
        }
    }
}
