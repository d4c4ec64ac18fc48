internal import Cards

/// Each card as each backend last sent or accepted it: the base of a three-way merge.
struct ShadowTable {
    let connection: Connection

    struct Entry {
        /// The row's number, by which a running download remembers the card.
        let row: Int64
        /// Whether the last complete list did not name it.
        let isAbsent: Bool
        let card: Card
    }

    func entry(_ identifier: CardID, of backend: BackendTable.Entry) throws(StoreError) -> Entry? {
        try connection.first(Self.select, backend.number, identifier.text) { row in
            let (number, isAbsent) = (row.number(), row.flag())
            return Entry(row: number, isAbsent: isAbsent, card: CardColumns.card(identifier, from: &row))
        }
    }

    private static let select = "SELECT row, absent, \(CardColumns.list) FROM shadow WHERE backend = ? AND card = ?"

    /// Returns the row's number.
    @discardableResult
    func write(_ card: Card, of backend: BackendTable.Entry) throws(StoreError) -> Int64 {
        try connection.first(Self.upsert) { parameters in
            parameters.add(backend.number)
            parameters.add(card.identifier.text)
            CardColumns.add(card, to: &parameters)
        } read: {
            $0.number()
        } ?? 0
    }

    private static let upsert = """
        INSERT INTO shadow (backend, card, \(CardColumns.list)) VALUES (?, ?, \(CardColumns.placeholders))
        ON CONFLICT (backend, card) DO UPDATE SET \(CardColumns.updates), absent = 0
        RETURNING row
        """

    func remove(_ identifier: CardID, of backend: BackendTable.Entry) throws(StoreError) {
        try connection.run("DELETE FROM shadow WHERE backend = ? AND card = ?", backend.number, identifier.text)
    }

    /// Whether the card is one of ``absentCards(of:limit:)``.
    func isAbsent(_ identifier: CardID, of backend: BackendTable.Entry) throws(StoreError) -> Bool {
        try connection.first("SELECT 1 \(Self.absent) AND shadow.card = ?2", backend.number, identifier.text) { _ in
            true
        } ?? false
    }

    /// How many cards the backend had that its last complete list did not name. Those that were deleted or changed here since are
    /// pending, and not counted.
    func absentCount(of backend: BackendTable.Entry) throws(StoreError) -> Int {
        try connection.first("SELECT count(*) \(Self.absent)", backend.number) { $0.count() } ?? 0
    }

    /// The first of these cards, by name.
    func absentCards(of backend: BackendTable.Entry, limit: Int) throws(StoreError) -> [PendingCard] {
        try connection.all(
            "SELECT shadow.card, card.name \(Self.absent) ORDER BY folded, card.id LIMIT ?", backend.number, limit
        ) { row in
            CardID(row.text()).map {
                PendingCard(
                    id: $0, name: row.text(), kind: .absent, attempts: 0, lastFailure: nil, isRefused: false)
            }
        }
    }

    /// How many cards the backend has that were deleted here for good and that somebody has sent again since: they are not here, and nothing is
    /// sent before the user decides.
    func returnedCount(of backend: BackendTable.Entry) throws(StoreError) -> Int {
        try connection.first("SELECT count(*) \(Self.returned)", backend.number) { $0.count() } ?? 0
    }

    /// The first of these cards, by name.
    func returnedCards(of backend: BackendTable.Entry, limit: Int) throws(StoreError) -> [PendingCard] {
        try connection.all(
            "SELECT shadow.card, shadow.name \(Self.returned) ORDER BY 2, 1 LIMIT ?", backend.number, limit
        ) { row in
            CardID(row.text()).map {
                PendingCard(
                    id: $0, name: row.text(), kind: .returned, attempts: 0, lastFailure: nil, isRefused: false)
            }
        }
    }

    /// The card as the backend has it; nil unless it is one of these cards.
    func returned(_ identifier: CardID, of backend: BackendTable.Entry) throws(StoreError) -> Card? {
        let isReturned = try connection.first(
            "SELECT 1 \(Self.returned) AND shadow.card = ?2", backend.number, identifier.text
        ) { _ in
            true
        }
        return isReturned == true ? try entry(identifier, of: backend)?.card : nil
    }

    /// From the few that were deleted for good to their shadows.
    private static let returned = """
        FROM emptied CROSS JOIN shadow ON shadow.backend = ?1 AND shadow.card = emptied.card
        WHERE \(TrashTable.isGone) AND NOT EXISTS (
            SELECT 1 FROM owed WHERE owed.backend = ?1 AND owed.card = shadow.card)
        """

    private static let absent = """
        FROM shadow JOIN card ON card.id = shadow.card
        WHERE shadow.backend = ?1 AND absent = 1 AND NOT EXISTS (
            SELECT 1 FROM owed WHERE owed.backend = ?1 AND owed.card = shadow.card)
        """

    /// The cards whose absence changes with a complete list that named these rows.
    func absenceChanges(
        of backend: BackendTable.Entry, seen: Set<Int64>
    ) throws(StoreError) -> [(row: Int64, isAbsent: Bool)] {
        var changes: [(row: Int64, isAbsent: Bool)] = []
        try connection.forEach("SELECT row, absent FROM shadow WHERE backend = ?", backend.number) {
            let (row, wasAbsent) = ($0.number(), $0.flag())
            if seen.contains(row) == wasAbsent { changes.append((row, !wasAbsent)) }
        }
        return changes
    }

