/// A step that was undone or redone.
public struct HistoryStep: Hashable, Sendable {
    /// The description of the step for messages: "deleted Cedar Library", "starred 3 cards", "changed the note of Delta Deli",
    /// "imported 120 cards".
    public let description: String
    /// The changed cards, in the order of the step.
    public let cards: [CardID]

    public init(description: String, cards: [CardID]) { (self.description, self.cards) = (description, cards) }
}

/// What a list without cards says of the trash.
public struct TrashSummary: Hashable, Sendable {
    public let count: Int
    /// Whether undo would restore one of these cards. Only valid while the list is empty: undo may first revert changes of cards in the
    /// list.
    public let isUndoable: Bool

    public init(count: Int = 0, isUndoable: Bool = false) { (self.count, self.isUndoable) = (count, isUndoable) }
}

/// A card in the trash, as a row shows it.
public struct TrashedCard: Hashable, Sendable, Identifiable {
    public var id: CardID { card.identifier }
    /// The card when it was deleted.
    public let card: Card
    public let deleted: Timestamp

    public init(card: Card, deleted: Timestamp) { (self.card, self.deleted) = (card, deleted) }
}
