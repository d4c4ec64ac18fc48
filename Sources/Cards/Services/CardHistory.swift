/// Undo, redo and trash: the user's changes from the change log, and the deleted cards.
///
/// One ``CardStore/apply(_:)`` is one step, however many cards it changed. A backend's changes are not steps.
public protocol CardHistory: Sendable {
    /// Undoes the last step that is not undone yet, in the fields that it changed; later changes to other fields stay. Nil if there
    /// is none.
    func undo() async throws -> HistoryStep?

    /// Redoes the step that was undone last; nil if there is none, or if something was changed since.
    func redo() async throws -> HistoryStep?

    /// The deleted cards, the last step first; those of one step by name.
    func trash() async throws -> [TrashedCard]

    /// How much is in the trash.
    func trashSummary() async throws -> TrashSummary

    /// Restores deleted cards unchanged, as one step.
    func restore(_ identifiers: [CardID]) async throws

    /// Gives fields of a card the values that they had after a change, as one step; nil for all fields. A deleted card comes back with
    /// all fields. Nil if the card did not exist then, or was deleted for good since.
    func restore(_ fields: FieldSet?, of card: CardID, after change: Int64) async throws -> RestoredCard?

    /// Removes these cards from the trash permanently; undo cannot restore them.
    func empty(_ identifiers: [CardID]) async throws
}

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
