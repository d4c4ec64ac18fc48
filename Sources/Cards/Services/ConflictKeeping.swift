/// The cards in which both sides changed the same field: ours counts, theirs is kept beside it until someone chooses.
public protocol ConflictKeeping: Sendable {
    /// What is kept beside this card; nil for nothing. Where several backends disagree, one after the other.
    func conflict(of identifier: CardID) async throws -> CardConflict?

    /// The cards with something kept beside them, in list order.
    func conflictedCards() async throws -> [CardSummary]

    /// Writes what was chosen, as one step that can be undone, and forgets theirs in these fields.
    func resolve(_ choice: ConflictChoice) async throws
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

/// What someone chose of a ``CardConflict``.
public struct ConflictChoice: Hashable, Sendable {
    public let identifier: CardID
    public let backend: BackendID
    /// The fields that are decided. Others stay as they are, and in conflict.
    public let fields: Set<CardField>
    /// What the card is to hold: nothing where all of ours stays, else their values, or new ones.
    public let patch: CardPatch?

    public init(identifier: CardID, backend: BackendID, fields: Set<CardField>, patch: CardPatch?) {
        (self.identifier, self.backend, self.fields, self.patch) = (identifier, backend, fields, patch)
    }
}
