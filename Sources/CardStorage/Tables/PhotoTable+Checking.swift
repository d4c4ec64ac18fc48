internal import Cards

extension PhotoTable {
    /// The columns with JSON of cards, as ``CardJSON/storedForm(of:fields:)`` writes it.
    private static let texts = [
        ("change", "fields"), ("change", "previous"), ("conflict", "theirs"), ("acknowledged", "before"),
    ]
    private static let columns = FieldDefinition.all.filter(\.isPhoto).map(\.key)

    /// The photos that cards name and that are not stored.
    func missing() throws(StoreError) -> [MissingPhoto] {
        let queries = Self.columns.map {
            """
            SELECT id, name, '\($0)' FROM card
            WHERE \($0) IS NOT NULL AND NOT EXISTS (SELECT 1 FROM photo WHERE hash = card.\($0))
            """
        }
        let pictures = """
            SELECT id, name, 'pictures' FROM card
            WHERE pictures IS NOT NULL AND json_valid(pictures) AND EXISTS (
                SELECT 1 FROM json_each(pictures) AS picture WHERE NOT EXISTS (
                    SELECT 1 FROM photo WHERE hash = picture.value ->> 'photo'))
            """
        return try connection.all((queries + [pictures]).joined(separator: " UNION ALL ")) { row in
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
        try connection.run("DELETE FROM photo WHERE hash = ?", hash)
    }

    /// Selects every hash that a row or a kept JSON text names. Invalid JSON names none.
    private static let named: String = {
        let rows = ["card", "shadow"].flatMap { table in columns.map { "SELECT \($0) FROM \(table)" } }
        let kept = texts.flatMap { table, text in
            columns.map {
                """
                SELECT CASE WHEN json_valid(\(text)) THEN \(text) ->> '\($0)' END FROM \(table)
                WHERE instr(\(text), '"\($0)":"')
                """
            }
        }
        return "SELECT * FROM (\((rows + kept + pictures).joined(separator: " UNION ALL ")))"
    }()

    /// The same of the lists of pictures.
    private static let pictures: [String] = {
        let rows = ["card", "shadow"].map { table in
            """
            SELECT picture.value ->> 'photo' FROM \(table), json_each(\(table).pictures) AS picture
            WHERE \(table).pictures IS NOT NULL AND json_valid(\(table).pictures) AND picture.type = 'object'
            """
        }
        let kept = texts.map { table, text in
            """
            SELECT picture.value ->> 'photo' FROM \(table), json_each(
                CASE WHEN instr(\(text), '"pictures":[') AND json_valid(\(text)) THEN \(text) -> '$.pictures' ELSE '[]' END
            ) AS picture WHERE picture.type = 'object'
            """
        }
        return rows + kept
    }()
}
