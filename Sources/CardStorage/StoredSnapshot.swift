internal import Cards

/// The list as it was at one moment: one statement, stepped in one read transaction on a connection of its own. It holds no rows.
actor StoredSnapshot: CardListSnapshot {
    /// The rows lie in another order than that of the list: with a small cache, pages would be read again and again.
    private static let cacheKilobytes = 16 << 10
    private static let mostReserved = 500

    /// How far the list was read.
    private enum Progress {
        case scanning(read: Int)
        /// A damaged page ended the scan: these rows are left, and read one by one.
        case single(ArraySlice<Int64>)
        case ended
    }

    /// The statement of all rows, and that of one.
    private struct Content {
        let all: String
        let one: String

        /// The first column of `all` is false for a row that ``DamagedCards`` reports.
        init(_ columns: String, of table: String = "card", _ columnsOfOne: String, ofOne tableOfOne: String = "card") {
            all = """
                SELECT \(DamagedCards.isWhole), \(columns)
                FROM \(table) ORDER BY grp, folded, id
                """
            one = "SELECT \(columnsOfOne) FROM \(tableOfOne) WHERE row = ?"
        }
    }

    private static func rowContent(_ parts: CardRowParts) -> Content {
        Content(
            CardColumns.summaryList(parts),
            of: parts.contains(.state) ? CardColumns.rowTables : "card",
            "id, note_line, \(CardColumns.summaryList)", ofOne: CardColumns.rowTables)
    }
    private static let cardContent = Content("id, \(CardColumns.list)", "id, \(CardColumns.list)")

    private let executor = DispatchExecutor(label: "cards-tui.list")
    private let location: StoreLocation
    private var connection: Connection?
    private var progress = Progress.scanning(read: 0)
    private var hasDamage = false
    /// The last parts that were asked for, and their statements.
    private var rowContent: (parts: CardRowParts, content: Content)?

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ location: StoreLocation) { self.location = location }

    func rows(_ limit: Int, _ parts: CardRowParts) throws -> [CardSummary]? {
        if rowContent?.parts != parts { rowContent = (parts, Self.rowContent(parts)) }
        guard let content = rowContent?.content else { return nil }
        return try next(limit, content) { CardColumns.summary(from: &$0) }
    }

    func cards(_ limit: Int) throws -> [Card]? {
        try next(limit, Self.cardContent) { row in
            CardID(row.text()).map { CardColumns.card($0, from: &row) }
        }
    }

    func restart() { progress = .scanning(read: 0) }

    func damagedCards() throws -> [DamagedCard] {
        hasDamage ? try DamagedCards(connection: opened()).all() : []
    }

    func close() {
        connection?.close()
        connection = nil
        progress = .ended
    }

    private func opened() throws(StoreError) -> Connection {
        if let connection { return connection }
        let connection = try location.open()
        try connection.execute("PRAGMA cache_size = -\(Self.cacheKilobytes)")
        // Without a lock until the first read, which fixes what is seen.
        try connection.run("BEGIN")
        self.connection = connection
        return connection
    }

    private func next<Value>(
        _ limit: Int, _ content: Content, _ read: (inout Row) -> Value?
    ) throws(StoreError) -> [Value]? {
        switch progress {
        case .ended: return nil
        case .scanning(let count): return try scan(limit, behind: count, content, read)
        case .single(let rows):
            if rows.isEmpty { return nil }
            progress = .single(rows.dropFirst(limit))
            let connection = try opened()
            return rows.prefix(limit).compactMap { row -> Value? in
                guard let value = try? connection.first(content.one, { $0.add(row) }, read: read) else { return nil }
                return value
            }
        }
    }

    private func scan<Value>(
        _ limit: Int, behind count: Int, _ content: Content, _ read: (inout Row) -> Value?
    ) throws(StoreError) -> [Value]? {
        let connection = try opened()
        var (values, steps, isWhole) = ([Value](), 0, true)
        values.reserveCapacity(min(limit, Self.mostReserved))
        do {
            let hasMore = try connection.advance(content.all, by: limit, fromBeginning: count == 0) { row in
                steps += 1
                if !row.flag() { isWhole = false }
                if let value = read(&row) { values.append(value) } else { isWhole = false }
            }
            if !isWhole { hasDamage = true }
            progress = hasMore ? .scanning(read: count + steps) : .ended
            return hasMore || !values.isEmpty ? values : nil
        } catch {
            guard case .damaged = error else { throw error }
        }
        hasDamage = true
        let left = try connection.all("SELECT row FROM card ORDER BY grp, folded, id LIMIT -1 OFFSET ?", count + steps)
        {
            Optional($0.number())
        }
        progress = .single(left[...])
        return values
    }
}
