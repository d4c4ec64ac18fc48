internal import Cards
internal import Dispatch

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
            return SlotOrder(index, isReversed: order.isReversed) { order.key.value(in: $0, $1) }
        }
        var values: [Int64: Int64] = [:]
        try reader.connection().forEach(statement) { row in values[row.number()] = row.number() }
        return SlotOrder(index, isReversed: order.isReversed) { content, index in
            values.isEmpty ? nil : content.rows[index].flatMap { values[$0] }
        }
    }
}
