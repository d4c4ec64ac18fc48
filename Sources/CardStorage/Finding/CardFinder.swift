internal import Basics
internal import CardSearch
public import Cards
internal import Dispatch
internal import Synchronization

/// Keeps the search index up to date and answers queries from it, on its own thread and database connection.
///
/// Changes of this process are collected in a ``ChangeBox`` and inserted into the index before the next query. After a change by
/// another process the index is rebuilt in the background, and queries are answered from the old one until then.
actor CardFinder {
    /// When more than one in this many cards changed, a rebuild is faster than inserting the changes.
    private static let spliceShare = 40

    nonisolated let box = ChangeBox()
    private let executor = DispatchExecutor(label: "cards-tui.find")
    private let clock: CardClock
    private let reader: LazyReader
    private let builder: IndexBuilder
    private let matcher = FilterMatcher()
    private var syncFilters = SyncFilterCache()
    private var moments = MomentCache()

    private var index: CardIndex?
    private var lastVersion = 0
    private var orders = OrderCache()
    private var builds = IndexBuilds()

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ location: SharedLocation, clock: CardClock) {
        self.clock = clock
        reader = LazyReader(location)
        builder = IndexBuilder(location)
    }

    /// Closes the connections until the next query. False when a running query takes longer than the timeout.
    @discardableResult
    nonisolated func close(within timeout: DispatchTimeInterval = .milliseconds(500)) -> Bool {
        let group = DispatchGroup()
        executor.queue.async(group: group) { self.assumeIsolated { $0.reader.close() } }
        builder.close(group)
        return group.wait(timeout: .now() + timeout) == .success
    }

    // MARK: - Queries

    func find(_ query: CardQuery) async throws -> IndexedCards {
        try await find(query, in: try await currentIndex(), matcher)
    }

    /// The same for a command, after which hardly another query comes: without an index only the cards with the words of the query are
    /// read, in a fraction of the time. The result is the same.
    func findOnce(_ query: CardQuery) async throws -> IndexedCards {
        let words = query.filter.words
        guard index == nil, builds.running == nil, !words.isEmpty else { return try await find(query) }
        let few = try CardIndex(from: reader.connection(), reusing: nil, words: words, version: nextVersion())
        return try await find(query, in: few, FilterMatcher())
    }

    private func find(
        _ query: CardQuery, in index: CardIndex, _ matcher: FilterMatcher
    ) async throws -> IndexedCards {
        let groups = Self.groups(of: query)
        let ranking: Ranking
        if query.order.key == .name {
            let classes = try classes(of: query.wholeFilter, in: index, matcher)
            ranking = Ranking(index, classes: classes, groups: 0..<groups, isReversed: query.order.isReversed)
        } else {
            let order = try await slots(in: query.order, of: index).slots(ofFirst: groups)
            let classes = try classes(of: query.wholeFilter, in: index, matcher)
            ranking = Ranking(index, classes: classes, order: order)
        }
        return IndexedCards(query: query, ranking: ranking, finder: self)
    }

    /// How many of the groups (starred, others, archived) a query searches.
    private static func groups(of query: CardQuery) -> Int {
        let asksForArchived = query.filter.terms.contains { [.isArchived, .isUsed].contains($0.kind) && !$0.isNegated }
        return !query.hidesArchived || asksForArchived ? 3 : 2
    }

    /// The cards with similar names, for a query that finds none; nil if there are none.
    func findSimilar(_ query: CardQuery) async throws -> IndexedCards? {
        guard let names = SimilarNames(query.filter) else { return nil }
        let index = try await currentIndex()
        let terms = query.wholeFilter.terms
        let domain =
            terms.isEmpty ? nil : index.bits(of: terms, today: clock.today(), sets: try sets(for: terms, in: index))
        let slots = try names.slots(in: index, groups: 0..<Self.groups(of: query), domain: domain)
        if slots.isEmpty { return nil }
        return IndexedCards(
            query: query, ranking: Ranking(index, classes: nil, order: slots[...]), finder: self, isSimilar: true)
    }

    private func classes(
        of filter: CardFilter, in index: CardIndex, _ matcher: FilterMatcher
    ) throws(StoreError) -> [[UInt64]]? {
        matcher.classes(
            of: filter, in: index, today: clock.today(), sets: try sets(for: filter.terms, in: index))
    }

    /// The cards for which the terms hold that need more than the index.
    private func sets(
        for terms: [CardFilter.Term], in index: CardIndex
    ) throws(StoreError) -> CardIndex.TermSets {
        try syncFilters.sets(for: terms, in: index, reader)
            .merging(try moments.sets(for: terms, in: index, reader, clock)) { first, _ in first }
    }

    private func slots(in order: CardOrder, of index: CardIndex) async throws -> SlotOrder {
        let isNext = order.key == .next
        let state = isNext ? clock.today().daysSince1970 : order.key.statement == nil ? nil : box.usageVersion
        if let known = orders.slots(in: order, version: index.version, state: state) { return known }
        let slots =
            isNext
            ? try moments.order(of: index, isReversed: order.isReversed, reader, clock)
            : try await builder.order(order, of: index)
        orders.keep(slots, in: order, version: index.version, state: state)
        return slots
    }

    // MARK: - Keeping up

    /// The index with all changes of this process.
    private func currentIndex() async throws -> CardIndex {
        while true {
            guard let index else {
                try await build(builds.next)
                continue
            }
            let changed = box.drain()
            builds.note(changed)
            if changed.areMany || changed.rows.count > max(64, index.count / Self.spliceShare) {
                builds.requireNext()
            } else if !changed.isEmpty {
                self.index = try spliced(changed.rows, into: index)
            }
            if let awaited = builds.awaited {
                try await build(awaited)
            } else if let index = self.index {
                return index
            }
        }
    }

    /// Returns when the index includes a change by another process. False while there is no index yet: then nothing has to be
    /// done.
    func catchUp() async throws -> Bool {
        if index == nil, builds.running == nil { return false }
        try await build(builds.next)
        return true
    }

    /// Returns when this build, or a later one, is done.
    private func build(_ needed: Int) async throws {
        while !builds.isFinished(needed) { try await (builds.running ?? beginBuilding()).value }
    }

    private func beginBuilding() -> Task<Void, any Error> {
        let number = builds.begin()
        // Collected changes are committed, so the build will see them; an existing index still needs them.
        if index == nil { _ = box.drain() }
        let task = Task {
            defer { builds.running = nil }
            var fresh = try await builder.index(reusing: index, version: nextVersion())
            let missed = builds.drainMissed(adding: box.drain())
            if missed.areMany {
                // Too many to insert: they are left to the next build.
                box.add(missed)
            } else if !missed.isEmpty {
                fresh = try spliced(missed.rows, into: fresh)
            }
            index = fresh
            builds.finish(number)
        }
        builds.running = task
        return task
    }

    private func spliced(_ rows: Set<Int64>, into index: CardIndex) throws(StoreError) -> CardIndex {
        let connection = try reader.connection()
        return try connection.reading { () throws(StoreError) in
            var arrivals: [CardIndex.Arrival] = []
            for row in rows {
                if let arrival = try connection.arrival(row) { arrivals.append(arrival) }
            }
            return try index.replacing(rows, with: arrivals, version: nextVersion()) { row throws(StoreError) in
                try connection.first("SELECT id FROM card WHERE row = ?") {
                    $0.add(row)
                } read: {
                    $0.text()
                }
            }
        }
    }

    private func nextVersion() -> Int {
        lastVersion += 1
        return lastVersion
    }

    // MARK: - Rows

    private static let summary =
        "SELECT id, note_line, \(CardColumns.summaryList) FROM \(CardColumns.rowTables) WHERE row = ?"

    /// - Parameter withNext: whether they tell when the cards matter next.
    func summaries(_ rows: [Int64], withNext: Bool = false) throws(StoreError) -> [CardSummary?] {
        var summaries = try reading(rows, Self.summary) { CardColumns.summary(from: &$0) }
        guard withNext else { return summaries }
        let today = clock.today()
        for (index, row) in rows.enumerated() { summaries[index]?.next = moments.next(ofRow: row, today: today) }
        return summaries
    }

    func identifiers(_ rows: [Int64]) throws(StoreError) -> [CardID] {
        try reading(rows, "SELECT id FROM card WHERE row = ?") { $0.cardID() }.compactMap { $0 }
    }

    func row(of identifier: CardID) throws(StoreError) -> Int64? {
        try reader.connection().first("SELECT row FROM card WHERE id = ?", identifier.text) { $0.number() }
    }

    private func reading<Value>(
        _ rows: [Int64], _ statement: String, _ read: (inout Row) -> Value?
    ) throws(StoreError) -> [Value?] {
        let connection = try reader.connection()
        return try connection.reading { () throws(StoreError) in
            var values: [Value?] = []
            values.reserveCapacity(rows.count)
            for row in rows {
                values.append(
                    try connection.first(statement) {
                        $0.add(row)
                    } read: {
                        read(&$0)
                    } ?? nil)
            }
            return values
        }
    }

    /// Runs on the builder, after a running build, so that queries do not wait for it.
    nonisolated func damagedCards() async throws -> [DamagedCard] { try await builder.damagedCards() }

    // MARK: - Groups

    /// The groups of all cards, each in the spelling that comes first in the list, with the number of their cards.
    func groupCounts() async throws -> [GroupCount] {
        let index = try await currentIndex()
        var names: [String: String] = [:]
        let uses = index.groupUses()
        for (folded, use) in uses.sorted(by: { $0.value.slot < $1.value.slot }) where names[folded] == nil {
            let groups = try reader.connection().first("SELECT groups FROM card WHERE row = ?") {
                $0.add(index.row(at: use.slot))
            } read: {
                CardColumns.groups(from: &$0)
            }
            for name in groups ?? [] {
                let folded = TextFolding.fold(name)
                if !folded.isEmpty, names[folded] == nil { names[folded] = name }
            }
        }
        return names.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.compactMap { folded, name in
            // A name that came with the row of another group may belong to a card that the index does not have yet.
            uses[folded].map { GroupCount(name: name, count: $0.count) }
        }
    }
}

