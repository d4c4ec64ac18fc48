internal import CardTransfer
internal import Cards

/// The cards of a listing, read in pages: no listing holds all of them.
struct ListedCards {
    private let store: any CardStore
    /// Nil for all cards by name, which need no search index.
    private let found: (any FoundCards)?
    /// All cards by name as they are at one moment; nil for a search, and for a store that has no such list.
    private let snapshot: (any CardListSnapshot)?
    private let limit: Int

    init(_ request: ListRequest, in store: any CardStore) async throws {
        self.store = store
        limit = request.limit ?? .max
        let isAll = request.query == .all
        snapshot = isAll ? (store as? any CardListing)?.snapshot() : nil
        found = isAll ? nil : try await store.whole.findOnce(request.query)
    }

    /// The cards that cannot be read. Without a snapshot it reads every card.
    func damagedCards() async throws -> [DamagedCard] {
        if let snapshot { return try await snapshot.damagedCards() }
        return try await (store as? any StoreChecking)?.damagedCards() ?? []
    }

    /// Ends the reading.
    func close() async { await snapshot?.close() }

    /// - Parameter parts: what is needed of the rows; a search has all of it.
    func forEachPage(
        _ parts: CardRowParts = .all, _ body: ([CardSummary]) async throws -> Void
    ) async throws {
        if let snapshot {
            try await Self.read(snapshot, limit, { try await $0.rows($1, parts) }, body)
            return
        }
        var (rank, left) = (0, limit)
        while left > 0 {
            let ranks = rank..<rank + min(CommandRunner.pageSize, left)
            let page = try await rows(in: ranks)
            if !page.isEmpty { try await body(page) }
            (rank, left) = (ranks.upperBound, left - ranks.count)
            if try await isEnd(rank, isShort: page.count < ranks.count) { return }
        }
    }

    /// The same for whole cards.
    func forEachCard(_ body: (Card) async throws -> Void) async throws {
        if let snapshot {
            try await Self.read(snapshot, limit, { try await $0.cards($1) }) { batch in
                for card in batch { try await body(card) }
            }
            return
        }
        var left = limit
        var cards = StoredCards(found.map { CardSelection.found($0) } ?? .all, of: store)
        while left > 0, let batch = try await cards.nextBatch() {
            for card in batch.prefix(left) { try await body(card) }
            left -= batch.count
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

    private func rows(in ranks: Range<Int>) async throws -> [CardSummary] {
        guard let found else { return try await store.summaries(in: ranks) }
        return try await found.rows(in: ranks.clamped(to: 0..<found.count)).compactMap { $0 }
    }

    private func isEnd(_ rank: Int, isShort: Bool) async throws -> Bool {
        if let found { return rank >= found.count }
        // A page is also short if a card in it cannot be read.
        guard isShort else { return false }
        return try await store.count() <= rank
    }
}

extension CardStore {
    /// The store with search, history and trash.
    var whole: any LocalStore {
        get throws {
            guard let store = self as? any LocalStore else {
                throw CommandFailure("this store cannot be searched", .store)
            }
            return store
        }
    }
}
