public import Cards

extension SQLiteCardStore {
    public func backUp(to path: String) throws {
        // A connection of its own: VACUUM needs one without other statements, and one that may write.
        let source = try Connection(connection.source, path: connection.path, busyTimeout: StoreCopy.busyTimeout)
        defer { source.close() }
        try StoreCopy.write(source, to: path, .replaced)
    }

    public func changeMark() throws -> String {
        // The last entry of the log stays when its card is deleted for good, so that is counted as well.
        try connection.first(
            "SELECT ifnull((SELECT max(sequence) FROM change), 0) || '.' || count(*) || '.' || ifnull(sum(sequence), 0) FROM emptied"
        ) { $0.text() } ?? ""
    }

    /// The version of SQLite.
    public static var libraryVersion: String { Connection.libraryVersion }

    /// Makes a new store of a copy, which stays as it is. Throws if the copy is damaged, is no card store or was written by a newer
    /// version, or if there is a file at the path of the new store.
    /// - Parameter path: nil only checks the copy.
    /// - Returns: the number of its cards.
    public static func restore(_ backup: String, to path: String?) throws(StoreError) -> Int {
        let source = try BackupFile.open(backup)
        defer { source.close() }
        let cards = try source.first("SELECT count(*) FROM card") { $0.count() } ?? 0
        guard let path else { return cards }
        try StoreFile.createFolder(of: path)
        try StoreCopy.writeRows(source, to: path)
        return cards
    }
}
