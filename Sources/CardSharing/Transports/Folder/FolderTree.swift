internal import Cards
internal import Glibc
internal import Synchronization

/// A tree in a folder that something else carries: Syncthing, NFS, a stick. The folder itself is never made: where it is missing, the
/// disk is away.
final class FolderTree: ObjectTree {
    let name: String
    private let files: FolderFiles
    /// Where forgotten files were removed.
    private let cleaned = Mutex<Set<[String]>>([])
    private let own = WrittenNames()

    init(_ path: String) {
        name = path
        files = FolderFiles(base: path)
    }

    func list(_ folder: [String]) async throws(TransportError) -> [TreeEntry]? {
        try await FolderCall.run(on: name) { [files] () throws(TransportError) in try files.list(folder) }
    }

    func read(_ file: [String], maximumBytes: Int) async throws(TransportError) -> [UInt8]? {
        try await FolderCall.run(on: name) { [files] () throws(TransportError) in
            try files.read(file, maximumBytes: maximumBytes)
        }
    }

    func entry(_ file: [String]) async throws(TransportError) -> TreeEntry? {
        try await FolderCall.run(on: name) { [files] () throws(TransportError) in try files.entry(file) }
    }

    var listsQuickly: Bool { true }

    func write(
        _ bytes: [UInt8], to file: [String], existingFolders: Int, isNamedByContent: Bool
    ) async throws(TransportError) {
        let folder = Array(file.dropLast())
        // Files in progress are in few folders, so that those of a killed program are found: of photos there are 256.
        let passingFolder = Array(folder.prefix(existingFolders + 1))
        // Below the address itself are folders of others.
        let isOurs = existingFolders > 0
        let place = isOurs ? Array(folder.prefix(existingFolders)) : passingFolder
        let isFirst = cleaned.withLock { $0.insert(place).inserted }
        if isNamedByContent, let name = file.last { own.add(name) }
        try await FolderCall.run(on: name) { [files] () throws(TransportError) in
            try files.makeFolders(folder, existing: existingFolders)
            if isFirst { files.removeForgotten(in: place, andBelow: isOurs) }
            try files.write(bytes, to: file, by: passingFolder, isNamedByContent: isNamedByContent)
        }
    }

    func remove(_ file: [String]) async throws(TransportError) {
        try await FolderCall.run(on: name) { [files] () throws(TransportError) in try files.remove(file) }
    }

    func hints(below folder: [String]) -> AsyncStream<Void> { FolderWatch.hints(in: name, below: folder, except: own) }

    func remarks() async throws(TransportError) -> [VaultRemoteFinding] { [] }

    func close() async {}
}

extension TreeTransport {
    /// A vault in a folder.
    public static func folder(_ path: String) -> TreeTransport { TreeTransport(FolderTree(path)) }
}
