internal import Cards
internal import Glibc

/// The inode numbers of the files that SQLite keeps beside an open store, `-wal` and `-shm`; nil where there is no file.
struct CompanionFiles: Hashable {
    private let log: UInt64?
    private let index: UInt64?

    init(besideStore path: String) { (log, index) = (Self.number(path + "-wal"), Self.number(path + "-shm")) }

    private static func number(_ path: String) -> UInt64? {
        var status = stat()
        return stat(path, &status) == 0 ? UInt64(status.st_ino) : nil
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
            let target = String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
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
