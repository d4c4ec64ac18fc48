/// A step that was undone or redone.
public struct HistoryStep: Equatable, Sendable {
    /// The description of the step for messages: "deleted Cedar Library", "starred 3 cards", "changed the note of Delta Deli",
    /// "imported 120 cards".
    public let description: String
    /// The changed cards, in the order of the step.
    public let cards: [CardID]

    public init(description: String, cards: [CardID]) { (self.description, self.cards) = (description, cards) }
}

/// A step of the history, as a list shows it.
public struct PastStep: Equatable, Sendable {
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
