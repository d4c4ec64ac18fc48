internal import Basics
public import Cards
internal import Glibc

/// Access to the user's files by typed paths: `~` is the home folder, relative paths are relative to the current directory.
public struct UserFiles: LocalFiles {
    /// The maximum of completions.
    private static let maximumCompletions = 100
    /// The maximum of entries that a person can choose from.
    private static let maximumEntries = 20_000

    private let environment: Environment
    private let own: OwnFiles?

    /// - Parameter own: files that are never overwritten.
    public init(environment: @escaping Environment = Paths.processEnvironment, protecting own: OwnFiles? = nil) {
        self.environment = environment
        self.own = own
    }

    public func read(_ path: String, limit: Int) async throws -> [UInt8] {
        try FileReading.bytes(ofFile: expanded(path), limit: limit)
    }

    public func chunks(of path: String, limit: Int) async throws -> ByteChunks {
        let chunks = try FileChunks(ofFile: expanded(path), limit: limit)
        return { try chunks.next() }
    }

    public func file(_ path: String, limit: Int) throws -> any ReadableFile {
        let path = expanded(path)
        try own?.checkReading(path)
        return try FileChunks(ofFile: path, limit: limit)
    }

    public func write(_ path: String, chunks next: @Sendable () async throws -> [UInt8]?) async throws {
        let path = expanded(path)
        try check(path)
        var file = try AtomicFile(replacing: path)
        while let chunk = try await next() { try file.write(chunk) }
        try file.commit()
    }

    public func replacesFile(_ path: String) async throws -> Bool {
        let path = expanded(path)
        try check(path)
        var status = stat()
        guard stat(PathText.cString(path), &status) == 0 else { return false }
        if status.st_mode & S_IFMT == S_IFDIR { throw FileError(path: path, action: .write, kind: .isFolder) }
        return status.st_mode & S_IFMT == S_IFREG
    }

    /// Throws ``FileError`` for the program's own files, and for a pipe: opening one that has no reader would block forever.
    private func check(_ path: String) throws(FileError) {
        try own?.check(path)
        var status = stat()
        if stat(PathText.cString(path), &status) == 0, status.st_mode & S_IFMT == S_IFIFO {
            throw FileError(path: path, action: .write, kind: .notAFile)
        }
    }

    public func completions(of path: String) async -> [String] {
        if path == "~" { return ["~/"] }
        // Completions keep the folder as it was typed.
        let slash = path.lastIndex(of: "/")
        let typedFolder = slash.map { String(path[...$0]) } ?? ""
        let beginning = slash.map { path[path.index(after: $0)...] } ?? path[...]
        let folder = expanded(typedFolder.isEmpty ? "." : typedFolder)
        let names = PathText.names(inFolder: folder).filter { name in
            name.hasPrefix(beginning) && (beginning.hasPrefix(".") || !name.hasPrefix("."))
        }
        return names.sorted().prefix(Self.maximumCompletions).map { name in
            typedFolder + name + (leadsToFolder(folder + "/" + name) ? "/" : "")
        }
    }

    public func listing(
        ofFolder path: String, where isWanted: @Sendable (String) -> Bool
    ) async throws -> FolderListing {
        let folder = expanded(path.isEmpty ? "." : path)
        guard let resolved = realpath(PathText.cString(folder), nil) else {
            throw FileError(path: path, action: .read, errno: errno)
        }
        defer { free(resolved) }
        let own = PathText.text(of: UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
        guard let directory = opendir(resolved) else { throw FileError(path: path, action: .read, errno: errno) }
        defer { closedir(directory) }
        var entries: [FolderListing.Entry] = []
        var isCut = false
        while let found = readdir(directory) {
            try Task.checkCancellation()
            if entries.count == Self.maximumEntries {
                isCut = true
                break
            }
            let isFile = Int32(found.pointee.d_type) == Int32(DT_REG)
            let name = withUnsafeBytes(of: &found.pointee.d_name) { bytes in
                PathText.text(of: bytes.prefix { $0 != 0 })
            }
            guard name != ".", name != "..", !isFile || isWanted(name),
                let entry = Self.entry(name, in: dirfd(directory)), entry.isFolder || isWanted(name)
            else { continue }
            entries.append(entry)
        }
        return FolderListing(path: own, label: abbreviated(own), entries: entries, isCut: isCut)
    }

    /// A folder or a regular file, also behind a link; nil for anything else.
    private static func entry(_ name: String, in folder: Int32) -> FolderListing.Entry? {
        var status = stat()
        guard fstatat(folder, PathText.cString(name), &status, 0) == 0 else { return nil }
        let time = Timestamp(clampingSeconds: Int64(status.st_mtim.tv_sec))
        return switch status.st_mode & S_IFMT {
        case S_IFDIR: FolderListing.Entry(name: name, isFolder: true, modified: time)
        case S_IFREG:
            FolderListing.Entry(name: name, isFolder: false, byteCount: Int(status.st_size), modified: time)
        default: nil
        }
    }

    public func isFolder(_ path: String) async -> Bool { leadsToFolder(expanded(path)) }

    /// Replaces the home folder by `~`.
    private func abbreviated(_ path: String) -> String {
        guard let home = try? Paths.home(environment), let own = PathText.resolved(home) else { return path }
        if path == own { return "~" }
        return own != "/" && path.hasPrefix(own + "/") ? "~" + path.dropFirst(own.count) : path
    }

    private func expanded(_ path: String) -> String {
        guard path == "~" || path.hasPrefix("~/"), let home = try? Paths.home(environment) else { return path }
        return home + path.dropFirst()
    }

    private func leadsToFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(PathText.cString(path), &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
