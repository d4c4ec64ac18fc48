public import Cards

/// Something that is being chosen out of a list, over what is on top.
public enum Choice: Hashable, Sendable {
    /// What to do: all that can be done now, by its words.
    case command
    case order
    /// A group for the chosen cards.
    case group(GroupChoice)
    case theme
}

/// Groups to choose from, for cards that were chosen before.
public struct GroupChoice: Hashable, Sendable {
    public let names: [String]
    public let cards: [CardID]
    /// The cards in words.
    public let words: String
    /// The groups that all of the cards are in.
    public let current: [String]
}
