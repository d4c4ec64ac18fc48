/// The network loader as the screens see it: it works by itself; they ask for a sync now and show its status.
public protocol CardLoader: Sendable {
    /// Downloads and uploads now, whatever the clock says.
    func synchronize() async

    /// Ends what is under way, and what waits for its time; what came before stays. Nothing is tried again before
    /// ``synchronize()``.
    func cancel() async

    /// What waits to be uploaded: what the backend refused first, then the oldest. Throws ``StoreError``.
    func pendingCards(limit: Int) async throws -> [PendingCard]

    /// Sends again what the backend refused: this card, or nil for all. Returns at once.
    func retryRefused(_ card: CardID?) async

    /// The answer to ``LoaderStatus/question``.
    func answer(_ consent: BackendConsent) async

    /// The current status at once, and then the newest after every change. Ends when the loader is stopped.
    func statuses() async -> AsyncStream<LoaderStatus>
}
