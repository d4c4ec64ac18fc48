internal import CardSearch
internal import Cards

/// The cards as they are now, one per row. Only ``CardWriter`` writes them, with all that follows.
struct CardTable {
    let connection: Connection

    /// A card with the sequence of its last local change.
    struct Entry {
        var card: Card
        /// The log entry of the last local change, or of the download that added the card.
        var sequence: Int64
    }

    func entry(_ identifier: CardID) throws(StoreError) -> Entry? {
        try connection.first(Self.select, identifier.text) { row in
            let sequence = row.number()
            return Entry(card: CardColumns.card(identifier, from: &row), sequence: sequence)
        }
    }

    /// The entry of the log that added the card: its row has that number. Nil if the log does not have it any more.
    func birth(_ identifier: CardID) throws(StoreError) -> Int64? {
        try connection.first(
            """
            SELECT row FROM card JOIN change ON change.sequence = card.row
            WHERE id = ? AND change.card = id AND previous IS NULL
            """, identifier.text
        ) {
            $0.number()
        }
    }

    /// The name alone: a page of the history asks for many.
    func name(_ identifier: CardID) throws(StoreError) -> String? {
        try connection.first("SELECT name FROM card WHERE id = ?", identifier.text) { $0.text() }
    }

    /// Nil where the row is none, or its identifier is damaged.
    func card(in row: Int64) throws(StoreError) -> Card? {
        try connection.first("SELECT id, \(CardColumns.list) FROM card WHERE row = ?") {
            $0.add(row)
        } read: {
            Self.card(from: &$0)
        }.flatMap { $0 }
    }

    private static let select = "SELECT sequence, \(CardColumns.list) FROM card WHERE id = ?"

    /// - Parameter isNew: whether the card has no row yet.
    func write(_ entry: Entry, isNew: Bool) throws(StoreError) {
        try connection.run(isNew ? Self.insert : Self.update) { parameters in
            let card = entry.card
            let search = SearchColumns(card)
            parameters.add(card.identifier.text)
            parameters.add(Self.group(of: card))
            parameters.add(search.name)
            parameters.add(entry.sequence)
            parameters.add(CardSummary.firstLine(of: card.note))
            CardColumns.add(card, to: &parameters)
            parameters.add(blob: search.bytes)
            parameters.add(Int64(search.traits.rawValue))
        }
    }

    /// Fills the columns for the search (``SearchColumns``) of every card without them, in a store of the current version.
    static func fillSearch(_ connection: Connection) throws(StoreError) {
        var last: Int64 = -1 << 62
        while true {
            let cards = try connection.all(
                "SELECT row, id, \(CardColumns.list) FROM card WHERE row > ? AND search = x'' ORDER BY row LIMIT 500",
                last
            ) { row in
                let number = row.number()
                // A card with an invalid identifier cannot be shown, but must not end the loop.
                return (number, CardID(row.text()).map { CardColumns.card($0, from: &row) })
            }
            guard let end = cards.last?.0 else { return }
            last = end
            for case (let row, let card?) in cards {
                let columns = SearchColumns(card)
                try connection.run("UPDATE card SET folded = ?, search = ?, traits = ? WHERE row = ?") {
                    $0.add(columns.name)
                    $0.add(blob: columns.bytes)
                    $0.add(Int64(columns.traits.rawValue))
                    $0.add(row)
                }
            }
        }
    }

    /// A new row gets the number of its log entry, so that row numbers are never reused: an older search result must not show
    /// another card.
    private static let insert = """
        INSERT INTO card (
            id, grp, folded, sequence, note_line, \(CardColumns.list), search, traits, row)
        VALUES (
            ?, ?, ?, ?4, ?, \(CardColumns.placeholders), ?, ?,
            max(ifnull((SELECT max(row) FROM card) + 1, 1), ?4))
        """
    /// Has the parameters of ``insert``.
    private static let update = """
        UPDATE card SET grp = ?2, folded = ?3, sequence = ?4, note_line = ?5, \(CardColumns.assignments(from: 6)),
            search = ?\(6 + CardColumns.count), traits = ?\(7 + CardColumns.count)
        WHERE id = ?1
        """

    func remove(_ identifier: CardID) throws(StoreError) {
        try connection.run("DELETE FROM card WHERE id = ?", identifier.text)
    }

    /// For a card whose identifier is damaged.
    func setIdentifier(_ identifier: CardID, inRow row: Int64) throws(StoreError) {
        try connection.run("UPDATE card SET id = ? WHERE row = ?") {
            $0.add(identifier.text)
            $0.add(row)
        }
    }

    func identifiers() throws(StoreError) -> [CardID] {
        try connection.all("SELECT id FROM card") { $0.cardID() }
    }

    /// The highest row; 0 without cards.
    func lastRow() throws(StoreError) -> Int64 {
        try connection.first("SELECT max(row) FROM card") { $0.number() } ?? 0
    }

    // MARK: - The list

    func count() throws(StoreError) -> Int { try connection.first("SELECT count(*) FROM card") { $0.count() } ?? 0 }

