/// Which cards a list shows and in which order.
public struct CardQuery: Hashable, Sendable {
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
