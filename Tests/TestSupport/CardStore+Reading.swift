public import Cards

extension CardStore {
    /// Up to `limit` cards in list order from this rank on.
    public func cards(from rank: Int, limit: Int) async throws -> [Card] {
        try await part(rank, limit) { try await $0.cards($1) }
    }

    /// The rows at these ranks; fewer at the end of the list.
    public func summaries(in ranks: Range<Int>) async throws -> [CardSummary] {
        try await part(ranks.lowerBound, ranks.count) { try await $0.rows($1, .all) }
    }

    private func part<Value>(
        _ rank: Int, _ limit: Int, _ next: (any CardListSnapshot, Int) async throws -> [Value]?
    ) async throws -> [Value] {
        let snapshot = snapshot()
        var values: [Value] = []
        do {
            while values.count - rank < limit, let more = try await next(snapshot, 500) { values += more }
        } catch {
            await snapshot.close()
            throw error
        }
        await snapshot.close()
        return Array(values.dropFirst(rank).prefix(limit))
    }
}
