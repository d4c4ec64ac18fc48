internal import Basics
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

/// Deletion for good: whatever the store holds of a card, but its identifier.
extension Tables {
    /// Deletes these cards for good: from the log, the backends' versions of them, this machine's data about them, and the photos
    /// that only they named. Returns those that were in the trash.
    ///
    /// Pending deletions stay pending, and what sync has to remember stays as an identifier without values.
    func empty(_ identifiers: [CardID]) throws(StoreError) -> Set<CardID> {
        let sequence = try log.lastSequence()
        let backends = try backends.receiving()
        let isShared = try vault.entry() != nil
        var emptied: Set<CardID> = []
        for identifier in identifiers where try trash.holds(identifier) {
            try checkCancellation()
            // The other devices must hear of a deletion whose entry of the log is removed here.
            if isShared { try vault.mark(identifier, SharedFields.all.text) }
            try trash.empty(identifier, upTo: sequence)
            try usage.remove(identifier)
            try manualOrder.remove(identifier)
            try origins.remove(identifier)
            try importUndo.remove(identifier)
            try secrets.remove(identifier)
            try sharedSecrets.remove(identifier)
            try ledger.remove(identifier, isShared: isShared)
            try reminders.remove(identifier)
            try photos.removeUses(by: identifier)
            try conflicts.remove(identifier)
            for backend in backends { try acknowledged.removeValues(identifier, of: backend) }
            try shadows.removeValues(identifier)
            try pending.removeFailures(identifier)
            emptied.insert(identifier)
        }
        // All at once: the log has no index by card that has all entries.
        if !emptied.isEmpty { try log.removeEntries(of: emptied) }
        return emptied
    }
}

extension ShadowTable {
    /// Leaves no more of the card than that a backend has it, which keeps its deletion pending.
    func removeValues(_ identifier: CardID) throws(StoreError) {
        try connection.run(Self.blank) { parameters in
            parameters.add(identifier.text)
            CardColumns.add(Card(identifier: identifier, name: ""), to: &parameters)
        }
    }

    // Every key begins with the backend: without it each card would be sought in all rows.
    private static let blank = """
        UPDATE shadow SET \(CardColumns.assignments(from: 2)) WHERE backend IN (SELECT number FROM backend) AND card = ?1
        """
}

extension AcknowledgedTable {
    /// Leaves no more than that the backend accepted a write of this card.
    fileprivate func removeValues(_ identifier: CardID, of backend: BackendTable.Entry) throws(StoreError) {
        guard try !states(identifier, of: backend).isEmpty else { return }
        try remove(identifier, of: backend)
        try addDeletion(of: identifier, by: backend)
    }
}

extension PendingUploadTable {
    /// Forgets the backend's messages about the card, which may quote it. Our own stays: it says why the deletion is parked.
    fileprivate func removeFailures(_ identifier: CardID) throws(StoreError) {
        try connection.run(
            """
            UPDATE owed SET failure = NULL WHERE backend IN (SELECT number FROM backend) AND card = ? AND failure <> ?
            """, identifier.text, BackendMerge.contradictionText)
    }
}

extension ChangeLog {
    /// Removes the entries of these cards. The last entry of the log stays, without values: its sequence must not be used again.
    fileprivate func removeEntries(of cards: Set<CardID>) throws(StoreError) {
        let list = JSONWriter.bytes(of: cards.map(\.text))
        for sql in [
            "DELETE FROM change WHERE card IN (SELECT value FROM json_each(?)) AND sequence < (SELECT max(sequence) FROM change)",
            """
            UPDATE change SET fields = NULL, previous = NULL
            WHERE sequence = (SELECT max(sequence) FROM change) AND card IN (SELECT value FROM json_each(?))
            """,
        ] { try connection.run(sql) { $0.add(text: list) } }
    }
}
