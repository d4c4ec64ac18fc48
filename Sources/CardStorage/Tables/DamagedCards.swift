internal import Cards

/// Finds the rows of `card` that cannot be read completely. It changes nothing.
struct DamagedCards {
    let connection: Connection

    func all() throws(StoreError) -> [DamagedCard] {
        do {
            return try connection.all("\(Self.select) WHERE reason IS NOT NULL ORDER BY row") { Self.card(from: &$0) }
        } catch {
            guard case .damaged = error else { throw error }
            return try oneByOne()
        }
    }

    /// A damaged page ends every scan of the table; the row numbers come from an index, which lies on other pages.
    private func oneByOne() throws(StoreError) -> [DamagedCard] {
        let rows = try connection.all("SELECT row, folded FROM card INDEXED BY card_order ORDER BY grp, folded, id") {
            Optional(($0.number(), $0.text()))
        }
        return rows.compactMap { row, folded -> DamagedCard? in
            do throws(StoreError) {
                _ = try connection.first("SELECT \(CardColumns.list) FROM card WHERE row = ?") {
                    $0.add(row)
                } read: {
                    CardColumns.card(.random(), from: &$0).name.isEmpty
                }
                return try connection.first("\(Self.select) WHERE row = ? AND reason IS NOT NULL") {
                    $0.add(row)
                } read: {
                    Self.card(from: &$0)
                }
            } catch {
                return DamagedCard(row: row, name: folded, reason: "its place in the file is damaged")
            }
        }.sorted { $0.row < $1.row }
    }

    static let badIdentifier = "its identifier is damaged"
    static let badGroups = "its groups are damaged"
    static let badUnknownFields = "its further fields are damaged"

    /// Selects values that ``CardID`` and ``CardColumns`` cannot read.
    private static let select = """
        SELECT row, name, CASE
            WHEN typeof(id) <> 'text' OR length(CAST(id AS BLOB)) NOT BETWEEN 1 AND \(CardID.maximumLength)
                OR length(CAST(id AS BLOB)) <> length(id) OR id GLOB '*[^-A-Za-z0-9_]*' THEN '\(badIdentifier)'
            WHEN groups IS NOT NULL AND NOT json_valid(groups) THEN '\(badGroups)'
            WHEN unknown IS NOT NULL AND NOT json_valid(unknown) THEN '\(badUnknownFields)'
            END AS reason
        FROM card
        """

    private static func card(from row: inout Row) -> DamagedCard {
        DamagedCard(row: row.number(), name: row.text(), reason: row.text())
    }
}
