internal import Cards
internal import Glibc

/// Opens a copy of a store for reading. The copy stays as it is.
enum BackupFile {
    /// Throws if the file is damaged, is no card store or was written by a newer version. The version may be an older one.
    static func open(_ path: String) throws(StoreError) -> Connection {
        // SQLite would wait for the writer of a pipe.
        var status = stat()
        guard stat(path, &status) == 0 else { throw StoreError(opening: path, systemError: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw .cannotOpen(path: path, reason: "it is not a regular file")
        }
        // Nothing is written beside the copy, unless it is a store in use whose latest changes are not in it yet.
        let hasLog = StoreFile.size(of: path + "-wal") > 0
        let source = try Connection(
            hasLog ? .file(path) : .immutable(path), path: path, busyTimeout: StoreCopy.busyTimeout)
        do {
            try check(source)
        } catch {
            source.close()
            throw error
        }
        return source
    }

    private static func check(_ source: Connection) throws(StoreError) {
        switch try Schema(source).state() {
        case .newer(let version): throw .newerVersion(path: source.path, found: version, known: Schema.version)
        case .older(version: 0): throw .notAStore(path: source.path)
        case .older, .current: break
        }
        let problems = try source.all("PRAGMA integrity_check(1)") { $0.text() }
        guard problems == ["ok"] else {
            throw .damaged(path: source.path, reason: problems.first ?? "its pages cannot be read")
        }
    }

    /// The same in today's version: an older one is migrated in a temporary file.
    static func openCurrent(_ path: String) throws(StoreError) -> Connection {
        let source = try open(path)
        guard try Schema(source).state() != .current else { return source }
        defer { source.close() }
        let copy = try Connection(.temporary, path: path)
        try copy.copyContent(of: source)
        try Schema(copy).migrate()
        return copy
    }
}
