public import Cards

/// The cards that are marked, for what is done with several at once, and the range that is being marked.
///
/// Marks are kept by card, so they survive moving, filtering and other orders; the range begins at a card too, and ends with
/// another filter or order.
public struct CardMarks: Hashable, Sendable {
    public internal(set) var identifiers: Set<CardID> = []
    /// Where a range was begun; it reaches to the selection.
    var anchor: Anchor?

    struct Anchor: Hashable, Sendable {
        let card: CardID
        let rank: Int

        /// Where the card is in another list; nil where it is not.
        func moved(to found: any FoundCards) async throws -> Anchor? {
            try await found.rank(of: card).map { Anchor(card: card, rank: $0) }
        }
    }

    public var isEmpty: Bool { identifiers.isEmpty && anchor == nil }

    mutating func toggle(_ identifier: CardID) {
        if identifiers.remove(identifier) == nil { identifiers.insert(identifier) }
    }
}
