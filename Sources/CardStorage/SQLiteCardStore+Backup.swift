public import Cards

extension SQLiteCardStore: StoreBackup {
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
    /// - Returns: the number of its cards.
    public static func restore(_ backup: String, to path: String) throws(StoreError) -> Int {
        // Nothing is written beside the copy, unless it is a store in use whose latest changes are not in it yet.
        let hasLog = StoreFile.size(of: backup + "-wal") > 0
        let source = try Connection(
            hasLog ? .file(backup) : .immutable(backup), path: backup, busyTimeout: StoreCopy.busyTimeout)
        defer { source.close() }
        switch try Schema(source).state() {
        case .newer(let version): throw .newerVersion(path: backup, found: version, known: Schema.version)
        case .older(version: 0): throw .notAStore(path: backup)
        case .older, .current: break
        }
        let problems = try source.all("PRAGMA integrity_check(1)") { $0.text() }
        guard problems == ["ok"] else {
            throw .damaged(path: backup, reason: problems.first ?? "its pages cannot be read")
        }
        let cards = try source.first("SELECT count(*) FROM card") { $0.count() } ?? 0
        try StoreFile.createFolder(of: path)
        try StoreCopy.write(source, to: path, .refused)
        return cards
    }
}
