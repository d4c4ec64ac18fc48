/// Finds and orders cards, beside the store and at any number of them. It never waits for a write.
public protocol CardFinding: Sendable {
    /// What the query comes to now. It holds every change that this process made before the call; what another process did
    /// may follow with a notice.
    func find(_ query: CardQuery) async throws -> any FoundCards

    /// When what was found may be out of date: after each change here, and some time after one elsewhere.
    func findingNotices() async -> AsyncStream<StoreNotice>

    /// The names of all groups, in folded order, each once.
    func groups() async throws -> [String]
}

/// What a query came to at one moment: ranks that no later change shifts.
public protocol FoundCards: Sendable {
    var query: CardQuery { get }
    var count: Int { get }

    /// The rows at these ranks as the store has them now, each nil where the card has gone since; fewer at the end of the list.
    func rows(in ranks: Range<Int>) async throws -> [CardSummary?]

    /// Where the card is; nil when it is not among these.
    func rank(of identifier: CardID) async throws -> Int?

    /// The cards at these ranks, without those that have gone since.
    func identifiers(in ranks: Range<Int>) async throws -> [CardID]

    /// The ranks along which names go from A to Z, or back: those between the starred and the archived cards in an order by
    /// name. Nil in every other order, and where words were looked for. It costs nothing.
    var alphabeticalRanks: Range<Int>? { get }

    /// The first letter of the name at a rank, upper case, without diacritics; nil beyond the list. It costs nothing.
    func initial(at rank: Int) -> Character?
}
