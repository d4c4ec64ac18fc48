internal import Cards

/// The search for similar cards that runs at most once, and is cancelled by the next letter.
@MainActor
final class SimilarSearch {
    private var task: Task<(any FoundCards)?, any Error>?

    /// Nil if there are none, and if it was cancelled or another query is wanted by now.
    /// - Parameter isWanted: asked before the search, which is expensive, begins.
    func run(_ query: CardQuery, in store: any CardStore, if isWanted: () -> Bool) async throws -> (any FoundCards)? {
        guard isWanted() else { return nil }
        let task = Task { try await store.findSimilar(query) }
        self.task = task
        do {
            return try await task.value
        } catch is CancellationError {
            return nil
        }
    }

    func cancel() { task?.cancel() }
}
