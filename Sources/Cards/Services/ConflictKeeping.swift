/// The cards in which both sides changed the same field: ours counts, theirs is kept beside it until someone chooses.
public protocol ConflictKeeping: Sendable {
    /// What is kept beside this card; nil for nothing. Where several backends disagree, one after the other.
    func conflict(of identifier: CardID) async throws -> CardConflict?

    /// The cards with something kept beside them, in list order.
    func conflictedCards() async throws -> [CardSummary]

    /// Writes what was chosen, as one step, and forgets theirs in these fields. A field in which either side holds another value by
    /// now than the one that was seen is left as it is, and in conflict. Gives the fields that were decided: none where the card is
    /// gone.
    func resolve(_ choice: ConflictChoice) async throws -> Set<CardField>
}

/// What a backend says against our changes of one card.
public struct CardConflict: Hashable, Sendable {
    public let backend: BackendID
    /// Their values of ``fields``; nothing else in it counts.
    public let theirs: Card
    public let fields: Set<CardField>

    public init(backend: BackendID, theirs: Card, fields: Set<CardField>) {
        (self.backend, self.theirs, self.fields) = (backend, theirs, fields)
    }
}

/// What someone chose of a ``CardConflict``, and what was seen when it was chosen.
public struct ConflictChoice: Hashable, Sendable {
    public let conflict: CardConflict
    /// The card as it was.
    public let mine: Card
    /// What the card is to hold in ``fields``.
    public let result: Card
    /// The fields that are decided. Others stay as they are, and in conflict.
    public let fields: Set<CardField>

    public init(of fields: Set<CardField>, in conflict: CardConflict, mine: Card, result: Card) {
        (self.conflict, self.mine, self.result, self.fields) = (conflict, mine, result, fields)
    }

    public var identifier: CardID { mine.identifier }
}
