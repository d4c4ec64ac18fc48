/// A store whose list can be read from beginning to end as it is at one moment.
public protocol CardListing: Sendable {
    func snapshot() -> any CardListSnapshot
}

/// All cards by name (``CardQuery/all``) as they were at the first read: later changes, also by other programs, are not seen, so
/// that no card is read twice or skipped. It has either rows or whole cards, read in parts, and holds none of them.
public protocol CardListSnapshot: Sendable {
    /// The next rows, at most `limit`, without those that cannot be read; nil at the end.
    func rows(_ limit: Int) async throws -> [CardSummary]?

    /// The same for whole cards.
    func cards(_ limit: Int) async throws -> [Card]?

    /// Reads the same list again, from the beginning.
    func restart() async

    /// The cards that cannot be read, or only in part: known when all were read, without reading them again.
    func damagedCards() async throws -> [DamagedCard]

    /// Ends the snapshot. As long as it lasts, the store's file may grow with every change.
    func close() async
}
