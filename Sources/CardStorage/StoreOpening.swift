internal import Basics
internal import CSQLite
internal import Cards
internal import Glibc

/// Opens the store's file and determines whether it can be written. Of a file of the current version it reads only the header:
/// the start of the program waits for this.
struct StoreOpening {
    let connection: Connection
    /// Why nothing can be written; nil where writing works.
    let readOnlyReason: StoreError?

    /// - Parameters:
    ///   - busyTimeout: how long to wait for another program that is writing, now and later.
    ///   - folders: where a store in a read-only folder may be copied to.
    init(
        path: String, busyTimeout: Duration, through folders: [String] = ReadOnlyCopy.temporaryFolders
    ) throws(StoreError) {
        if path == SQLiteCardStore.inMemory {
            try self.init(Connection(.memory("cards-\(CardID.random())"), path: path))
            return
        }
        try StoreFile.createIfMissing(at: path)
        do {
            try self.init(Connection(.file(path), path: path, busyTimeout: busyTimeout))
            return
        } catch {
            // Reading needs files beside the store. Where none can be created, no other program can write either, and locks are
            // not needed.
            let reason: StoreError
            switch error {
            case .diskFull: reason = .openedOnFullDisk(path: path)
            case .cannotOpen, .readOnly:
                guard StoreFile.folderIsReadOnly(of: path) else { throw error }
                reason = .readOnly(path: path)
            default: throw error
            }
            guard let connection = try? ReadOnlyCopy.open(path, through: folders) else {
                try self.init(Connection(.immutable(path), path: path), reason: .readOnlyWithoutLatest(path: path))
                return
            }
            try self.init(connection, reason: reason)
        }
    }

    private init(_ connection: Connection, reason: StoreError) throws(StoreError) {
        switch try Schema(connection).state() {
        case .current:
            self.connection = connection
            readOnlyReason = try Self.alteration(of: connection) ?? reason
        case .newer(let version):
            self.connection = connection
            readOnlyReason = .newerVersion(path: connection.path, found: version, known: Schema.version)
        case .older: throw reason
        }
    }

    /// The settings of every connection that writes. Deleted content is overwritten with zeros, also what an edit replaced: a card
    /// that is deleted for good must not remain in free pages.
    static let settings = """
        PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON; PRAGMA cache_size = -\(SQLiteCardStore.smallCache);
        PRAGMA journal_size_limit = \(SQLiteCardStore.journalSizeLimit)
        """

    /// Why nothing may be written to a store of today's version that another program has changed. Throws if it cannot be read either.
    private static func alteration(of connection: Connection) throws(StoreError) -> StoreError? {
        do throws(StoreError) {
            try ShapeCheck(connection).run(version: Schema.version)
            return nil
        } catch {
            guard case .altered = error else { throw error }
            return error
        }
    }

    private init(_ connection: Connection) throws(StoreError) {
        self.connection = connection
        try connection.execute(Self.settings)
        let schema = Schema(connection)
        // At one moment: another program may just be making the store.
        switch try connection.reading({ () throws(StoreError) in try schema.state() }) {
        case .current:
            let alteration = try Self.alteration(of: connection)
            if alteration != nil { try connection.execute("PRAGMA query_only = ON") }
            readOnlyReason = alteration ?? (connection.isReadOnly ? .readOnly(path: connection.path) : nil)
        case .newer(let version):
            try connection.execute("PRAGMA query_only = ON")
            readOnlyReason = .newerVersion(path: connection.path, found: version, known: Schema.version)
        case .older(let version):
            if connection.isReadOnly { throw .readOnly(path: connection.path) }
            if version > 0 { try ShapeCheck(connection).run(version: version) }
            try schema.migrate()
            readOnlyReason = nil
        }
    }
}

/// The inode numbers of the files that SQLite keeps beside an open store, `-wal` and `-shm`; nil where there is no file.
struct CompanionFiles: Equatable {
    private let log: UInt64?
    private let index: UInt64?

    init(besideStore path: String) { (log, index) = (Self.number(path + "-wal"), Self.number(path + "-shm")) }

