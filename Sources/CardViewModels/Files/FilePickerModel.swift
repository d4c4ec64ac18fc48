public import Basics
internal import CardTransfer
public import Cards

/// The file picker for pictures, for one side of a card or for its barcode.
///
/// It holds the rows of one folder and the preview of one of them; the screen holds which row is selected and what was typed.
@MainActor
public final class FilePickerModel: ScreenModel {
    public struct Row: Equatable, Sendable {
        public enum Kind: Hashable, Sendable { case parent, folder, picture, document }

        public let kind: Kind
        public let name: String
        /// The absolute path.
        public let path: String
        public let byteCount: Int
        public let modified: Timestamp

        public var isFile: Bool { kind == .picture || kind == .document }
    }

    public let purpose: PicturePurpose
    /// Folders first, then files; each by name. Replaced as a whole.
    @Observed public private(set) var rows: [Row] = []
    /// Counts how often ``rows`` was replaced.
    @Observed public private(set) var listing = 0
    /// The row selected first.
    @Observed public private(set) var firstSelected = 0
    /// The folder as shown to people; nil while the recent folders are shown.
    @Observed public private(set) var folderLabel: String? = ""
    @Observed public private(set) var showsHidden = false
    /// Whether a folder or a picture is being read; keys pressed meanwhile wait.
    @Observed public private(set) var isBusy = false
    /// Why the last request failed.
    @Observed public private(set) var problem: String?
    /// The paths of files and folders that are imported together, in the order in which they were marked.
    @Observed public private(set) var marked: [String] = []

    private var shown: FolderListing?
    /// Folders from which photos were chosen, the most recent first.
    private let recent: [String]
    private let context: ScreenContext
    private let pictures: PicturePreview

    /// Several times the size of a photo from a camera.
    static let maximumBytes = 64 << 20

    init(for purpose: PicturePurpose, context: ScreenContext) {
        self.purpose = purpose
        self.context = context
        recent = purpose == .importCards ? [] : context.viewState.state.photoFolders
        pictures = PicturePreview(context: context)
    }

    private var files: any LocalFiles { context.services.files }
    /// Stores the folder, which the picker opens next time.
    public func didDisappear(isRemoved: Bool) {
        guard isRemoved else { return }
        if purpose == .importCards {
            context.viewState.update { $0.folders.imports = folder }
        } else {
            context.viewState.keepPhotoFolder(folder)
        }
    }

    public var hasRecent: Bool { !recent.isEmpty }

    /// Opens the folder of the last time if it exists, otherwise the current directory of the program.
    func opened(in last: String?) async {
        for folder in [last, "."].compactMap({ $0 }) where shown == nil { await show(folder) }
        // That the folder of the last time is gone is not worth a message.
        if shown != nil { problem = nil }
    }

    // MARK: - Folders

    /// Shows a folder by its path as typed. If it cannot be read, that is reported, and the rows stay.
    func show(_ path: String) async {
        isBusy = true
        defer { isBusy = false }
        do {
            let before = shown
            let listing = try await files.listing(ofFolder: path) { [purpose] in Self.isWanted($0, for: purpose) }
            shown = listing
            problem = listing.isCut ? "This folder has too many files to show all of them." : nil
            // When going up, the folder left is selected.
            list(selecting: before?.parent == listing.path ? before?.path.lastPathPart : nil)
        } catch is CancellationError {
            // Stopped: the rows stay.
        } catch {
            problem = error.message
        }
    }

    /// Whether a typed path ends in the name of a file that is listed here. Nothing is read.
    public func isNameOfFile(_ path: String) -> Bool {
        !path.hasSuffix("/") && Self.isWanted(path.lastPathPart, for: purpose)
    }

    private nonisolated static func isWanted(_ name: String, for purpose: PicturePurpose) -> Bool {
        switch purpose {
        case .photo, .picture, .barcode: PhotoFileName.isPicture(name) || PhotoFileName.isDocument(name)
        case .importCards: isCardFile(name) || PhotoFileName.isPicture(name) || PhotoFileName.isDocument(name)
        }
    }

    private nonisolated static func isCardFile(_ name: String) -> Bool {
        let name = name.lowercased()
        return [
            ".json", ".jsonl", ".ndjson", ".txt", ".csv", ".tsv", ".xlsx", ".xlsm", ".ods", ".zip", ".pkpass",
            ".pkpasses", ".espass",
        ].contains { name.hasSuffix($0) } || SplitArchive.isPart(name)
    }

    /// Shows the recent folders, or the previous folder again.
    public func toggleRecent() {
        guard folderLabel != nil else { return list(selecting: nil) }
        guard hasRecent else { return }
        folderLabel = nil
        replace(
            recent.map {
                Row(kind: .folder, name: $0, path: $0, byteCount: 0, modified: Timestamp(milliseconds: 0))
            }, selecting: 0)
    }

    /// Marks a file or a folder to import it with others, or takes the mark off. The mark stays while other folders are shown.
    public func toggleMark(_ row: Row) {
        if let index = marked.firstIndex(of: row.path) { marked.remove(at: index) } else { marked.append(row.path) }
    }

    public func toggleHidden() {
        showsHidden.toggle()
        if folderLabel != nil { list(selecting: nil) }
    }

