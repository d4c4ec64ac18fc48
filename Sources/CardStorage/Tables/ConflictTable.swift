internal import Cards

/// What a backend said against a change of ours: the values of the fields in which both sides changed, until the user
/// chooses.
struct ConflictTable {
    let connection: Connection

    func conflict(_ identifier: CardID, with backend: BackendTable.Entry) throws(StoreError) -> CardPatch? {
        let bytes = try connection.first("SELECT theirs FROM conflict WHERE backend = ? AND card = ?") {
            $0.add(backend.number)
            $0.add(identifier.text)
        } read: {
            $0.optionalBytes() ?? []
        }
        return bytes.flatMap { try? CardJSON.patch(from: JSONParser.parse($0), photos: .hash) }
    }

    /// Adds what this merge brought, and drops the fields in which ours took their value by now.
    func update(with merge: CardMerge, of backend: BackendTable.Entry) throws(StoreError) {
        let identifier = merge.card.identifier
        let old = try conflict(identifier, with: backend)
        var theirs = old ?? CardPatch(values: Card(identifier: identifier, name: ""), fields: [])
        theirs.values.copy(merge.conflicts, from: merge.shadow)
        theirs.fields.formUnion(merge.conflicts)
        theirs.fields = theirs.fields.filter { !merge.card.isEqual(to: theirs.values, in: $0) }
        if theirs == old || (old == nil && theirs.fields.isEmpty) { return }
        try remove(identifier, with: backend)
        if theirs.fields.isEmpty { return }
        try connection.run("INSERT INTO conflict (backend, card, theirs) VALUES (?, ?, ?)") {
            $0.add(backend.number)
            $0.add(identifier.text)
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
