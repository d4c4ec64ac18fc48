internal import Cards

/// What each backend is owed: the cards that differ from its shadow, with the attempts so far. A queue without contents: what
/// is sent is the card as it is then.
struct OwedTable {
    let connection: Connection

    /// Oldest first.
    func changes(for backend: BackendTable.Entry, limit: Int) throws(StoreError) -> [OwedChange] {
        try connection.all(
            """
            SELECT owed.card, owed.sequence, attempts, failure, card.id, \(CardColumns.list)
            FROM owed LEFT JOIN card ON card.id = owed.card WHERE backend = ? ORDER BY owed.sequence LIMIT ?
            """
        ) {
            $0.add(backend.number)
            $0.add(limit)
        } read: { row in
            guard let identifier = CardID(row.text()) else { return nil }
            let (sequence, attempts, failure) = (row.number(), row.count(), row.optionalText())
            let isThere = row.optionalText() != nil
            return OwedChange(
                identifier: identifier,
                content: isThere ? .upload(CardColumns.card(identifier, from: &row)) : .delete,
                attempts: attempts, lastFailure: failure, sequence: sequence)
        }
    }

    func count(for backend: BackendTable.Entry) throws(StoreError) -> Int {
        try connection.first("SELECT count(*) FROM owed WHERE backend = ?") {
            $0.add(backend.number)
        } read: {
            $0.count()
        } ?? 0
    }

    /// How often it was tried; nil when nothing is owed.
    func attempts(_ identifier: CardID, for backend: BackendTable.Entry) throws(StoreError) -> Int? {
        try connection.first("SELECT attempts FROM owed WHERE backend = ? AND card = ?") {
            $0.add(backend.number)
            $0.add(identifier.text)
        } read: {
            $0.count()
        }
    }

    /// Owes the card, from this change on. The attempts so far and what was said stay beside it.
    func add(_ identifier: CardID, sequence: Int64, for backend: BackendTable.Entry) throws(StoreError) {
        try connection.run(
            """
            INSERT INTO owed (backend, card, sequence, attempts) VALUES (?, ?, ?, 0)
            ON CONFLICT (backend, card) DO UPDATE SET sequence = excluded.sequence
            """
        ) {
            $0.add(backend.number)
            $0.add(identifier.text)
            $0.add(sequence)
        }
    }

    /// Owes every card that differs in being unknown to the backend: for one that is new.
    func addCardsWithoutShadow(for backend: BackendTable.Entry) throws(StoreError) {
        try connection.run(
            """
            INSERT OR IGNORE INTO owed (backend, card, sequence, attempts)
            SELECT ?1, id, sequence, 0 FROM card
            WHERE NOT EXISTS (SELECT 1 FROM shadow WHERE shadow.backend = ?1 AND shadow.card = card.id)
            """
        ) { $0.add(backend.number) }
    }

    func remove(_ identifier: CardID, for backend: BackendTable.Entry) throws(StoreError) {
        try connection.run("DELETE FROM owed WHERE backend = ? AND card = ?") {
            $0.add(backend.number)
            $0.add(identifier.text)
        }
    }

    /// Drops what is owed from before the backend was known, but no deletion: the backend has that card already.
    func removeOld(for backend: BackendTable.Entry) throws(StoreError) {
        try connection.run(
            "DELETE FROM owed WHERE backend = ? AND sequence <= ? AND card IN (SELECT id FROM card)"
        ) {
            $0.add(backend.number)
            $0.add(backend.since)
        }
    }

    func recordFailure(_ identifier: CardID, reason: String, for backend: BackendTable.Entry) throws(StoreError) {
        try connection.run("UPDATE owed SET attempts = attempts + 1, failure = ? WHERE backend = ? AND card = ?") {
            $0.add(reason)
            $0.add(backend.number)
            $0.add(identifier.text)
        }
    }
}