    /// Returns the card's identifier.
    func setAbsent(_ isAbsent: Bool, row: Int64) throws(StoreError) -> CardID? {
        try connection.first("UPDATE shadow SET absent = ? WHERE row = ? RETURNING card") {
            $0.add(isAbsent)
            $0.add(row)
        } read: {
            CardID($0.text())
        }.flatMap { $0 }
    }

    /// Whether there are cards that are not here, whose deletion is parked or that were sent again, and that the backend no longer has.
    func hasAbsentDeletions(by backend: BackendTable.Entry) throws(StoreError) -> Bool {
        try connection.first("SELECT EXISTS (SELECT 1 FROM shadow WHERE \(Self.absentDeletions))", backend.number) {
            $0.flag()
        } ?? false
    }

    /// Removes these cards and returns them.
    func removeAbsentDeletions(by backend: BackendTable.Entry) throws(StoreError) -> [CardID] {
        try connection.all("DELETE FROM shadow WHERE \(Self.absentDeletions) RETURNING card", backend.number) {
            CardID($0.text())
        }
    }

    private static let absentDeletions = """
        backend = ?1 AND absent = 1
            AND (card IN (SELECT owed.card FROM owed WHERE owed.backend = ?1 AND is_refused = 1)
                OR card NOT IN (SELECT owed.card FROM owed WHERE owed.backend = ?1)
                AND card IN (SELECT emptied.card FROM emptied))
            AND NOT EXISTS (SELECT 1 FROM card WHERE id = shadow.card)
        """

    /// How many values of the backend's cards cannot be read.
    func unreadValues(of backend: BackendTable.Entry) throws(StoreError) -> Int {
        var count = 0
        try connection.forEach("SELECT card, \(CardColumns.list) FROM shadow WHERE backend = ? AND unknown IS NOT NULL")
        {
            $0.add(backend.number)
        } read: { row in
            guard let identifier = CardID(row.text()) else { return }
            count += CardColumns.card(identifier, from: &row).unreadFields.count
        }
        return count
    }

    /// The change with a card whose values that the backend has are written as it wrote them.
    func asSent(_ change: PendingUpload, to backend: BackendTable.Entry) throws(StoreError) -> PendingUpload {
        guard case .upload(let card) = change.content, let shadow = try entry(change.identifier, of: backend)?.card
        else { return change }
        return change.with(card.sent(over: shadow))
    }
}

/// The backend's values from before each write that it accepted, until a list confirms the write. A list that still has these
/// values is stale; it is no change by anyone.
struct AcknowledgedTable {
    let connection: Connection

    /// Usually no write waits for confirmation; then single cards need not be checked.
    func isEmpty(for backend: BackendTable.Entry) throws(StoreError) -> Bool {
        try connection.first("SELECT NOT EXISTS (SELECT 1 FROM acknowledged WHERE backend = ?)", backend.number) {
            $0.flag()
        } ?? true
    }

    /// The states before each write, with the fields that were written.
    func states(_ identifier: CardID, of backend: BackendTable.Entry) throws(StoreError) -> [CardPatch] {
        try connection.all(
            "SELECT before FROM acknowledged WHERE backend = ? AND card = ? ORDER BY number", backend.number,
            identifier.text
        ) { row in
            row.optionalBytes().flatMap { try? CardJSON.patch(from: JSONParser.parse($0), photos: .hash) }
        }
    }

    /// - Parameter now: nil for a deleted card.
    func add(_ before: Card, _ now: Card?, of backend: BackendTable.Entry) throws(StoreError) {
        // Of a deleted card the time of its last change is known: who sends it again gives it a later one.
        let fields =
            now.map { $0.differences(from: before).filter { !$0.isBookkeeping } }
            ?? before.filledFields.filter { $0 != .created }
        if fields.isEmpty { return }
        try connection.run("INSERT INTO acknowledged (backend, card, before) VALUES (?, ?, ?)") {
            $0.add(backend.number)
            $0.add(before.identifier.text)
            $0.add(text: CardJSON.storedText(of: before, fields: fields))
        }
    }

    /// Notes the deletion of a card whose values are forgotten.
    func addDeletion(of identifier: CardID, by backend: BackendTable.Entry) throws(StoreError) {
        try connection.run("INSERT INTO acknowledged (backend, card, before) VALUES (?, ?, ?)") {
            $0.add(backend.number)
            $0.add(identifier.text)
            $0.add(text: CardJSON.storedText(of: Card(identifier: identifier, name: ""), fields: []))
        }
    }

    /// Whether there are deletions that a complete list has just confirmed: cards without a shadow, for a card that the list named
    /// has one again, or has no row here.
    func hasConfirmedDeletions(by backend: BackendTable.Entry) throws(StoreError) -> Bool {
        try connection.first("SELECT EXISTS (SELECT 1 \(Self.confirmedDeletions))", backend.number) {
            $0.flag()
        } ?? false
    }

    /// From now on these cards are new where they are listed again: somebody has brought them back.
    func removeConfirmedDeletions(by backend: BackendTable.Entry) throws(StoreError) {
        try connection.run("DELETE \(Self.confirmedDeletions)", backend.number)
    }

    private static let confirmedDeletions = """
        FROM acknowledged WHERE backend = ?1 AND NOT EXISTS (
            SELECT 1 FROM shadow WHERE shadow.backend = ?1 AND shadow.card = acknowledged.card)
        """

    func remove(_ identifier: CardID, of backend: BackendTable.Entry) throws(StoreError) {
        try connection.run("DELETE FROM acknowledged WHERE backend = ? AND card = ?", backend.number, identifier.text)
    }
}
