internal import Cards

/// The cards as they are now: one row a card. It writes no log and owes nobody; ``SQLiteCardStore`` does.
struct CardTable {
    let connection: Connection

    /// A card and the last change that was made to it here.
    struct Entry {
        var card: Card
        /// The place in the change log of the last local change, or of the download that brought the card.
        var sequence: Int64
    }

    func entry(_ identifier: CardID) throws(StoreError) -> Entry? {
        try connection.first(Self.select) {
            $0.add(identifier.text)
        } read: { row in
            let sequence = row.number()
            return Entry(card: CardColumns.card(identifier, from: &row), sequence: sequence)
        }
    }

    private static let select = "SELECT sequence, \(CardColumns.list) FROM card WHERE id = ?"

    func write(_ entry: Entry) throws(StoreError) {
        try connection.run(Self.upsert) { parameters in
            let card = entry.card
            parameters.add(card.identifier.text)
            parameters.add(Self.group(of: card))
            parameters.add(TextFolding.fold(card.name))
            parameters.add(entry.sequence)
            parameters.add(CardSummary.firstLine(of: card.note))
            CardColumns.add(card, to: &parameters)
        }
    }

    private static let upsert = """
        INSERT INTO card (id, grp, folded, sequence, note_line, \(CardColumns.list))
        VALUES (?, ?, ?, ?, ?, \(CardColumns.placeholders))
        ON CONFLICT (id) DO UPDATE SET grp = excluded.grp, folded = excluded.folded, sequence = excluded.sequence,
            note_line = excluded.note_line, \(CardColumns.updates)
        """

    func remove(_ identifier: CardID) throws(StoreError) {
        try connection.run("DELETE FROM card WHERE id = ?") { $0.add(identifier.text) }
    }

    func identifiers() throws(StoreError) -> [CardID] {
        try connection.all("SELECT id FROM card") { CardID($0.text()) }
    }

    // MARK: - The list

    func count(_ query: CardQuery) throws(StoreError) -> Int {
        try connection.first("SELECT count(*) FROM card \(Self.condition(query))") { $0.count() } ?? 0
    }

    func summaries(_ query: CardQuery, in ranks: Range<Int>) throws(StoreError) -> [CardSummary] {
        try connection.all(Self.window(query, columns: "note_line, \(CardColumns.summaryList)")) {
            Self.add(ranks, to: &$0)
        } read: {
            CardColumns.summary(from: &$0)
        }
    }

    func cards(_ query: CardQuery, in ranks: Range<Int>) throws(StoreError) -> [Card] {
        try connection.all(Self.window(query, columns: CardColumns.list)) {
            Self.add(ranks, to: &$0)
        } read: {
            Self.card(from: &$0)
        }
    }

    /// In list order.
    func cards(foldedName: String) throws(StoreError) -> [Card] {
        try connection.all(
            "SELECT id, \(CardColumns.list) FROM card WHERE grp IN (0, 1, 2) AND folded = ? ORDER BY grp, folded, id"
        ) {
            $0.add(foldedName)
        } read: {
            Self.card(from: &$0)
        }
    }

    /// How many cards stand before this one: counted in the index, without reading a card.
    func rank(of identifier: CardID, in query: CardQuery) throws(StoreError) -> Int? {
        try connection.first(
            """
            SELECT (SELECT count(*) FROM card WHERE grp < this.grp)
                + (SELECT count(*) FROM card WHERE grp = this.grp AND folded < this.folded)
                + (SELECT count(*) FROM card WHERE grp = this.grp AND folded = this.folded AND id < this.id)
            FROM card AS this WHERE id = ? \(query.showsArchived ? "" : "AND grp < 2")
            """
        ) {
            $0.add(identifier.text)
        } read: {
            $0.count()
        }
    }

    /// Starred, others, archived. A card that is both starred and archived is out of the way.
    private static func group(of card: Card) -> Int { card.isArchived ? 2 : card.isStarred ? 0 : 1 }

    private static func condition(_ query: CardQuery) -> String { query.showsArchived ? "" : "WHERE grp < 2" }

    /// The ranks are passed over in the index alone; only the rows of the window are read. CROSS JOIN keeps SQLite from
    /// turning that round.
    private static func window(_ query: CardQuery, columns: String) -> String {
        """
        SELECT id, \(columns) FROM
            (SELECT row AS place FROM card \(condition(query)) ORDER BY grp, folded, id LIMIT ? OFFSET ?)
            CROSS JOIN card ON card.row = place
        ORDER BY grp, folded, id
        """
    }

    private static func add(_ ranks: Range<Int>, to parameters: inout Parameters) {
        let ranks = ranks.clamped(to: 0..<Int.max)
        parameters.add(ranks.count)
        parameters.add(ranks.lowerBound)
    }

    private static func card(from row: inout Row) -> Card? {
        CardID(row.text()).map { CardColumns.card($0, from: &row) }
    }
}
