import Cards

/// Follows the store for one model: loads now, and again whenever cards that concern the model may have changed, here or in another
/// process. It holds no cards, and ends with its owner.
@MainActor
final class StoreSubscription {
    private var task: Task<Void, Never>?

    isolated deinit { task?.cancel() }

    /// - Parameters:
    ///   - concerns: whether a change of these cards concerns the model.
    ///   - load: reads what the model shows; captures the model weakly.
    func start(
        _ store: any CardStore, concerns: @escaping (Set<CardID>) -> Bool = { _ in true },
        load: @escaping () async -> Void
    ) {
        task?.cancel()
        task = Task {
            let notices = await store.notices()
            // Subscribed before loading, so that no change in between is missed.
            await load()
            for await notice in notices {
                if case .changed(let cards) = notice, !concerns(cards) { continue }
                await load()
            }
        }
    }
}
