internal import Cards

/// Watches a loader until nothing is left that can be done now. It waits for no second try: the first failure is the end.
struct Synchronization {
    let loader: any CommandLoader
    let isSendingAll: Bool
    /// Called once when another program has the turn.
    let onWaiting: @Sendable () -> Void

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
        while true {
            var hasJustAnswered = false
            for await status in await loader.statuses() {
                if status.phase == .waitingForOther, !hasWaited {
                    hasWaited = true
                    onWaiting()
                }
                // A "no" from before is taken back by it, too; then the status is looked at anew.
                if mustAnswer(status) {
                    (hasAnswered, hasJustAnswered) = (true, true)
                    await loader.answer(.granted)
                    break
                }
                if hasEnded(status) { return status }
            }
            if !hasJustAnswered { throw CancellationError() }
        }
    }

    private func mustAnswer(_ status: LoaderStatus) -> Bool {
        isSendingAll && !hasAnswered && status.hasDownloaded && (status.phase == .idle || status.phase == .readOnly)
    }

    private func hasEnded(_ status: LoaderStatus) -> Bool {
        switch status.phase {
        case .downloading, .uploading, .waitingForOther: return false
        case .failed, .stopped: return true
        case .readOnly: return status.hasDownloaded
        case .idle:
            guard status.hasDownloaded else { return false }
            return status.tally.pending <= status.tally.refused || (status.question != nil && !isSendingAll)
        }
    }
}
