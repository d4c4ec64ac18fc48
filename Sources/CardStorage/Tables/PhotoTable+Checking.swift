internal import Cards

extension PhotoTable {
    private static let columns = FieldDefinition.all.filter(\.isPhoto).map(\.key)

    /// The photos that cards name and that are not stored.
    func missing() throws(StoreError) -> [MissingPhoto] {
        let queries = Self.columns.map {
            """
            SELECT id, name, '\($0)' FROM card
            WHERE \($0) IS NOT NULL AND NOT EXISTS (SELECT 1 FROM photo WHERE hash = card.\($0))
            """
        }
        return try connection.all(queries.joined(separator: " UNION ALL ")) { row in
            let (identifier, name, part) = (row.text(), row.text(), row.text())
            return CardID(identifier).map { MissingPhoto(card: $0, name: name, part: part) }
        }
    }

    /// The hashes of stored photos that nothing names: no card, no history of one, no backend's version.
    func unused() throws(StoreError) -> [String] {
        let unlisted = "SELECT hash FROM photo WHERE NOT EXISTS (SELECT 1 FROM photo_use WHERE hash = photo.hash)"
        // Usually all are listed, and the texts below need not be searched.
        if try connection.first("\(unlisted) LIMIT 1", read: { $0.text() }) == nil { return [] }
        return try connection.all("\(unlisted) EXCEPT \(Self.named)") { $0.text() }
    }

    func remove(_ hash: String) throws(StoreError) {
        try connection.run("DELETE FROM photo WHERE hash = ?") { $0.add(hash) }
    }

    /// Selects every hash that a row or a kept JSON text names. Invalid JSON names none.
    private static let named: String = {
        let rows = ["card", "shadow"].flatMap { table in columns.map { "SELECT \($0) FROM \(table)" } }
        let texts = [
            ("change", "fields"), ("change", "previous"), ("conflict", "theirs"), ("acknowledged", "before"),
        ]
        let kept = texts.flatMap { table, text in
            columns.map {
                """
                SELECT CASE WHEN json_valid(\(text)) THEN \(text) ->> '\($0)' END FROM \(table)
                WHERE instr(\(text), '"\($0)":"')
                """
            }
        }
        return "SELECT * FROM (\((rows + kept).joined(separator: " UNION ALL ")))"
    }()
}
