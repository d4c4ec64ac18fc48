/// What can be switched for many cards at once: on for all of them, or off where all of them have it.
public enum CardToggle: Hashable, Sendable {
    case star, archive
    /// Spellings that fold to the same are one group.
    case group(String)

    /// What a switch came to.
    public struct Outcome: Hashable, Sendable {
        /// How many of the cards are there, changed or not.
        public let count: Int
        /// The card's name, where it is one.
        public let name: String?
        public let isOn: Bool

        public init(count: Int, name: String?, isOn: Bool) { (self.count, self.name, self.isOn) = (count, name, isOn) }
    }

    /// The field that it changes.
    public var field: CardField {
        switch self {
        case .star: .isStarred
        case .archive: .isArchived
        case .group: .groups
        }
    }

    public func isOn(_ card: Card) -> Bool {
        switch self {
        case .star: card.isStarred
        case .archive: card.isArchived
        case .group(let name): card.groups.contains { TextFolding.fold($0) == TextFolding.fold(name) }
        }
    }

    public func set(_ isOn: Bool, on card: inout Card) {
        switch self {
        case .star: card.isStarred = isOn
        case .archive: card.isArchived = isOn
        case .group(let name):
            let folded = TextFolding.fold(name)
            if !isOn {
                card.groups.removeAll { TextFolding.fold($0) == folded }
            } else if !self.isOn(card) {
                card.groups.append(name)
            }
        }
    }
}

/// What is asked of many cards at once, without having them all in memory. A task that is cancelled meanwhile gets
/// ``StoreError/stopped``, and nothing was changed.
public protocol CardToggling: Sendable {
    /// Switches it on for all of the cards, off where all have it, in one transaction and as one step. Cards that are gone are
    /// passed over; nil when all are.
    func toggle(_ toggle: CardToggle, of cards: [CardID]) async throws -> CardToggle.Outcome?

    /// The groups that all of these cards are in, as the first of them spells them.
    func commonGroups(of cards: [CardID]) async throws -> [String]

    /// Those of the cards that are gone.
    func missing(of cards: [CardID]) async throws -> [CardID]
}
