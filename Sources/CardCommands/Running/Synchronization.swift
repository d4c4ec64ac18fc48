internal import Cards

/// Watches a loader until nothing is left that can be done now. It waits for no second try: the first failure is the end.
struct Synchronization {
    let loader: any CommandLoader
    let isSendingAll: Bool
    /// Called once when another program has the turn.
    let onWaiting: @Sendable () -> Void

    /// How many cards the backend took.
    private(set) var sent = 0
    /// What was left to be sent when that was last told.
    private var left = 0
    private var hasAnswered = false
    private var hasWaited = false

    init(_ loader: any CommandLoader, sendingAll: Bool, onWaiting: @escaping @Sendable () -> Void) {
        (self.loader, isSendingAll, self.onWaiting) = (loader, sendingAll, onWaiting)
    }

    /// Gives the last status. Throws `CancellationError` when the task is cancelled, or someone else stops the loader.
    mutating func run() async throws -> LoaderStatus {
        // Asked before it begins: what the backend refused is tried again with the first turn.
        await loader.synchronize()
        await loader.start()
        for await status in await loader.statuses() {
            count(status)
            if status.isElsewhere, !hasWaited {
                hasWaited = true
                onWaiting()
            }
            if hasEnded(status) { return status }
            if isSendingAll, !hasAnswered, status.question != nil {
                hasAnswered = true
                await loader.answer(.granted)
            }
        }
        throw CancellationError()
    }

    /// What waits grows with what others change meanwhile, and falls with what is sent.
    private mutating func count(_ status: LoaderStatus) {
        let now = status.waiting - status.refused
        if case .uploading(let cards) = status.activity {
            sent += max(0, left - cards)
            left = cards
        } else {
            // The last cards are told as taken when nothing is under way any more.
            if left > 0, status.activity == .idle { sent += max(0, left - now) }
            left = 0
        }
    }

    private func hasEnded(_ status: LoaderStatus) -> Bool {
        guard status.activity == .idle, !status.isElsewhere else { return false }
        if status.failure != nil { return true }
        guard status.hasDownloaded else { return false }
        return status.waiting <= status.refused || status.isReadOnly || (status.question != nil && !isSendingAll)
    }
}
