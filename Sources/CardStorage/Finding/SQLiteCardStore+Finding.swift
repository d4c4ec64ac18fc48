public import Cards

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
