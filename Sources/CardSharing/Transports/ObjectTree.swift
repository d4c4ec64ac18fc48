internal import Cards

/// Folders and files that hold a vault: what ``TreeTransport`` needs of a file system or a WebDAV server. Paths are the names below the
/// address; it knows nothing of what the files mean.
protocol ObjectTree: Sendable {
    /// For people, without secrets.
    var name: String { get }

    /// What is in the folder; nil if there is no such folder. Throws if the address itself is not there: that is no empty vault.
    func list(_ folder: [String]) async throws(TransportError) -> [TreeEntry]?

    /// The whole file; nil if there is none. One that is larger is ``TransportError/Kind/damaged``.
    func read(_ file: [String], maximumBytes: Int) async throws(TransportError) -> [UInt8]?

    /// Nil if there is no such file.
    func entry(_ file: [String]) async throws(TransportError) -> TreeEntry?

    /// Writes a file that is not there, whole or not at all, and durably. One that is there with these bytes is success.
    /// - Parameters:
    ///   - existingFolders: how many of the folders must be there; the others are made.
    ///   - isNamedByContent: whether only these bytes can be right under this name: then others, of a broken copy, are replaced.
    func write(_ bytes: [UInt8], to file: [String], existingFolders: Int, isNamedByContent: Bool)
        async throws(TransportError)

    /// Whether listing a folder is a matter of microseconds.
    var listsQuickly: Bool { get }

    /// A missing file is no error.
    func remove(_ file: [String]) async throws(TransportError)

    /// An element whenever something may have changed below these folders.
    func hints(below folder: [String]) -> AsyncStream<Void>

    /// What people should know of it.
    func remarks() async throws(TransportError) -> [VaultRemoteFinding]

    func close() async
}

/// A name in a folder.
struct TreeEntry: Equatable, Sendable {
    let name: String
    let isFolder: Bool
    /// Of a file, in bytes; nil where the place does not say.
    let size: Int?
    /// When it was changed last, by the clock of the place; nil where it does not say.
    let modified: Timestamp?

    init(_ name: String, isFolder: Bool, size: Int? = nil, modified: Timestamp? = nil) {
        self.name = name
        self.isFolder = isFolder
        self.size = size
        self.modified = modified
    }
}

extension ObjectTree {
    func has(_ file: [String]) async throws(TransportError) -> Bool { try await entry(file) != nil }
}
