/// What a listing needs of a row beside identifier, name, number, groups, last day, star and archive. The rest of the row is not read.
public struct CardRowParts: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The first line of the note, the first day and the colour.
    public static let look = CardRowParts(rawValue: 1)
    public static let photos = CardRowParts(rawValue: 2)
    public static let balance = CardRowParts(rawValue: 4)
    /// ``CardSummary/usage`` and ``CardSummary/hasConflict``.
    public static let state = CardRowParts(rawValue: 8)
    public static let all: CardRowParts = [.look, .photos, .balance, .state]
}

/// All cards by name (``CardQuery/all``) as they were at the first read: later changes, also by other programs, are not seen, so
/// that no card is read twice or skipped. It has either rows or whole cards, read in parts, and holds none of them.
public protocol CardListSnapshot: Sendable {
    /// The next rows, at most `limit`, without those that cannot be read; nil at the end. What is not among `parts` is empty.
    func rows(_ limit: Int, _ parts: CardRowParts) async throws -> [CardSummary]?

    /// The same for whole cards.
    func cards(_ limit: Int) async throws -> [Card]?

    /// Reads the same list again, from the beginning.
    func restart() async

    /// The cards that cannot be read, or only in part: known when all were read, without reading them again.
    func damagedCards() async throws -> [DamagedCard]

    /// Ends the snapshot. As long as it lasts, the store's file may grow with every change.
    func close() async
}
