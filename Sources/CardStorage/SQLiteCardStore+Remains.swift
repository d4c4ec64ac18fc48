public import Cards
internal import Glibc

extension SQLiteCardStore: RemainsRemoving {
    /// For the start of the process, before any store is opened and any other thread runs: SQLite then writes the copies that it makes
    /// beside this store, instead of into a folder for temporary files of all users.
    public static func putTemporaryFiles(besideStore path: String) {
        setenv("SQLITE_TMPDIR", StoreFile.folder(of: path), 0)
    }

    public func hasRemains() throws -> Bool {
        guard readOnlyReason == nil, connection.realPath != nil else { return false }
        return try !remains.places().isEmpty
    }

    public func removeRemains() throws -> Bool {
        guard try hasRemains() else { return true }
        do throws(StoreError) {
            if try remains.places().contains(.pages) {
                try connection.vacuum(waiting: Self.shortTimeout)
                try connection.transaction { () throws(StoreError) in
                    try remains.remove()
                    try remains.note(.log)
                }
            }
            guard try connection.checkpoint(waiting: Self.readerTimeout) else { return false }
            try remains.remove()
            return true
        } catch {
            guard case .busy = error else { throw error }
            return false
        }
    }

    var remains: RemainsTable { RemainsTable(connection: connection) }

    /// How long this waits for another program, which may be at work for long.
    private static let shortTimeout = Duration.milliseconds(300)
}
