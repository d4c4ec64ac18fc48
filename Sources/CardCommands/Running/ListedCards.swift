internal import CardTransfer
internal import Cards

/// The cards of a listing, read in pages: no listing holds all of them.
struct ListedCards {
    private enum Source {
        /// All cards by name as they are at one moment, which needs no search index.
        case all(any CardListSnapshot)
        case found(any FoundCards)
    }

    private let store: any CardStore
    private let source: Source
    private let limit: Int

    init(_ request: ListRequest, in store: any CardStore) async throws {
        self.store = store
        limit = request.limit ?? .max
        source =
            request.query == .all ? .all(store.snapshot()) : .found(try await store.findOnce(request.query))
    }

    /// The cards that cannot be read. After a search it reads every card.
    func damagedCards() async throws -> [DamagedCard] {
        switch source {
        case .all(let snapshot): try await snapshot.damagedCards()
        case .found: try await store.damagedCards()
        }
    }

    /// Ends the reading.
    func close() async {
        if case .all(let snapshot) = source { await snapshot.close() }
    }

    /// - Parameter parts: what is needed of the rows; a search has all of it.
    func forEachPage(
        _ parts: CardRowParts = .all, _ body: ([CardSummary]) async throws -> Void
    ) async throws {
        switch source {
        case .all(let snapshot): try await Self.read(snapshot, limit, { try await $0.rows($1, parts) }, body)
        case .found(let found):
            let count = min(found.count, limit)
            for start in stride(from: 0, to: count, by: CommandRunner.pageSize) {
                let ranks = start..<min(start + CommandRunner.pageSize, count)
                let page = try await found.rows(in: ranks).compactMap { $0 }
                if !page.isEmpty { try await body(page) }
            }
        }
    }

    /// The same for whole cards.
    func forEachCard(_ body: (Card) async throws -> Void) async throws {
        switch source {
        case .all(let snapshot):
            try await Self.read(snapshot, limit, { try await $0.cards($1) }) { batch in
                for card in batch { try await body(card) }
            }
        case .found(let found):
            var left = limit
            var cards = StoredCards(.found(found), of: store)
            while left > 0, let batch = try await cards.nextBatch() {
                for card in batch.prefix(left) { try await body(card) }
                left -= batch.count
            }
        }
    }

    /// Reads the list in parts, from the beginning, one part ahead.
    private static func read<Value: Sendable>(
        _ snapshot: any CardListSnapshot, _ limit: Int,
        _ next: @escaping @Sendable (any CardListSnapshot, Int) async throws -> [Value]?,
        _ body: ([Value]) async throws -> Void
    ) async throws {
        await snapshot.restart()
        var left = limit
        var part = left > 0 ? try await next(snapshot, min(CommandRunner.pageSize, left)) : nil
        while let values = part {
            if Task.isCancelled { throw StoreError.stopped }
            left -= values.count
            let count = min(CommandRunner.pageSize, left)
            // Read while the texts of this part are made.
            async let following = count > 0 ? next(snapshot, count) : nil
            if !values.isEmpty { try await body(values) }
            part = try await following
        }
    }
}
