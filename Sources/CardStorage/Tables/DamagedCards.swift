internal import Cards

/// Finds the rows of `card` that cannot be read completely. It changes nothing.
struct DamagedCards {
    let connection: Connection

    func all() throws(StoreError) -> [DamagedCard] {
        do {
            return try cards(after: .min, atMost: .max).damaged
        } catch {
            guard case .damaged = error else { throw error }
            return try oneByOne()
        }
    }

    /// Those among so many rows behind this one, and the last row that was looked at; nil for none.
    func cards(after row: Int64, atMost count: Int) throws(StoreError) -> (damaged: [DamagedCard], last: Int64?) {
        var last: Int64?
        let damaged = try connection.all("\(Self.select) WHERE row > ? ORDER BY row LIMIT ?") {
            $0.add(row)
            $0.add(count)
        } read: { row in
            last = row.number()
            return Self.card(from: &row)
        }
        return (damaged, last)
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
                return try connection.first("\(Self.select) WHERE row = ?") {
                    $0.add(row)
                } read: { row in
                    _ = row.number()
                    return Self.card(from: &row)
                } ?? nil
            } catch {
                return DamagedCard(row: row, name: folded, reason: "its place in the file is damaged")
            }
        }.sorted { $0.row < $1.row }
    }

    static let badIdentifier = "its identifier is damaged"
    static let badGroups = "its groups are damaged"
    static let badLists = "its codes, custom fields or pictures are damaged"
    static let badUnknownFields = "its other fields are damaged"
    static let badValues = [badGroups, badLists, badUnknownFields]

    private static let hasBadGroups = isBad("groups", "array")
    private static let hasBadLists = FieldDefinition.listColumns.map { isBad($0, "array") }.joined(separator: " OR ")
    private static let hasBadUnknownFields = isBad("unknown", "object")

    private static func isBad(_ column: String, _ type: String) -> String {
        "(\(column) IS NOT NULL AND json_type(CASE WHEN json_valid(\(column)) THEN \(column) END) IS NOT '\(type)')"
    }

    /// Whether a row of `card` can be read completely, but for its identifier.
    static let isWhole = "typeof(id) = 'text' AND NOT (\(hasBadGroups) OR \(hasBadLists) OR \(hasBadUnknownFields))"

    /// The name is last: it is read of damaged rows only.
    private static let select = """
        SELECT row, row, typeof(id) = 'text', id, \(hasBadGroups), \(hasBadLists), \(hasBadUnknownFields), name FROM card
        """

    /// Those of ``badValues`` that a row has. A damaged card names the first only.
    func badValues(ofRow row: Int64) throws(StoreError) -> [String] {
        try connection.first(
            "SELECT \(Self.hasBadGroups), \(Self.hasBadLists), \(Self.hasBadUnknownFields) FROM card WHERE row = ?"
        ) {
            $0.add(row)
        } read: { row in
            Self.badValues.filter { _ in row.flag() }
        } ?? []
    }

    /// Nil for a card whose values ``CardID`` and ``CardColumns`` can read.
    private static func card(from row: inout Row) -> DamagedCard? {
        let number = row.number()
        let hasIdentifier = row.flag()
        let identifier = CardID(row.text())
        let (hasBadGroups, hasBadLists, hasBadUnknownFields) = (row.flag(), row.flag(), row.flag())
        let reason: String
        if !hasIdentifier || identifier == nil {
            reason = badIdentifier
        } else if hasBadGroups {
            reason = badGroups
        } else if hasBadLists {
            reason = badLists
        } else if hasBadUnknownFields {
            reason = badUnknownFields
        } else {
            return nil
        }
        return DamagedCard(row: number, name: row.text(), reason: reason)
    }
}