extension Connection {
    /// The card of this row, for inserting it into an index; nil for none.
    fileprivate func arrival(_ number: Int64) throws(StoreError) -> CardIndex.Arrival? {
        try first("SELECT id, \(Row.indexedColumns), folded, search FROM card WHERE row = ?", number) { row in
            let (identifier, values) = (row.text(), row.indexedValues())
            let (name, search) = (row.optionalBytes() ?? [], row.optionalBytes() ?? [])
            return CardIndex.Arrival(identifier: identifier, name: name, search: search, values)
        }
    }
}

/// The result of a query. It holds the index that it was found in, so that later changes move no rank.
struct IndexedCards: FoundCards {
    let query: CardQuery
    let ranking: Ranking
    let finder: CardFinder
    var isSimilar = false

    var count: Int { ranking.count }

    func rows(in ranks: Range<Int>) async throws -> [CardSummary?] {
        try await finder.summaries(ranking.rows(at: ranks), withNext: query.order.key == .next)
    }

    func identifiers(in ranks: Range<Int>) async throws -> [CardID] {
        try await finder.identifiers(ranking.rows(at: ranks))
    }

    func rank(of identifier: CardID) async throws -> Int? {
        try await finder.row(of: identifier).flatMap { ranking.rank(ofRow: $0) }
    }

    var alphabeticalRanks: Range<Int>? {
        guard query.order.key == .name, query.wholeFilter.isEmpty else { return nil }
        return ranking.index.alphabeticalRanks
    }

    func initial(at rank: Int) -> Character? { ranking.initial(at: rank) }
}

extension SQLiteCardStore {
    public nonisolated func find(_ query: CardQuery) async throws -> any FoundCards { try await finder.find(query) }

    public nonisolated func findOnce(_ query: CardQuery) async throws -> any FoundCards {
        try await finder.findOnce(query)
    }

    public nonisolated func findSimilar(_ query: CardQuery) async throws -> (any FoundCards)? {
        try await finder.findSimilar(query)
    }

    public func findingNotices() -> AsyncStream<StoreNotice> { listenForSearchNotices() }

    public nonisolated func groupCounts() async throws -> [GroupCount] { try await finder.groupCounts() }
}
