internal import Cards
internal import Dispatch
internal import Synchronization

/// Keeps the index up to date and answers from it, on a thread and over a connection of its own.
///
/// Changes made here wait in a box until the next question, and are spliced in before it is answered. After a change elsewhere
/// everything is streamed anew behind, and questions are answered from the old index until that is done.
actor CardFinder {
    /// With more changes than one card in so many, streaming all is quicker than splicing.
    private static let spliceShare = 40

    nonisolated let box = ChangeBox()
    private let executor = DispatchExecutor(label: "cards-tui.find")
    private let clock: CardClock
    private let reader: LazyReader
    private let builder: IndexBuilder
    private let matcher = FilterMatcher()
    private var standing = SyncFilterCache()

    private var index: CardIndex?
    private var lastVersion = 0
    private var orders: [CardOrder: OrderEntry] = [:]
    private var lastOrder: CardOrder?

    /// Builds are numbered, so that one can wait for a build that began after a certain moment.
    private var lastBegun = 0
    private var lastFinished = 0
    /// The build without which nothing may be answered: too much has changed here to splice it in.
    private var required = 0
    private var building: Task<Void, any Error>?
    /// What changed here since the running build began: it may have been too early for them.
    private var changedWhileBuilding = ChangedRows()

    private struct OrderEntry {
        let slots: SlotOrder
        let version: Int
        /// The count of uses and moves at that time; nil where they do not matter.
        let usageVersion: Int?
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ place: SharedPlace, clock: CardClock) {
        self.clock = clock
        reader = LazyReader(place)
        builder = IndexBuilder(place)
    }

    /// Lets go of the store's file until it is asked again. False when what is being asked takes longer than is waited for.
    @discardableResult
    nonisolated func close(within patience: DispatchTimeInterval = .milliseconds(500)) -> Bool {
        let group = DispatchGroup()
        executor.queue.async(group: group) { self.assumeIsolated { $0.reader.close() } }
        builder.close(group)
        return group.wait(timeout: .now() + patience) == .success
    }

    // MARK: - Finding

    func find(_ query: CardQuery) async throws -> IndexedCards {
        let index = try await currentIndex()
        let terms = query.filter.terms
        let showsArchived = !query.hidesArchived || terms.contains { $0.kind == .isArchived && !$0.isNegated }
        let groups = showsArchived ? 3 : 2
        let ranking: Ranking
        if query.order.key == .name {
            let classes = try classes(of: query.filter, in: index)
            ranking = Ranking(index, classes: classes, groups: 0..<groups, isReversed: query.order.isReversed)
        } else {
            let order = try await slots(in: query.order, of: index).slots(ofFirst: groups)
            let classes = try classes(of: query.filter, in: index)
            ranking = Ranking(index, classes: classes, order: order)
        }
        return IndexedCards(query: query, ranking: ranking, finder: self)
    }

    private func classes(of filter: CardFilter, in index: CardIndex) throws(StoreError) -> [[UInt64]]? {
        let sets = try standing.sets(for: filter.terms, in: index, reader)
        return matcher.classes(of: filter, in: index, today: clock.today(), standing: sets)
    }

    /// The orders of an older index are dropped with the first that a newer one needs.
    private func slots(in order: CardOrder, of index: CardIndex) async throws -> SlotOrder {
        let usageVersion = order.key.statement == nil ? nil : box.usageVersion
        if let known = orders[order], known.version == index.version, known.usageVersion == usageVersion {
            lastOrder = order
            return known.slots
        }
        let slots = try await builder.order(order, of: index)
        // Four megabytes each at a million cards: only the last one is kept beside the new one.
        orders = orders.filter { $0.value.version == index.version && $0.key == lastOrder }
        lastOrder = order
        orders[order] = OrderEntry(slots: slots, version: index.version, usageVersion: usageVersion)
        return slots
    }

    // MARK: - Keeping up

    /// The index with every change that was made here.
    private func currentIndex() async throws -> CardIndex {
        while true {
            guard let index else {
                try await build(lastBegun + 1)
                continue
            }
            let changed = box.take()
            if building != nil { changedWhileBuilding.formUnion(changed) }
            if changed.areMany || changed.rows.count > max(64, index.count / Self.spliceShare) {
                required = lastBegun + 1
            } else if !changed.isEmpty {
                self.index = try spliced(changed.rows, into: index)
            }
            if lastFinished < required {
                try await build(required)
            } else if let index = self.index {
                return index
            }
        }
    }

    /// After a change elsewhere: returns when the index has it. False while nobody has asked for one: then there is nothing to do.
    func catchUp() async throws -> Bool {
        if index == nil, building == nil { return false }
        try await build(lastBegun + 1)
        return true
    }

    /// Returns when this build, or a later one, is done.
    private func build(_ needed: Int) async throws {
        while lastFinished < needed { try await (building ?? beginBuilding()).value }
    }

    private func beginBuilding() -> Task<Void, any Error> {
        lastBegun += 1
        let number = lastBegun
        // What waits is on the disk, so the build will see it; an index that is there has yet to get it.
        if index == nil { _ = box.take() }
        changedWhileBuilding = ChangedRows()
        let task = Task {
            defer { building = nil }
            var fresh = try await builder.index(reusing: index, version: nextVersion())
            changedWhileBuilding.formUnion(box.take())
            if changedWhileBuilding.areMany {
                // Too many to splice: they wait for the next build.
                box.add(changedWhileBuilding)
            } else if !changedWhileBuilding.isEmpty {
                fresh = try spliced(changedWhileBuilding.rows, into: fresh)
            }
            index = fresh
            lastFinished = number
        }
        building = task
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

    func summaries(_ rows: [Int64]) throws(StoreError) -> [CardSummary?] {
        try reading(rows, "SELECT id, note_line, \(CardColumns.summaryList) FROM card WHERE row = ?") {
            CardColumns.summary(from: &$0)
        }
    }

    func identifiers(_ rows: [Int64]) throws(StoreError) -> [CardID] {
        try reading(rows, "SELECT id FROM card WHERE row = ?") { CardID($0.text()) }.compactMap { $0 }
    }

    func row(of identifier: CardID) throws(StoreError) -> Int64? {
        try reader.connection().first("SELECT row FROM card WHERE id = ?") {
            $0.add(identifier.text)
        } read: {
            $0.number()
        }
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

    /// Looked for behind what is being built, which other questions wait for.
    nonisolated func damagedCards(inAtMost limit: Int) async throws -> [DamagedCard] {
        try await builder.damagedCards(inAtMost: limit)
    }

    // MARK: - Groups

    /// One spelling of each.
    func groups() async throws -> [String] {
        let index = try await currentIndex()
        var names: [String: String] = [:]
        for (folded, row) in index.groupRows() where names[folded] == nil {
            let groups = try reader.connection().first("SELECT groups FROM card WHERE row = ?") {
                $0.add(row)
            } read: {
                CardColumns.groups(from: &$0)
            }
            for name in groups ?? [] {
                let folded = TextFolding.fold(name)
                if !folded.isEmpty, names[folded] == nil { names[folded] = name }
            }
        }
        return names.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map(\.value)
    }
}

extension Connection {
    /// The card of this row as an index wants it; nil for none.
    fileprivate func arrival(_ number: Int64) throws(StoreError) -> CardIndex.Arrival? {
        try first("SELECT id, grp, traits, expiry, valid_from, folded, search FROM card WHERE row = ?") {
            $0.add(number)
        } read: { row in
            let identifier = row.text()
            let (group, traits) = (max(0, min(2, row.count())), UInt8(truncatingIfNeeded: row.number()))
            let (expiry, validFrom) = (row.optionalNumber(), row.optionalNumber())
            let (name, search) = (row.optionalBytes() ?? [], row.optionalBytes() ?? [])
            return CardIndex.Arrival(
                entry: SegmentContent.Entry(
                    group: group, name: name[...], search: search[...], row: number, traits: traits, expiry: expiry,
                    validFrom: validFrom),
                identifier: identifier)
        }
    }
}
