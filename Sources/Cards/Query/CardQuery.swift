internal import Basics

/// Which cards a list shows and in which order.
public struct CardQuery: Equatable, Sendable {
    public var filter: CardFilter
    public var order: CardOrder
    /// The name of the only group whose cards are shown, whatever the filter; nil for all.
    public var group: String?
    /// Hides archived cards, which otherwise come last, unless the filter asks for them (`is:archived`).
    public var hidesArchived: Bool

    public init(
        filter: CardFilter = .none, order: CardOrder = .byName, group: String? = nil, hidesArchived: Bool = false
    ) {
        self.filter = filter
        self.order = order
        self.group = group
        self.hidesArchived = hidesArchived
    }

    /// The filter with the group: what a card must pass.
    public var wholeFilter: CardFilter {
        guard let group else { return filter }
        return filter.adding(CardFilter.Term(.wholeGroup(TextFolding.fold(group))))
    }

    /// Every card, by name.
    public static let all = CardQuery()
}

/// The order of cards in a list: starred first and archived last; within these groups by a key, then by folded name, then by
/// identifier. If a filter has words, the best matches come first.
public struct CardOrder: Hashable, Sendable {
    /// The raw value is the name in files.
    public enum Key: String, Hashable, Sendable, CaseIterable {
        /// By folded name: the same on every machine.
        case name
        /// When the card was added to this store, newest first.
        case added
        /// When it was last shown at a counter, most recent first; never used last.
        case used
        /// The next to expire first; without a date last.
        case expiry
        /// Latest first; without a date last.
        case validFrom = "valid-from"
        /// How often it was shown, most used first; never used last.
        case uses
        /// What is used most of late: each use counts half as much after 30 days. Never used last.
        case usual
        /// The largest amount first, whatever its currency; without a balance last.
        case balance
        /// The manual order; cards that were never moved come last, by name.
        case manual = "hand"
        /// When it matters next, see ``Card/timetable``: today first; those without such a day last.
        case next
    }

    public var key: Key
    /// Reverses the order by the key. Starred cards stay first and archived last; cards without a value stay last, and cards with
    /// equal values stay in the order of names. Ordered by name, equal names are reversed too.
    public var isReversed: Bool

    public init(_ key: Key, isReversed: Bool = false) { (self.key, self.isReversed) = (key, isReversed) }

    public static let byName = CardOrder(.name)
}

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