    private static func number(_ path: String) -> UInt64? {
        var status = stat()
        return stat(PathText.cString(path), &status) == 0 ? UInt64(status.st_ino) : nil
    }

    /// Whether this process holds open a file of this path that was deleted and is not empty.
    static func holdsDeleted(_ path: String) -> Bool {
        guard let folder = opendir("/proc/self/fd") else { return true }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
            let length = readlink("/proc/self/fd/" + name, &buffer, buffer.count)
            guard length > 0, let descriptor = Int32(name) else { continue }
            let target = PathText.text(of: buffer.prefix(length).map { UInt8(bitPattern: $0) })
            var status = stat()
            if target == path + " (deleted)", fstat(descriptor, &status) == 0, status.st_size > 0 { return true }
        }
        return false
    }
}

/// The next write reopens a store that was opened for reading on a full disk, and one whose companion files were deleted.
extension SQLiteCardStore {
    /// Throws the reason unless it is a full disk that has space again.
    func reopenIfDiskHasSpace(_ reason: StoreError) throws(StoreError) {
        guard case .openedOnFullDisk(let path) = reason else { throw reason }
        if case .file = connection.source { return }
        do throws(StoreError) {
            // Whether there is space shows when SQLite creates its files.
            let probe = try Connection(.file(path), path: path)
            guard case .current = try Schema(probe).state() else { throw reason }
            try reopen(path)
            probe.close()
        } catch {
            guard case .diskFull = error else { throw error }
            throw reason
        }
        catchUpWithExternalCommits(notifyingAlways: true)
        notify(changed: nil)
    }

    /// Another program may delete `-wal` and `-shm` while cleaning up: what was saved last is then in unlinked files, which
    /// vanish with this process. It is moved into the store, unless others have meanwhile written by a new `-wal`.
    func checkCompanions() throws(StoreError) {
        guard case .file = connection.source, let path = connection.realPath else { return }
        let now = CompanionFiles(besideStore: path)
        guard let companions, companions != now else { return self.companions = now }
        let hasOurs = CompanionFiles.holdsDeleted(path + "-wal")
        if hasOurs, StoreFile.size(of: path + "-wal") > 0 { throw .latestLost(path: connection.path) }
        // All connections of this process share the files, so all have to close them.
        guard finder.close(within: .seconds(3)) else { throw .busy(path: connection.path) }
        if hasOurs, try !connection.checkpoint(waiting: .seconds(3)) { throw .busy(path: connection.path) }
        connection.close()
        try reopen(path)
        self.companions = CompanionFiles(besideStore: path)
        catchUpWithExternalCommits(notifyingAlways: true)
    }

    private func reopen(_ path: String) throws(StoreError) {
        try connection.reopen(.file(path))
        try connection.execute(StoreOpening.settings)
        // The first read creates the files beside the store.
        _ = try Schema(connection).state()
        location.current = StoreLocation(connection)
    }
}

/// Opens a store for reading where no file can be created beside it: on a full disk or a read-only file system. If `-wal` holds
/// data, SQLite needs such a file, and the store is read from a copy in memory instead.
enum ReadOnlyCopy {
    static var temporaryFolders: [String] {
        (ThisMachine.environment("TMPDIR").map { [$0] } ?? []) + ["/dev/shm", "/tmp", "/var/tmp"]
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
        guard let own = PathText.makeFolder(beginning: folder + "/" + prefix) else {
            throw StoreError(opening: path, systemError: errno)
        }
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
        for end in ["", "-wal", "-shm"] { unlink(PathText.cString(own + "/store" + end)) }
        rmdir(PathText.cString(own))
    }

    /// Removes the copies of programs that were killed: reading one into memory takes seconds.
    private static func removeOldCopies(in folder: String) {
        let hourAgo = time(nil) - 3600
        for name in PathText.names(inFolder: folder) where name.hasPrefix(prefix) {
            var status = stat()
            guard lstat(PathText.cString(folder + "/" + name), &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
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
