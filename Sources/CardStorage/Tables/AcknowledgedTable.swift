internal import Cards

/// What a backend said of cards before it took changes of ours, as long as no list of it has confirmed them. A list that still says
/// it contradicts the answer; it is no change of anybody's.
struct AcknowledgedTable {
    let connection: Connection

    /// Nothing waits for a list most of the time; then no card has to be looked for.
    func isEmpty(for backend: BackendTable.Entry) throws(StoreError) -> Bool {
        try connection.first("SELECT NOT EXISTS (SELECT 1 FROM acknowledged WHERE backend = ?)") {
            $0.add(backend.number)
        } read: {
            $0.flag()
        } ?? true
    }

    /// The states from before each of the writes, in the fields that were written.
    func states(_ identifier: CardID, of backend: BackendTable.Entry) throws(StoreError) -> [CardPatch] {
        try connection.all("SELECT before FROM acknowledged WHERE backend = ? AND card = ? ORDER BY number") {
            $0.add(backend.number)
            $0.add(identifier.text)
        } read: { row in
            row.optionalBytes().flatMap { try? CardJSON.patch(from: JSONParser.parse($0), photos: .hash) }
        }
    }

    /// - Parameter now: nil where it was deleted.
    func add(_ before: Card, _ now: Card?, of backend: BackendTable.Entry) throws(StoreError) {
        let written = now?.differences(from: before) ?? before.filledFields
        let fields = written.filter { !$0.isBookkeeping }
        if fields.isEmpty { return }
        try connection.run("INSERT INTO acknowledged (backend, card, before) VALUES (?, ?, ?)") {
            $0.add(backend.number)
            $0.add(before.identifier.text)
            $0.add(text: CardJSON.storedText(of: before, fields: fields))
        }
    }

    func remove(_ identifier: CardID, of backend: BackendTable.Entry) throws(StoreError) {
        try connection.run("DELETE FROM acknowledged WHERE backend = ? AND card = ?") {
            $0.add(backend.number)
            $0.add(identifier.text)
        }
    }
}