    private func list(selecting name: String?) {
        guard let shown else { return }
        let entries = shown.entries.filter {
            showsHidden || !$0.isHidden
        }
        func rows(areFolders: Bool) -> [Row] {
            entries.filter { $0.isFolder == areFolders }
                .map { (TextFolding.fold($0.name), $0) }
                .sorted { ($0.0, $0.1.name) < ($1.0, $1.1.name) }
                .map { _, entry in
                    Row(
                        kind: Self.kind(of: entry), name: entry.name, path: shown.path(of: entry.name),
                        byteCount: entry.byteCount,
                        modified: entry.modified)
                }
        }
        let parent = shown.parent.map {
            Row(kind: .parent, name: "..", path: $0, byteCount: 0, modified: Timestamp(milliseconds: 0))
        }
        let all = (parent.map { [$0] } ?? []) + rows(areFolders: true) + rows(areFolders: false)
        folderLabel = shown.label
        let first = all.count > 1 && parent != nil ? 1 : 0
        replace(all, selecting: name.flatMap { name in all.firstIndex { $0.name == name } } ?? first)
    }

    private static func kind(of entry: FolderListing.Entry) -> Row.Kind {
        if entry.isFolder { return .folder }
        // Documents have no preview: a program draws them, for who chooses one.
        return PhotoFileName.isPicture(entry.name) ? .picture : .document
    }

    private func replace(_ rows: [Row], selecting index: Int) {
        self.rows = rows
        firstSelected = index
        listing += 1
        showPreview(of: rows.indices.contains(index) ? rows[index] : nil)
    }

    /// The parent of the shown folder.
    var parent: String? { shown?.parent }
    /// The shown folder.
    var folder: String? { shown?.path }

    /// Completions of a typed path.
    public func completions(of path: String) async -> [String] { await files.completions(of: path) }

    func isFolder(_ path: String) async -> Bool { await files.isFolder(path) }

    // MARK: - Pictures

    /// The preview beside the rows.
    public var preview: PictureState { pictures.picture }

    /// Shows a preview of the row's picture; nil for none.
    public func showPreview(of row: Row?) { pictures.show(row) }

    /// Reads a picture: its bytes, the decoded picture and its folder. Nil, with the reason reported, if that fails.
    func read(_ path: String) async -> (bytes: [UInt8], image: PixelImage, folder: String?)? {
        isBusy = true
        defer { isBusy = false }
        do {
            let bytes = try await files.read(path, limit: Self.maximumBytes)
            switch await context.pictures.picture(bytes) {
            case .shown(let image): return (bytes, image, await folder(of: path))
            case .failed(let message): if !Task.isCancelled { problem = "\(path.lastPathPart): \(message)" }
            case .none, .loading: break
            }
        } catch {
            problem = error.message
        }
        return nil
    }

    /// Reads what becomes a further picture as it is, and its folder. Nil, with the reason reported, if that fails.
    func readPicture(_ path: String, for form: CardFormModel) async -> (picture: NewPhoto, folder: String?)? {
        isBusy = true
        defer { isBusy = false }
        do {
            let picture = try await context.services.wholePicture(at: path)
            try await context.services.checkRoom(for: picture, in: form.draft)
            return (picture, await folder(of: path))
        } catch {
            if !(error is CancellationError) { problem = "\(path.lastPathPart): \(error.message)" }
            return nil
        }
    }

    /// The folder of a picture: the shown one, unless the path was typed.
    private func folder(of path: String) async -> String? {
        if rows.contains(where: { $0.path == path }) { return folder }
        guard let slash = path.lastIndex(of: "/") else { return folder }
        return try? await files.listing(ofFolder: String(path[...slash]), where: { _ in false }).path
    }

    /// Called at the next key: the problem has been read.
    public func dismissProblem() { if problem != nil { problem = nil } }
}

/// The preview of the selected row in the file picker, and a cache of the last ones.
@MainActor
final class PicturePreview {
    @Observed private(set) var picture = PictureState.none

    private let context: ScreenContext
    private var row: FilePickerModel.Row?
    private var task: Task<Void, Never>?
    /// The last previews: going back to one costs nothing.
    private var known: [(row: FilePickerModel.Row, picture: PictureState)] = []

    private static let size = PixelSize(width: 480, height: 480)
    private static let maximumKnown = 6

    init(context: ScreenContext) { self.context = context }

    isolated deinit { task?.cancel() }

    /// Nil for none.
    func show(_ new: FilePickerModel.Row?) {
        guard new != row else { return }
        row = new
        task?.cancel()
        guard let new, new.kind == .picture else { return picture = .none }
        if let known = known.first(where: { $0.row == new }) { return picture = known.picture }
        picture = .loading
        // Serialized: a read from a slow file system cannot be cancelled, and many at once would fill the memory.
        task = Task { [weak self, context, before = task] in
            await before?.value
            guard !Task.isCancelled else { return }
            let loaded = await Self.picture(at: new.path, context)
            guard !Task.isCancelled, let self else { return }
            known.append((new, loaded))
            if known.count > Self.maximumKnown { known.removeFirst() }
            picture = loaded
        }
    }

    private static func picture(at path: String, _ context: ScreenContext) async -> PictureState {
        do {
            let bytes = try await context.services.files.read(path, limit: FilePickerModel.maximumBytes)
            // Rows that were skipped are not decoded.
            try Task.checkCancellation()
            return await context.pictures.picture(bytes, fitting: size)
        } catch {
            return .failed(error.message)
        }
    }
}
