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

    /// Takes this out of a copy of a store: cards with all that it holds of them, whether or not they are in its trash. The copy is
    /// replaced by one without it, of today's version; one that does not have it stays as it is. Throws if it is damaged, is no card store
    /// or was written by a newer version.
    /// - Parameter store: the store that it is a copy of, whose next start removes what is left if this is killed.
    public static func erase(
        _ content: ErasedContent, inCopy path: String, of store: String
    ) throws(StoreError) {
        let source = try BackupFile.openCurrent(path)
        defer { source.close() }
        guard try holds(content, source) else { return }
        try StoreCopy.rewrite(source, at: path, of: store) { copy throws(StoreError) in
            try copy.execute(StoreOpening.settings)
            let tables = Tables(copy)
            try copy.transaction { () throws(StoreError) in
                guard case .cards(let cards) = content else {
                    if case .secrets(let label, let card) = content {
                        try tables.forgetSecrets(label, of: card, isCopy: true)
                    }
                    return
                }
                var writer = try CardWriter(tables, at: CardClock.system.now())
                for identifier in cards {
                    if let card = try tables.cards.entry(identifier)?.card { try writer.delete(card, by: .here) }
                }
                _ = try tables.empty(cards)
            }
            // A row that cannot be read is not deleted.
            if try holds(content, copy) { throw .damaged(path: path, reason: "one of its cards cannot be read") }
        }
    }

    /// Whether the copy has any of it; of a card more than its identifier: in its list, its history or as a backend has it.
    private static func holds(_ content: ErasedContent, _ copy: Connection) throws(StoreError) -> Bool {
        let cards: [CardID]
        switch content {
        case .cards(let all): cards = all
        case .secrets(let label, let card):
            let secrets = SecretTable(connection: copy)
            if try secrets.holds(label, of: card) { return true }
            guard let label else { return false }
            return try secrets.holds(CardSecret.firstLabel(of: label), of: card)
        }
        let list = JSONWriter.bytes(of: cards.map(\.text))
        let places = [
            "card WHERE id", "change WHERE coalesce(fields, previous) IS NOT NULL AND card",
            "shadow WHERE name <> '' AND card", "secret WHERE card", "former_secret WHERE card",
            "secret_stamp WHERE card",
        ]
        for place in places {
            let sql = "SELECT 1 FROM \(place) IN (SELECT value FROM json_each(?)) LIMIT 1"
            if try copy.first(sql, { $0.add(text: list) }, read: { _ in true }) == true { return true }
        }
        return false
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
