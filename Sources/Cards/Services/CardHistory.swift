/// The way back: what this store's people changed, undone and redone from the change log, and the cards they deleted.
///
/// One ``CardStore/apply(_:)`` is one step, however many cards it changed. What a backend changed is no step.
public protocol CardHistory: Sendable {
    /// Takes back the last step that is not taken back yet, in the fields that it changed; what has changed since in other
    /// fields stays. Nil when there is none.
    func undo() async throws -> HistoryStep?

    /// Does again what was last undone; nil when nothing was, or something was changed since.
    func redo() async throws -> HistoryStep?

    /// The deleted cards, the last first.
    func trash() async throws -> [TrashedCard]

    /// Brings deleted cards back as they were, as one step.
    func restore(_ identifiers: [CardID]) async throws

    /// Takes these cards out of the trash for good; no undo brings them back.
    func empty(_ identifiers: [CardID]) async throws
}

/// A step that was undone or redone.
public struct HistoryStep: Hashable, Sendable {
    /// What the step had done, as a message says it: "deleted Cedar Library", "starred 3 cards", "changed the note of Delta
    /// Deli", "imported 120 cards".
    public let words: String
    /// The cards that it changed, in its order.
    public let cards: [CardID]

    public init(words: String, cards: [CardID]) { (self.words, self.cards) = (words, cards) }
}

/// A card in the trash, as a row shows it.
public struct TrashedCard: Hashable, Sendable, Identifiable {
    public var id: CardID { card.identifier }
    /// As it was.
    public let card: Card
    public let deleted: Timestamp

    public init(card: Card, deleted: Timestamp) { (self.card, self.deleted) = (card, deleted) }
}
