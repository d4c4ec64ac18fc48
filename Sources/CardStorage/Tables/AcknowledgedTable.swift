internal import Cards

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
