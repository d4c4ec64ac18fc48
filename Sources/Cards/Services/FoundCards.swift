/// The result of a query at one moment: later changes do not shift its ranks.
public protocol FoundCards: Sendable {
    var query: CardQuery { get }
    var count: Int { get }
    /// Whether these are only similar to what the query asks for.
    var isSimilar: Bool { get }

    /// The current rows at these ranks, nil for a card deleted since; fewer at the end of the list.
    func rows(in ranks: Range<Int>) async throws -> [CardSummary?]

    /// The rank of the card; nil if the result does not include it.
    func rank(of identifier: CardID) async throws -> Int?

    /// The cards at these ranks, without those deleted since.
    func identifiers(in ranks: Range<Int>) async throws -> [CardID]

    /// The ranks in alphabetical order, or its reverse: those between the starred and the archived cards in an order by name. Nil
    /// in every other order, and if the filter has words. O(1).
    var alphabeticalRanks: Range<Int>? { get }

    /// The first letter of the name at a rank, upper case, without diacritics; nil beyond the list. O(1).
    func initial(at rank: Int) -> Character?
}

extension FoundCards {
    public var isSimilar: Bool { false }
}
