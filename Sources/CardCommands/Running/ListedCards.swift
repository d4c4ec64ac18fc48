internal import CardTransfer
internal import Cards

/// The cards of a listing, read in pages: no listing holds all of them.
struct ListedCards {
    private let store: any CardStore
    /// Nil for all cards by name, which need no search index.
    private let found: (any FoundCards)?
    private let limit: Int

    init(_ request: ListRequest, in store: any CardStore) async throws {
        self.store = store
        limit = request.limit ?? .max
        found = request.query == .all ? nil : try await store.whole.find(request.query)
    }

    func forEachPage(_ body: ([CardSummary]) async throws -> Void) async throws {
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
        var left = limit
        var cards = StoredCards(found.map { CardSelection.found($0) } ?? .all, of: store)
        while left > 0, let batch = try await cards.nextBatch() {
            for card in batch.prefix(left) { try await body(card) }
            left -= batch.count
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
