internal import Cards

/// For each card in conflict, the values of a backend, or of a file of another program, in the fields that both sides changed, until the
/// user resolves the conflict.
struct ConflictTable {
    let connection: Connection

    func conflict(_ identifier: CardID, with backend: BackendTable.Entry) throws(StoreError) -> CardPatch? {
        let bytes = try connection.first("SELECT theirs FROM conflict WHERE backend = ? AND card = ?") {
            $0.add(backend.number)
            $0.add(identifier.text)
        } read: {
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
            """
        ) {
            $0.add(backend.number)
        } read: {
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
            "SELECT url, theirs FROM conflict JOIN backend ON number = backend WHERE card = ? ORDER BY backend"
        ) {
            $0.add(identifier.text)
        } read: { row in
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
        of card: Card, deciding fields: Set<CardField> = [], with backend: BackendTable.Entry
    ) throws(StoreError) {
        guard let old = try conflict(card.identifier, with: backend) else { return }
        var theirs = old
        theirs.fields = theirs.fields.filter { !fields.contains($0) && !card.isEqual(to: theirs.values, in: $0) }
        try replace(old, with: theirs, of: backend)
    }

    /// Has these be all values of this side, none for an empty patch.
    func set(_ theirs: CardPatch, of backend: BackendTable.Entry) throws(StoreError) {
        try replace(conflict(theirs.identifier, with: backend), with: theirs, of: backend)
    }

    /// - Parameter theirs: without fields where the conflict ends.
    func replace(
        _ old: CardPatch?, with theirs: CardPatch, of backend: BackendTable.Entry
    ) throws(StoreError) {
        if theirs == old || (old == nil && theirs.fields.isEmpty) { return }
        try remove(theirs.identifier, with: backend)
        if theirs.fields.isEmpty { return }
        try connection.run("INSERT INTO conflict (backend, card, theirs) VALUES (?, ?, ?)") {
            $0.add(backend.number)
            $0.add(theirs.identifier.text)
            $0.add(text: CardJSON.storedText(of: theirs.values, fields: theirs.fields))
        }
    }

    func remove(_ identifier: CardID, with backend: BackendTable.Entry) throws(StoreError) {
        try connection.run("DELETE FROM conflict WHERE backend = ? AND card = ?") {
            $0.add(backend.number)
            $0.add(identifier.text)
        }
    }
}
