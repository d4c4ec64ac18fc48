internal import Basics
internal import CSQLite
internal import Cards
internal import Glibc

/// Opens a store for reading where no file can be created beside it: on a full disk or a read-only file system. If `-wal` holds
/// data, SQLite needs such a file, and the store is read from a copy in memory instead.
enum ReadOnlyCopy {
    static var temporaryFolders: [String] {
        (getenv("TMPDIR").map { [String(cString: $0)] } ?? []) + ["/dev/shm", "/tmp", "/var/tmp"]
    }

    /// Throws ``StoreError/readOnlyWithoutLatest(path:)`` where the data in `-wal` cannot be read.
    /// - Parameter folders: where the files may be copied to; the first that has room is used.
    static func open(_ path: String, through folders: [String] = temporaryFolders) throws(StoreError) -> Connection {
        guard StoreFile.size(of: path + "-wal") > 0 else { return try Connection(.immutable(path), path: path) }
        for folder in folders {
            guard let copy = try? copied(path, to: folder) else { continue }
            return copy
        }
        throw .readOnlyWithoutLatest(path: path)
    }

    private static let prefix = ".cards-tui-"

    /// Copies both files into a temporary folder, reads them into memory, and removes the folder.
    private static func copied(_ path: String, to folder: String) throws(StoreError) -> Connection {
        removeOldCopies(in: folder)
        var template = Array((folder + "/" + prefix + "XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw StoreError(opening: path, systemError: errno) }
        let own = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { remove(own) }
        for end in ["-wal", ""] { try copy(path + end, to: own + "/store" + end) }
        let disk = try Connection(.file(own + "/store"), path: path)
        defer { disk.close() }
        // A database in memory cannot use WAL.
        try disk.execute("PRAGMA journal_mode = DELETE")
        let memory = try Connection(.memory("copy-\(CardID.random())"), path: path)
        try memory.copyContent(of: disk)
        return memory
    }

    private static func remove(_ own: String) {
        for end in ["", "-wal", "-shm"] { unlink(own + "/store" + end) }
        rmdir(own)
    }

    /// Removes the copies of programs that were killed: reading one into memory takes seconds.
    private static func removeOldCopies(in folder: String) {
        let hourAgo = time(nil) - 3600
        for name in PathText.names(inFolder: folder) where name.hasPrefix(prefix) {
            var status = stat()
            guard lstat(folder + "/" + name, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
                status.st_uid == geteuid(), status.st_mtim.tv_sec < hourAgo
            else { continue }
            remove(folder + "/" + name)
        }
    }

    /// Closing any descriptor of the store would release SQLite's locks on it; here the store could not be opened, so this
    /// process holds none.
    private static func copy(_ source: String, to target: String) throws(StoreError) {
        let (from, to) = (
            Glibc.open(source, O_RDONLY | O_CLOEXEC), Glibc.open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        )
        defer {
            if from >= 0 { close(from) }
            if to >= 0 { close(to) }
        }
        guard from >= 0, to >= 0 else { throw StoreError(opening: source, systemError: errno) }
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while case let count = read(from, &buffer, buffer.count), count != 0 {
            var written = 0
            while count > 0, written < count {
                let result = buffer.withUnsafeBytes { write(to, $0.baseAddress.map { $0 + written }, count - written) }
                if result < 0 { throw StoreError(opening: target, systemError: errno) }
                written += result
            }
            if count < 0, errno != EINTR { throw StoreError(opening: source, systemError: errno) }
        }
    }
}
