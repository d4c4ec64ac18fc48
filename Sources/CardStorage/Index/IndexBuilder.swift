internal import Cards
internal import Dispatch

/// Does the work that reads all cards: builds indexes and orders, and finds damage. It has its own thread and connection, so that
/// searching and reading rows go on meanwhile.
actor IndexBuilder {
    private let executor = DispatchExecutor(label: "cards-tui.index")
    private let reader: LazyReader

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ location: SharedLocation) { reader = LazyReader(location) }

    /// Closes the connection, asynchronously in the group.
    nonisolated func close(_ group: DispatchGroup) {
        executor.queue.async(group: group) { self.assumeIsolated { $0.reader.close() } }
    }

    func index(reusing old: CardIndex?, version: Int) throws(StoreError) -> CardIndex {
        defer { reader.close() }
        return try CardIndex(from: reader.connection(), reusing: old, version: version)
    }

    func damagedCards(inAtMost limit: Int) throws(StoreError) -> [DamagedCard] {
        defer { reader.close() }
        let connection = try reader.connection()
        if limit < .max, try CardTable(connection: connection).count(upTo: limit) == nil { return [] }
        return try DamagedCards(connection: connection).all()
    }

    func order(_ order: CardOrder, of index: CardIndex) throws(StoreError) -> SlotOrder {
        guard let statement = order.key.statement else {
            return SlotOrder(index, isReversed: order.isReversed) { order.key.value(in: $0, $1) }
        }
        var values: [Int64: Int64] = [:]
        try reader.connection().forEach(statement) { row in values[row.number()] = row.number() }
        return SlotOrder(index, isReversed: order.isReversed) { content, index in
            values.isEmpty ? nil : content.rows[index].flatMap { values[$0] }
        }
    }
}
