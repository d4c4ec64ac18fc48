internal import Cards

/// What each backend last said of each card: the base of a three-way merge.
struct ShadowTable {
    let connection: Connection

    struct Entry {
        /// The row's number: names the card in the tally of a download.
        let row: Int64
        let card: Card
    }

    func entry(_ identifier: CardID, of backend: BackendTable.Entry) throws(StoreError) -> Entry? {
        try connection.first(Self.select) {
            $0.add(backend.number)
            $0.add(identifier.text)
        } read: { row in
            let number = row.number()
            return Entry(row: number, card: CardColumns.card(identifier, from: &row))
        }
    }

    private static let select = "SELECT row, \(CardColumns.list) FROM shadow WHERE backend = ? AND card = ?"

    /// Gives the row's number.
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
        ON CONFLICT (backend, card) DO UPDATE SET \(CardColumns.updates)
        RETURNING row
        """

    func remove(_ identifier: CardID, of backend: BackendTable.Entry) throws(StoreError) {
        try connection.run("DELETE FROM shadow WHERE backend = ? AND card = ?") {
            $0.add(backend.number)
            $0.add(identifier.text)
        }
    }

    /// How many cards the backend had that are not among these rows.
    func count(of backend: BackendTable.Entry, notIn seen: Set<Int64>) throws(StoreError) -> Int {
        var absent = 0
        try connection.forEach("SELECT row FROM shadow WHERE backend = ?") {
            $0.add(backend.number)
        } read: {
            if !seen.contains($0.number()) { absent += 1 }
        }
        return absent
    }
}
