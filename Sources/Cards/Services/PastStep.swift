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
