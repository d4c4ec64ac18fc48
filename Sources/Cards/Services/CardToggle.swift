internal import Basics

/// A property that can be toggled for many cards: it is set for all of them, or cleared if all have it.
public enum CardToggle: Equatable, Sendable {
    case star, archive
    /// Spellings with the same folded form are one group.
    case group(String)

    /// The result of a toggle.
    public struct Outcome: Equatable, Sendable {
        /// The number of cards that were changed.
        public let count: Int
        /// The card's name, if it was the only one that was asked for.
        public let name: String?
        public let isOn: Bool

        public init(count: Int, name: String?, isOn: Bool) { (self.count, self.name, self.isOn) = (count, name, isOn) }
    }

    /// The fields that it changes.
    public var fields: FieldSet {
        switch self {
        case .star: [.isStarred]
        case .archive: CardField.ofArchive
        case .group: [.groups]
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
        case .archive: card.setArchived(isOn)
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
