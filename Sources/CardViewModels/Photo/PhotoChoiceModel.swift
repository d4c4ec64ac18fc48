public import Cards
public import Observation

/// A picture being chosen out of the person's own folders, for one side of a card or for the barcode in it.
///
/// It holds the rows of one folder and the picture of one of them; which row is selected and what was typed belongs to the screen.
@MainActor @Observable
public final class PhotoChoiceModel: ScreenModel {
    public struct Row: Hashable, Sendable {
        public enum Kind: Hashable, Sendable { case parent, folder, picture, document }

        public let kind: Kind
        public let name: String
        /// From the root.
        public let path: String
        public let byteCount: Int
        public let modified: Timestamp

        public var isFile: Bool { kind == .picture || kind == .document }
    }

    public let purpose: PicturePurpose
    /// Folders first, then files; each by name. Replaced as a whole.
    public private(set) var rows: [Row] = []
    /// Counts what ``rows`` was replaced by.
    public private(set) var listing = 0
    /// The row to begin at.
    public private(set) var firstSelected = 0
    /// The folder, as people write it; nil while the folders are shown that photos were chosen from before.
    public private(set) var folderWords: String? = ""
    public private(set) var showsHidden = false
    /// A folder is being read, or a picture: what is pressed meanwhile waits.
    public private(set) var isBusy = false
    /// Why the last thing that was asked for came to nothing, in words.
    public private(set) var problem: String?

    @ObservationIgnored private var shown: FolderListing?
    /// The folders that photos were chosen from, the last first.
    @ObservationIgnored private let recent: [String]
    @ObservationIgnored private let context: ScreenContext
    @ObservationIgnored private let pictures: PicturePreview

    /// A photo as cameras make it, and a good deal more.
    static let maximumBytes = 64 << 20

    init(for purpose: PicturePurpose, context: ScreenContext) {
        (self.purpose, self.context, recent) = (purpose, context, context.viewState.state.photoFolders)
        pictures = PicturePreview(context: context)
    }

    private var files: any LocalFiles { context.services.files }
    /// Where it was left, the picker opens the next time.
    public func didDisappear(isRemoved: Bool) {
        if isRemoved { context.viewState.keepPhotoFolder(folder) }
    }

    public var hasRecent: Bool { !recent.isEmpty }

    /// Where it was left the last time, as long as that is there; else where the program was started.
    func opened(in last: String?) async {
        for folder in [last, "."].compactMap({ $0 }) where shown == nil { await show(folder) }
        // That the folder of the last time is gone is no news that anyone asked for.
        if shown != nil { problem = nil }
    }

    // MARK: - Folders

    /// Shows a folder, by its path as it was typed; one that cannot be read is told, and what was shown stays.
    func show(_ path: String) async {
        isBusy = true
        defer { isBusy = false }
        do {
            let before = shown
            let listing = try await files.listing(ofFolder: path) { [purpose] in Self.isWanted($0, for: purpose) }
            shown = listing
            problem = listing.isCut ? "There is too much in this folder: only a part of it is shown." : nil
            // Coming up from a folder, it is where one was.
            list(selecting: before?.parent == listing.path ? before?.path.lastPathPart : nil)
        } catch is CancellationError {
            // It was stopped: what was shown stays.
        } catch {
            problem = error.message
        }
    }

    private nonisolated static func isWanted(_ name: String, for purpose: PicturePurpose) -> Bool {
        PhotoFileName.isPicture(name) || (purpose == .barcode && PhotoFileName.isDocument(name))
    }

    /// Shows the folders that photos were chosen from, or again the one that was shown before.
    public func toggleRecent() {
        guard folderWords != nil else { return list(selecting: nil) }
        guard hasRecent else { return }
        folderWords = nil
        replace(
            recent.map {
                Row(kind: .folder, name: $0, path: $0, byteCount: 0, modified: Timestamp(milliseconds: 0))
            }, selecting: 0)
    }

    public func toggleHidden() {
        showsHidden.toggle()
        if folderWords != nil { list(selecting: nil) }
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
        folderWords = shown.words
        let first = all.count > 1 && parent != nil ? 1 : 0
        replace(all, selecting: name.flatMap { name in all.firstIndex { $0.name == name } } ?? first)
    }

    private static func kind(of entry: FolderListing.Entry) -> Row.Kind {
        if entry.isFolder { return .folder }
        return PhotoFileName.isDocument(entry.name) ? .document : .picture
    }

    private func replace(_ rows: [Row], selecting index: Int) {
        self.rows = rows
        firstSelected = index
        listing += 1
        look(at: rows.indices.contains(index) ? rows[index] : nil)
    }

    /// The folder around the one that is shown.
    var parent: String? { shown?.parent }
    /// The folder that is shown.
    var folder: String? { shown?.path }

    /// What a typed path can become.
    public func completions(of path: String) async -> [String] { await files.completions(of: path) }

    func isFolder(_ path: String) async -> Bool { await files.isFolder(path) }

    // MARK: - Pictures

    /// The picture beside the rows.
    public var preview: PictureState { pictures.picture }

    /// Shows the picture of a row beside the rows; nil for none.
    public func look(at row: Row?) { pictures.show(row) }

    /// The bytes of a picture, the picture itself and its folder; nil, with the reason told, where there is none.
    func read(_ path: String) async -> (bytes: [UInt8], image: PixelImage, folder: String?)? {
        isBusy = true
        defer { isBusy = false }
        do {
            let bytes = try await files.read(path, limit: Self.maximumBytes)
            switch await context.pictures.picture(bytes) {
            case .shown(let image): return (bytes, image, await folder(of: path))
            case .failed(let words): if !Task.isCancelled { problem = "\(path.lastPathPart): \(words)" }
            case .none, .loading: break
            }
        } catch {
            problem = error.message
        }
        return nil
    }

    /// Where a picture lies: in the folder that is shown, unless its path was typed.
    private func folder(of path: String) async -> String? {
        if rows.contains(where: { $0.path == path }) { return folder }
        guard let slash = path.lastIndex(of: "/") else { return folder }
        return try? await files.listing(ofFolder: String(path[...slash]), where: { _ in false }).path
    }

    /// Something else was pressed: the last problem was read.
    public func dismissProblem() { if problem != nil { problem = nil } }
}

extension String {
    var lastPathPart: String { split(separator: "/").last.map(String.init) ?? self }
}
