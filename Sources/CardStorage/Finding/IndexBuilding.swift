internal import CardSearch
internal import Cards
internal import Dispatch

extension CardIndex {
    /// Streams all cards in order from the SQL index `card_order`, without reading the table. Segments that are equal in an older
    /// index are reused: after a change by another process only the changed ones take memory twice.
    /// - Parameter words: only cards with these folded words, and perhaps some others; all for none.
    init(
        from connection: Connection, reusing old: CardIndex?, words: [String] = [], version: Int
    ) throws(StoreError) {
        var assembly = IndexAssembly(reusing: old)
        // The longest words leave the fewest cards.
        let words = words.sorted { $0.utf8.count > $1.utf8.count }.prefix(Self.maximumWords).map { Array($0.utf8) }
        let conditions = words.indices.map { "(instr(CAST(folded AS BLOB), ?\($0 + 1)) OR instr(search, ?\($0 + 1)))" }
        let selection = conditions.isEmpty ? "" : "WHERE \(conditions.joined(separator: " AND ")) "
        try connection.forEach(
            "SELECT \(Row.indexedColumns), folded, search FROM card \(selection)ORDER BY grp, folded, id"
        ) { parameters in
            for word in words { parameters.add(blob: word) }
        } read: { row in
            let values = row.indexedValues()
            assembly.append(name: row.borrowedBytes(), search: row.borrowedBytes(), values)
        }
        self = assembly.finished(version: version)
    }

    /// SQLite looks for no more: a filter may have thousands.
    private static let maximumWords = 3
}

extension Row {
    /// The columns of ``indexedValues()``.
    static let indexedColumns = "grp, row, traits, expiry, valid_from"

    mutating func indexedValues() -> IndexedValues {
        let group = max(0, min(2, count()))
        let (row, traits) = (number(), UInt16(truncatingIfNeeded: number()))
        return IndexedValues(
            group: group, row: row, traits: traits, expiry: optionalNumber(), validFrom: optionalNumber())
    }
}

/// Does the work that reads all cards: builds indexes and orders, and finds damage. It has its own thread and connection, so that
/// searching and reading rows go on meanwhile.
actor IndexBuilder {
    private let executor = DispatchExecutor(label: "cards-tui.index")
    private let location: SharedLocation
    private let reader: LazyReader

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ location: SharedLocation) { (self.location, reader) = (location, LazyReader(location)) }

    /// Closes the connection, asynchronously in the group.
    nonisolated func close(_ group: DispatchGroup) {
        executor.queue.async(group: group) { self.assumeIsolated { $0.reader.close() } }
    }

    func index(reusing old: CardIndex?, version: Int) throws(StoreError) -> CardIndex {
        defer { reader.close() }
        return try CardIndex(from: reader.connection(), reusing: old, version: version)
    }

    /// Looks through the cards in pieces, so that nothing waits for it long, and stops where its task is cancelled.
    func damagedCards() async throws -> [DamagedCard] {
        // Of its own: what comes between two pieces closes the other one.
        let reader = LazyReader(location)
        defer { reader.close() }
        var (damaged, last): ([DamagedCard], Int64) = ([], .min)
        while true {
            if Task.isCancelled { throw StoreError.stopped }
            let looking = DamagedCards(connection: try reader.connection())
            do throws(StoreError) {
                let piece = try looking.cards(after: last, atMost: Self.piece)
                damaged += piece.damaged
                guard let end = piece.last else { return damaged }
                last = end
            } catch {
                guard case .damaged = error else { throw error }
                return try looking.all()
            }
            await Task.yield()
        }
    }

    private static let piece = 2000

    func order(_ order: CardOrder, of index: CardIndex) throws(StoreError) -> SlotOrder {
        guard let statement = order.key.statement else {
            return SlotOrder(index, by: order.key, isReversed: order.isReversed)
        }
        var values: [Int64: Int64] = [:]
        try reader.connection().forEach(statement) { row in values[row.number()] = row.number() }
        return SlotOrder(index, by: values, isReversed: order.isReversed)
    }
}

extension CardOrder.Key {
    /// Selects rows and their sort keys, for orders that the index does not hold. ``MomentCache`` has that of `next`.
    var statement: String? {
        switch self {
        case .used: "SELECT row, -last_used FROM usage CROSS JOIN card ON card.id = usage.card"
        case .uses: "SELECT row, -uses FROM usage CROSS JOIN card ON card.id = usage.card"
        case .usual: "SELECT row, -weight FROM usage CROSS JOIN card ON card.id = usage.card"
        // In thousandths; what is no number counts as 0.
        case .balance: "SELECT row, CAST(-1000.0 * balance AS INTEGER) FROM card WHERE balance <> ''"
        case .manual: "SELECT row, place FROM hand CROSS JOIN card ON card.id = hand.card"
        case .name, .added, .expiry, .validFrom, .next: nil
        }
    }
}

/// The builds of an index, by number, so that a caller can wait for one that began after a certain moment; and the changes that the
/// running build may have missed.
struct IndexBuilds {
    /// The build that is running.
    var running: Task<Void, any Error>?
    private var lastBegun = 0
    private var lastFinished = 0
    /// The build that queries have to wait for: too much has changed in this process to insert it.
    private var required = 0
    private var missed = ChangedRows()

    /// The first build that has not begun yet: it will see every change that is committed now.
    var next: Int { lastBegun + 1 }

    /// The build that queries have to wait for; nil if the index is complete without one.
    var awaited: Int? { lastFinished < required ? required : nil }

    func isFinished(_ number: Int) -> Bool { lastFinished >= number }

    /// Makes queries wait for the next build.
    mutating func requireNext() { required = next }

    /// - Returns: the number of the build that begins.
    mutating func begin() -> Int {
        lastBegun += 1
        missed = ChangedRows()
        return lastBegun
    }

    /// Notes changes that are in the index that answers queries now, but perhaps not in the one that is being built.
    mutating func note(_ changed: ChangedRows) {
        if running != nil { missed.formUnion(changed) }
    }

    /// The noted changes, and these, for inserting them into the index that was built.
    mutating func drainMissed(adding changed: ChangedRows) -> ChangedRows {
        defer { missed = ChangedRows() }
        missed.formUnion(changed)
        return missed
    }

    mutating func finish(_ number: Int) { lastFinished = number }
}
