internal import Cards
internal import Glibc

/// The files that SQLite keeps beside a store while it is open, by their numbers.
struct CompanionFiles: Hashable {
    private let log: UInt64?
    private let index: UInt64?

    init(besideStore path: String) { (log, index) = (Self.number(path + "-wal"), Self.number(path + "-shm")) }

    private static func number(_ path: String) -> UInt64? {
        var status = stat()
        return stat(path, &status) == 0 ? UInt64(status.st_ino) : nil
    }

    /// Whether this process has a file open that stood at the path, was deleted, and holds something.
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

/// A store that was opened to be read for want of room, and one whose companions were deleted, is opened anew with the next write.
extension SQLiteCardStore {
    /// Throws the reason as long as it holds.
    func checkForRoom(_ reason: StoreError) throws(StoreError) {
        guard case .openedOnFullDisk(let path) = reason else { throw reason }
        if case .file = connection.source { return }
        do throws(StoreError) {
            // Whether there is room now shows when SQLite makes its files.
            let probe = try Connection(.file(path), path: path)
            guard case .current = try Schema(probe).state() else { throw reason }
            try openAnew(path)
            probe.close()
        } catch {
            guard case .diskFull = error else { throw error }
            throw reason
        }
        catchUpElsewhere(tellingAlways: true)
        tell(changed: nil)
    }

    /// Another program's tidying may delete `-wal` and `-shm`: what was saved last is then in files without a name, which end with this
    /// process. It is brought into the store, unless others have written to it by another `-wal` meanwhile.
    func checkCompanions() throws(StoreError) {
        guard case .file = connection.source, let path = connection.realPath else { return }
        let now = CompanionFiles(besideStore: path)
        guard let companions, companions != now else { return self.companions = now }
        let hasOurs = CompanionFiles.holdsDeleted(path + "-wal")
        if hasOurs, StoreFile.size(of: path + "-wal") > 0 { throw .latestLost(path: connection.path) }
        // The files are shared by all connections of this process: none may keep the old ones.
        guard finder.close(within: .seconds(3)) else { throw .busy(path: connection.path) }
        if hasOurs, try !connection.emptyLog(waiting: .seconds(3)) { throw .busy(path: connection.path) }
        connection.close()
        try openAnew(path)
        self.companions = CompanionFiles(besideStore: path)
        catchUpElsewhere(tellingAlways: true)
    }

    private func openAnew(_ path: String) throws(StoreError) {
        try connection.reopen(.file(path))
        try connection.execute(StoreOpening.settings)
        // Its first look makes the files beside it.
        _ = try Schema(connection).state()
        place.current = StorePlace(connection)
    }
}
