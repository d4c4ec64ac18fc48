internal import Cards

/// The deleted cards, derived from the deletions in the log. A card that exists again, for whatever reason, is not in the trash,
/// nor is an emptied one until it is deleted again; so nothing has to be kept up to date.
struct TrashTable {
    let connection: Connection

    /// Last deleted first; those that one step deleted are in the order of their names. Unreadable cards are left out.
    func cards() throws(StoreError) -> [TrashedCard] {
        // SQLite takes the other columns from the row with max().
        let rows = try connection.all(
            """
            SELECT card, time, previous, ifnull((
                SELECT CASE WHEN last >= sequence THEN first END FROM step WHERE first <= sequence
                ORDER BY first DESC LIMIT 1), sequence)
            FROM (
                SELECT change.card AS card, time, previous, max(change.sequence) AS sequence
                FROM \(Self.deletions) GROUP BY change.card)
            """
        ) { row -> (card: TrashedCard, name: String, step: Int64)? in
            guard let card = Self.card(from: &row) else { return nil }
            return (card, TextFolding.fold(card.card.name), row.number())
        }
        return rows.sorted { $0.step != $1.step ? $0.step > $1.step : ($0.name, $0.card.id) < ($1.name, $1.card.id) }
            .map(\.card)
    }

    /// How many cards are in it, readable or not.
    func count() throws(StoreError) -> Int {
        try connection.first("SELECT count(DISTINCT change.card) FROM \(Self.deletions)") { $0.count() } ?? 0
    }

    /// False where no card was ever deleted.
    func hasDeletions() throws(StoreError) -> Bool {
        try connection.first("SELECT EXISTS (SELECT 1 FROM change INDEXED BY change_deletion WHERE fields IS NULL)") {
            $0.flag()
        } ?? false
    }

    /// Whether a card is in it because of a step that can be undone. Undo passes over steps that change nothing.
    func holdsUndoable() throws(StoreError) -> Bool {
        try connection.first(
            """
            SELECT 1 FROM \(Self.deletions) AND (
                SELECT last >= change.sequence AND stack = 'undo' FROM step WHERE first <= change.sequence
                ORDER BY first DESC LIMIT 1)
            LIMIT 1
            """
        ) { _ in
            true
        } ?? false
    }

    /// Nil when the card is not in the trash.
    func card(_ identifier: CardID) throws(StoreError) -> TrashedCard? {
        try connection.first(Self.selectCard, identifier.text) { Self.card(from: &$0) }.flatMap { $0 }
    }

    static let selectCard = """
        SELECT change.card, time, previous FROM \(deletions) AND change.card = ?
        ORDER BY change.sequence DESC LIMIT 1
        """

    /// The card as the devices of the vault know that it was when it was deleted.
    /// - Parameter isOwn: whether the deletion by this store is one that they know. Otherwise it was of a card that came, and went, without
    ///   them, and the last deletion by one of them counts.
    func sharedCard(_ identifier: CardID, isOwn: Bool) throws(StoreError) -> Card? {
        try connection.first(Self.selectShared, identifier.text, isOwn) { Self.card(from: &$0)?.card }.flatMap { $0 }
    }

    private static let selectShared = """
        SELECT change.card, time, previous FROM \(deletions) AND change.card = ?
            AND (? OR substr(change.device, 1, \(ChangeLog.devicePrefix.count)) = '\(ChangeLog.devicePrefix)')
        ORDER BY change.sequence DESC LIMIT 1
        """

    /// Whether the card, readable or not, can be emptied from the trash.
    func holds(_ identifier: CardID) throws(StoreError) -> Bool {
        try connection.first("SELECT 1 FROM \(Self.deletions) AND change.card = ? LIMIT 1", identifier.text) { _ in
            true
        } ?? false
    }

    /// Whether the card was deleted for good, and did not come back since, not even into the trash.
    func hasEmptied(_ identifier: CardID) throws(StoreError) -> Bool {
        try connection.first("SELECT 1 FROM emptied WHERE card = ? AND \(Self.isGone)", identifier.text) { _ in
            true
        } ?? false
    }

    /// Whether the card was deleted for good after this entry of the log.
    func isEmptied(_ identifier: CardID, after sequence: Int64) throws(StoreError) -> Bool {
        try connection.first("SELECT sequence >= ? FROM emptied WHERE card = ?", sequence, identifier.text) {
            $0.flag()
        } ?? false
    }

    /// Of a row of `emptied`.
    static let isGone = """
        NOT EXISTS (SELECT 1 FROM card WHERE id = emptied.card) AND NOT EXISTS (
            SELECT 1 FROM change
            WHERE change.card = emptied.card AND fields IS NULL AND change.sequence > emptied.sequence)
        """

    /// Marks the card's log entries up to this sequence as deleted for good.
    func empty(_ identifier: CardID, upTo sequence: Int64) throws(StoreError) {
        try connection.run("INSERT OR REPLACE INTO emptied (card, sequence) VALUES (?, ?)", identifier.text, sequence)
    }

    private static let deletions = """
        change LEFT JOIN emptied ON emptied.card = change.card
        WHERE fields IS NULL AND change.sequence > ifnull(emptied.sequence, 0)
            AND NOT EXISTS (SELECT 1 FROM card WHERE id = change.card)
        """

    private static func card(from row: inout Row) -> TrashedCard? {
        let (identifier, time, previous) = (row.text(), row.number(), row.optionalBytes())
        guard let identifier = CardID(identifier), let previous,
            let patch = CardPatch(stored: previous, of: identifier), !patch.values.hasBlankName
        else { return nil }
        return TrashedCard(card: patch.applied(to: nil), deleted: Timestamp(clamping: time))
    }
}
