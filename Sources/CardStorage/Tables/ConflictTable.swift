internal import Cards

/// For each card in conflict, the values of a backend, or of a file of another program, in the fields that both sides changed, until the
/// user resolves the conflict.
struct ConflictTable {
    let connection: Connection

    func conflict(_ identifier: CardID, with backend: BackendTable.Entry) throws(StoreError) -> CardPatch? {
        let bytes = try connection.first(
            "SELECT theirs FROM conflict WHERE backend = ? AND card = ?", backend.number, identifier.text
        ) {
            $0.optionalBytes() ?? []
        }
        return bytes.flatMap(Self.patch)
    }

    /// The cards in conflict with this backend, or with files.
    func count(with backend: BackendTable.Entry) throws(StoreError) -> Int {
        try connection.first(
            """
            SELECT count(DISTINCT card) FROM conflict
            WHERE backend = ? OR backend IN (SELECT number FROM backend WHERE url LIKE 'file:%' OR url LIKE 'device:%')
            """, backend.number
        ) {
            $0.count()
        } ?? 0
    }

    /// Whether a card that exists is in conflict.
    func hasCards() throws(StoreError) -> Bool {
        let found = try connection.first(
            "SELECT 1 FROM conflict WHERE EXISTS (SELECT 1 FROM card WHERE id = conflict.card) LIMIT 1"
        ) {
            $0.number()
        }
        return found != nil
    }

    /// The values of every other side, in the order in which the sides became known.
    func all(of identifier: CardID) throws(StoreError) -> [(side: BackendID, theirs: CardPatch)] {
        try connection.all(
            "SELECT url, theirs FROM conflict JOIN backend ON number = backend WHERE card = ? ORDER BY backend",
            identifier.text
        ) { row in
            let side = BackendID(normalizedURL: row.text())
            return Self.patch(row.optionalBytes() ?? []).map { (side: side, theirs: $0) }
        }
    }

    private static func patch(_ bytes: [UInt8]) -> CardPatch? {
        try? CardJSON.patch(from: JSONParser.parse(bytes), photos: .hash)
    }

    /// Adds the conflicts of this merge, and drops the fields in which the card now has their value.
    func update(with merge: CardMerge, of backend: BackendTable.Entry) throws(StoreError) {
        let identifier = merge.card.identifier
        let old = try conflict(identifier, with: backend)
        var theirs = old ?? CardPatch(values: Card(identifier: identifier, name: ""), fields: [])
        theirs.values.copy(merge.conflicts, from: merge.shadow)
        theirs.fields.formUnion(merge.conflicts)
        theirs.fields = theirs.fields.filter { !merge.card.isEqual(to: theirs.values, in: $0) }
        try replace(old, with: theirs, of: backend)
    }

    /// Drops the resolved fields, and those in which the card now has their value.
    func dropResolvedFields(
        of card: Card, deciding fields: FieldSet, with backend: BackendTable.Entry
    ) throws(StoreError) {
        guard let old = try conflict(card.identifier, with: backend) else { return }
        try dropResolvedFields(of: card, deciding: fields, old, side: backend.number)
    }

    /// Drops the fields in which the card now has their value, whoever said them. Any number of devices and programs may be known, and most
    /// contradict nothing: only conflicts that are there are read.
    func dropResolvedFields(of card: Card, exceptWith backend: BackendTable.Entry? = nil) throws(StoreError) {
        for (side, old) in try numbered(of: card.identifier) where side.number != backend?.number {
            try dropResolvedFields(of: card, deciding: [], old, side: side.number)
        }
    }

    private func dropResolvedFields(
        of card: Card, deciding fields: FieldSet, _ old: CardPatch, side: Int64
    ) throws(StoreError) {
        var theirs = old
        theirs.fields = theirs.fields.filter { !fields.contains($0) && !card.isEqual(to: theirs.values, in: $0) }
        try replace(old, with: theirs, side: side)
    }

    /// The conflicts of a card, with the number and the address of the other side of each.
    func numbered(
        of card: CardID
    ) throws(StoreError) -> [(side: (number: Int64, address: BackendID), theirs: CardPatch)] {
        try connection.all(
            "SELECT number, url, theirs FROM conflict JOIN backend ON number = backend WHERE card = ?", card.text
        ) { row in
            let side = (number: row.number(), address: BackendID(normalizedURL: row.text()))
            return Self.patch(row.optionalBytes() ?? []).map { (side: side, theirs: $0) }
        }
    }

    /// - Parameter theirs: without fields where the conflict ends.
    func replace(
        _ old: CardPatch?, with theirs: CardPatch, of backend: BackendTable.Entry
    ) throws(StoreError) {
        try replace(old, with: theirs, side: backend.number)
    }

    func replace(_ old: CardPatch?, with theirs: CardPatch, side: Int64) throws(StoreError) {
        if theirs == old || (old == nil && theirs.fields.isEmpty) { return }
        try connection.run("DELETE FROM conflict WHERE backend = ? AND card = ?", side, theirs.identifier.text)
        if theirs.fields.isEmpty { return }
        try connection.run("INSERT INTO conflict (backend, card, theirs) VALUES (?, ?, ?)") {
            $0.add(side)
            $0.add(theirs.identifier.text)
            $0.add(text: CardJSON.storedText(of: theirs.values, fields: theirs.fields))
        }
    }

    /// Removes all conflicts of a card.
    func remove(_ identifier: CardID) throws(StoreError) {
        try connection.run("DELETE FROM conflict WHERE card = ?", identifier.text)
    }
}
