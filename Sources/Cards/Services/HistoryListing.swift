/// Lists what was changed, the last change first. It changes nothing.
public protocol HistoryListing: Sendable {
    /// The last steps, those that undid or redid others, too. A step is left out if all its cards were deleted for good.
    func steps(limit: Int) async throws -> [PastStep]

    /// Changes of one card or of all, here and by backends; also of deleted cards, but not of those that were deleted for good.
    func history(_ query: HistoryQuery) async throws -> HistoryPage

    /// The card as it was after a change; nil if it did not exist then, or was deleted for good since. The change need not be one of
    /// this card.
    func card(_ identifier: CardID, after change: Int64) async throws -> PastCard?
}

/// A step of the history, as a list shows it.
public struct PastStep: Hashable, Sendable {
    public enum Kind: Hashable, Sendable { case change, undo, redo }

    public let time: Timestamp
    public let kind: Kind
    /// What it did, or what was undone or redone: as in ``HistoryStep/description``.
    public let description: String
    public let cards: [CardID]

    public init(time: Timestamp, kind: Kind, description: String, cards: [CardID]) {
        self.time = time
        self.kind = kind
        self.description = description
        self.cards = cards
    }
}
