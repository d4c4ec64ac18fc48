/// The network loader's interface for the screens: it works on its own; they request a sync and show its status.
public protocol CardLoader: Sendable {
    /// Downloads and uploads now, without waiting for the next scheduled time.
    func synchronize() async

    /// Cancels running and scheduled transfers; results so far are kept. Nothing is tried again before ``synchronize()``.
    func cancel() async

    /// The pending cards: rejected ones first, then the oldest; then those that the backend no longer has. Throws ``StoreError``.
    func pendingCards(limit: Int) async throws -> [PendingCard]

    /// Deletes or keeps cards that the backend no longer has, or that were sent to it again after they were deleted here for good. Returns how
    /// many: those of which that is not so any more are left alone.
    /// Throws ``StoreError``.
    func settleAbsent(_ cards: [CardID], _ decision: AbsenceDecision) async throws -> Int

    /// Downloads and uploads if nothing keeps it from that: unlike ``synchronize()`` it neither retries what was refused nor goes on
    /// after a stop or a failure.
    func lookAgain() async

    /// Sends rejected cards again: this card, or all for nil. Returns immediately.
    func retryRefused(_ card: CardID?) async

    /// The answer to ``LoaderStatus/question``.
    func setConsent(_ consent: BackendConsent) async

    /// The current status, then the newest after every change. Ends when the loader is stopped.
    func statuses() async -> AsyncStream<LoaderStatus>
}

/// What becomes of a card that the backend no longer has, or has again.
public enum AbsenceDecision: Hashable, Sendable {
    /// It is deleted here, too; one that is not here is deleted on the backend.
    case delete
    /// It stays, and is sent to the backend as a new card; one that is not here is taken from the backend.
    case keep
}
