/// The network loader's interface for the screens: it works on its own; they request a sync and show its status.
public protocol CardLoader: Sendable {
    /// Downloads and uploads now, without waiting for the next scheduled time.
    func synchronize() async

    /// Cancels running and scheduled transfers; results so far are kept. Nothing is tried again before ``synchronize()``.
    func cancel() async

    /// The pending cards: rejected ones first, then the oldest. Throws ``StoreError``.
    func pendingCards(limit: Int) async throws -> [PendingCard]

    /// Sends rejected cards again: this card, or all for nil. Returns immediately.
    func retryRefused(_ card: CardID?) async

    /// The answer to ``LoaderStatus/question``.
    func setConsent(_ consent: BackendConsent) async

    /// The current status, then the newest after every change. Ends when the loader is stopped.
    func statuses() async -> AsyncStream<LoaderStatus>
}
