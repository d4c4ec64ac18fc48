internal import CardSearch
internal import Cards

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
