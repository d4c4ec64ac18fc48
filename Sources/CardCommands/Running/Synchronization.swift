internal import Cards

/// Runs a loader until nothing more can be done now. It waits for no retry: the first failure ends it.
struct Synchronization {
    let loader: any CommandLoader
    let isSendingAll: Bool
    /// Called once when another program has the sync lock.
    let onWaiting: @Sendable () -> Void

    private var hasGrantedConsent = false
    private var hasWaited = false

    init(_ loader: any CommandLoader, sendingAll: Bool, onWaiting: @escaping @Sendable () -> Void) {
        self.loader = loader
        isSendingAll = sendingAll
        self.onWaiting = onWaiting
    }

    /// Returns the last status. Throws `CancellationError` when the task is cancelled, or the loader is stopped by another caller.
    mutating func run() async throws -> LoaderStatus {
        // Requested before the start, so that the first sync also retries rejected cards.
        await loader.synchronize()
        await loader.start()
        while true {
            var hasJustAnswered = false
            for await status in await loader.statuses() {
                if status.phase == .waitingForOther, !hasWaited {
                    hasWaited = true
                    onWaiting()
                }
                // The answer also revokes an earlier "no"; then the status is read again.
                if mustGrantConsent(status) {
                    (hasGrantedConsent, hasJustAnswered) = (true, true)
                    await loader.setConsent(.granted)
                    break
                }
                if hasEnded(status) { return status }
            }
            if !hasJustAnswered { throw CancellationError() }
        }
    }

    private func mustGrantConsent(_ status: LoaderStatus) -> Bool {
        isSendingAll && !hasGrantedConsent && status.hasDownloaded
            && (status.phase == .idle || status.phase == .readOnly)
    }

    private func hasEnded(_ status: LoaderStatus) -> Bool {
        switch status.phase {
        case .downloading, .uploading, .waitingForOther: return false
        case .failed, .stopped: return true
        case .readOnly: return status.hasDownloaded
        case .idle:
            guard status.hasDownloaded else { return false }
            return status.tally.waiting == 0 && (status.cardsAwaitingConsent == nil || !isSendingAll)
        }
    }
}
