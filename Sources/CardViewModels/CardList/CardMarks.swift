public import Cards

/// The marked cards, for operations on several at once, and the range that is being marked.
///
/// Marks are kept by identifier, so they survive moving, filtering and other orders. A range begins at a card, and ends when the filter
/// or order changes.
public struct CardMarks: Hashable, Sendable {
    public internal(set) var identifiers: Set<CardID> = []
    /// Where the range begins; it extends to the selection.
    var anchor: Anchor?

    struct Anchor: Hashable, Sendable {
        let card: CardID
        let rank: Int

        /// The anchor's rank in another list; nil if its card is not in it.
        func moved(to found: any FoundCards) async throws -> Anchor? {
            try await found.rank(of: card).map { Anchor(card: card, rank: $0) }
        }
    }

    public var isEmpty: Bool { identifiers.isEmpty && anchor == nil }

    mutating func toggle(_ identifier: CardID) {
        if identifiers.remove(identifier) == nil { identifiers.insert(identifier) }
    }
}
