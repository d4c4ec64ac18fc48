/// Lists what was changed, the last change first. It changes nothing.
public protocol HistoryListing: Sendable {
    /// The last steps, those that undid or redid others, too. A step is left out if all its cards were deleted for good.
    func steps(limit: Int) async throws -> [PastStep]

    /// The last changes of one card, here and by backends; also of a deleted one.
    func changes(of card: CardID, limit: Int) async throws -> [PastChange]
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
        (self.time, self.kind, self.description, self.cards) = (time, kind, description, cards)
    }
}

/// A change of one card.
public struct PastChange: Hashable, Sendable {
    public let time: Timestamp
    public let isFromBackend: Bool
    /// "changed the note of Delta Deli".
    public let description: String

    public init(time: Timestamp, isFromBackend: Bool, description: String) {
        (self.time, self.isFromBackend, self.description) = (time, isFromBackend, description)
    }
}
