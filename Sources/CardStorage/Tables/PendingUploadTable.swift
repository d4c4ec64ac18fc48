internal import Cards

/// What each backend is owed: the cards that differ from its shadow, with the attempts so far. A queue without contents: what
/// is sent is the card as it is then.
struct PendingUploadTable {
    let connection: Connection

    /// Oldest first, without those that the backend refused.
    func changes(for backend: BackendTable.Entry, limit: Int) throws(StoreError) -> [PendingUpload] {
        try connection.all("\(Self.select) AND is_refused = 0 ORDER BY owed.sequence LIMIT ?") {
            $0.add(backend.number)
            $0.add(limit)
        } read: {
            Self.change(from: &$0)
        }
    }

    /// Refused or not; nil when nothing is owed.
    func change(_ identifier: CardID, for backend: BackendTable.Entry) throws(StoreError) -> PendingUpload? {
        try connection.first("\(Self.select) AND owed.card = ?") {
            $0.add(backend.number)
            $0.add(identifier.text)
        } read: {
            Self.change(from: &$0)
        }.flatMap { $0 }
    }

    private static let select = """
        SELECT owed.card, owed.sequence, attempts, failure, card.id, \(CardColumns.list)
        FROM owed LEFT JOIN card ON card.id = owed.card WHERE backend = ?
        """

    private static func change(from row: inout Row) -> PendingUpload? {
        guard let identifier = CardID(row.text()) else { return nil }
        let (sequence, attempts, failure) = (row.number(), row.count(), row.optionalText())
        let isThere = row.optionalText() != nil
        return PendingUpload(
            identifier: identifier,
            content: isThere ? .upload(CardColumns.card(identifier, from: &row)) : .delete,
            attempts: attempts, lastFailure: failure, sequence: sequence)
    }

    /// How many, and how many of these the backend refused.
    func count(for backend: BackendTable.Entry) throws(StoreError) -> (all: Int, refused: Int) {
        try connection.first(
            """
            SELECT (SELECT count(*) FROM owed WHERE backend = ?1),
                (SELECT count(*) FROM owed WHERE backend = ?1 AND is_refused = 1)
            """
        ) {
            $0.add(backend.number)
        } read: {
            ($0.count(), $0.count())
        } ?? (0, 0)
    }

    /// As a screen lists them: what was refused first, then the oldest.
    func pendingCards(for backend: BackendTable.Entry, limit: Int) throws(StoreError) -> [PendingCard] {
        try connection.all(
            """
            SELECT owed.card, card.name, shadow.name, attempts, failure, is_refused
            FROM owed LEFT JOIN card ON card.id = owed.card
                LEFT JOIN shadow ON shadow.backend = owed.backend AND shadow.card = owed.card
            WHERE owed.backend = ? ORDER BY is_refused DESC, owed.sequence LIMIT ?
            """
        ) {
            $0.add(backend.number)
            $0.add(limit)
        } read: { row in
            guard let identifier = CardID(row.text()) else { return nil }
            let (here, there) = (row.optionalText(), row.optionalText())
            return PendingCard(
                id: identifier, name: here ?? there ?? identifier.text,
                kind: here == nil ? .deleted : there == nil ? .new : .changed,
                attempts: row.count(), lastFailure: row.optionalText(), isRefused: row.flag())
        }
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

    /// Owes the card, from this change on. The attempts so far and what was said stay beside it; what was refused is tried
    /// again when the card has changed since.
    func add(_ identifier: CardID, sequence: Int64, for backend: BackendTable.Entry) throws(StoreError) {
        try connection.run(
            """
            INSERT INTO owed (backend, card, sequence, attempts) VALUES (?, ?, ?, 0)
            ON CONFLICT (backend, card) DO UPDATE SET sequence = excluded.sequence,
                is_refused = iif(excluded.sequence = owed.sequence, is_refused, 0)
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

    func noteAttempt(_ identifier: CardID, for backend: BackendTable.Entry) throws(StoreError) {
        try connection.run("UPDATE owed SET attempts = attempts + 1 WHERE backend = ? AND card = ?") {
            $0.add(backend.number)
            $0.add(identifier.text)
        }
    }

    /// A card that is another one by now is worth another try, with every backend.
    func retry(_ identifier: CardID) throws(StoreError) {
        try connection.run("UPDATE owed SET is_refused = 0 WHERE card = ? AND is_refused = 1") {
            $0.add(identifier.text)
        }
    }

    /// What has changed since it was handed out is another thing than what was refused.
    func recordFailure(
        _ change: PendingUpload, reason: String, isRefusal: Bool, for backend: BackendTable.Entry
    ) throws(StoreError) {
        try connection.run(
            """
            UPDATE owed SET failure = ?1, is_refused = iif(sequence = ?2, ?3, is_refused)
            WHERE backend = ?4 AND card = ?5
            """
        ) {
            $0.add(reason)
            $0.add(change.sequence)
            $0.add(isRefusal)
            $0.add(backend.number)
            $0.add(change.identifier.text)
        }
    }

    /// Leaves what is owed until someone asks for it, for this reason.
    func setAside(_ identifier: CardID, because reason: String, for backend: BackendTable.Entry) throws(StoreError) {
        try connection.run("UPDATE owed SET failure = ?, is_refused = 1 WHERE backend = ? AND card = ?") {
            $0.add(reason)
            $0.add(backend.number)
            $0.add(identifier.text)
        }
    }

    /// Nil for all.
    func retry(_ identifier: CardID?, for backend: BackendTable.Entry) throws(StoreError) {
        try connection.run("UPDATE owed SET is_refused = 0 WHERE backend = ?1 AND card = ifnull(?2, card)") {
            $0.add(backend.number)
            $0.add(identifier?.text)
        }
    }
}