    /// Nil when there are more cards.
    func count(upTo limit: Int) throws(StoreError) -> Int? {
        let count = try connection.first("SELECT count(*) FROM (SELECT 1 FROM card LIMIT ?)", limit + 1) { $0.count() }
        return count.flatMap { $0 > limit ? nil : $0 }
    }

    func summaries(in ranks: Range<Int>) throws(StoreError) -> [CardSummary] {
        try window(ranks, "note_line, \(CardColumns.summaryList)", of: CardColumns.rowTables) {
            CardColumns.summary(from: &$0)
        }
    }

    /// The rows of the first screen, as they lie in the index `card_order`, and how many cards there are: nil where counting them takes
    /// noticeable time.
    func first(_ limit: Int) throws(StoreError) -> (rows: [CardSummary], count: Int?) {
        var (rows, last): ([CardSummary], Int64) = ([], 0)
        do {
            rows = try connection.all(Self.firstRows, limit) { row in
                last = row.number()
                return CardColumns.summary(from: &row)
            }
        } catch {
            guard case .damaged = error else { throw error }
            rows = try summaries(in: 0..<limit)
            last = try lastRow()
        }
        // Row numbers have gaps where cards were deleted, or changed.
        return (rows, last / 5 > Self.fewCards ? nil : try count(upTo: Self.fewCards))
    }

    private static let fewCards = 500
    private static let firstRows = """
        SELECT (SELECT max(row) FROM card), id, note_line, \(CardColumns.summaryList)
        FROM \(CardColumns.rowTables) ORDER BY grp, folded, id LIMIT ?
        """

    /// In list order.
    func conflictedSummaries() throws(StoreError) -> [CardSummary] {
        try connection.all(
            """
            SELECT id, note_line, \(CardColumns.summaryList) FROM \(CardColumns.rowTables)
            WHERE id IN (SELECT card FROM conflict) ORDER BY grp, folded, id
            """
        ) {
            CardColumns.summary(from: &$0)
        }
    }

    /// The rows at these ranks. If one is damaged, the others are read one by one.
    private func window<Value>(
        _ ranks: Range<Int>, _ columns: String, of table: String, read: (inout Row) -> Value?
    ) throws(StoreError) -> [Value] {
        do {
            return try connection.all(Self.window(columns, of: table), { Self.add(ranks, to: &$0) }, read: read)
        } catch {
            guard case .damaged = error else { throw error }
        }
        let rows = try connection.all("SELECT row FROM card ORDER BY grp, folded, id LIMIT ? OFFSET ?") {
            Self.add(ranks, to: &$0)
        } read: {
            Optional($0.number())
        }
        return rows.compactMap { row -> Value? in
            let sql = "SELECT id, \(columns) FROM \(table) WHERE row = ?"
            guard let value = try? connection.first(sql, { $0.add(row) }, read: read) else { return nil }
            return value
        }
    }

    /// In list order.
    func cards(foldedName: String) throws(StoreError) -> [Card] {
        try connection.all(
            "SELECT id, \(CardColumns.list) FROM card WHERE grp IN (0, 1, 2) AND folded = ? ORDER BY grp, folded, id",
            foldedName
        ) {
            Self.card(from: &$0)
        }
    }

    /// In list order.
    func summaries(foldedNamesFrom first: String, to last: String, limit: Int) throws(StoreError) -> [CardSummary] {
        try connection.all(
            """
            SELECT id, note_line, \(CardColumns.summaryList) FROM \(CardColumns.rowTables)
            WHERE grp IN (0, 1, 2) AND folded >= ? AND folded < ? ORDER BY grp, folded, id LIMIT ?
            """, first, last, limit
        ) {
            CardColumns.summary(from: &$0)
        }
    }

    /// The different lists of groups of at most this many cards, as JSON.
    func groupLists(ofAtMost limit: Int) throws(StoreError) -> [[UInt8]] {
        try connection.all(
            "SELECT DISTINCT groups FROM (SELECT groups FROM card WHERE groups IS NOT NULL LIMIT ?)", limit
        ) {
            $0.optionalBytes()
        }
    }

    /// 0 starred, 1 others, 2 archived. A card that is both starred and archived counts as archived.
    private static func group(of card: Card) -> Int { card.isArchived ? 2 : card.isStarred ? 0 : 1 }

    /// The rows before the window are skipped in the index; only the rows of the window are read. CROSS JOIN keeps SQLite from
    /// swapping the tables.
    private static func window(_ columns: String, of table: String) -> String {
        """
        SELECT id, \(columns) FROM
            (SELECT row AS place FROM card ORDER BY grp, folded, id LIMIT ? OFFSET ?)
            CROSS JOIN \(table)
        WHERE card.row = place ORDER BY grp, folded, id
        """
    }

    private static func add(_ ranks: Range<Int>, to parameters: inout Parameters) {
        let ranks = ranks.clamped(to: 0..<Int.max)
        parameters.add(ranks.count)
        parameters.add(ranks.lowerBound)
    }

    private static func card(from row: inout Row) -> Card? {
        row.cardID().map { CardColumns.card($0, from: &row) }
    }
}
