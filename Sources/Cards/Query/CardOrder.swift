/// In which order a list shows cards: always the starred ones first and the archived ones last; within each by a key, then by
/// folded name, then by identifier. Words of a filter go before: what they match best comes first.
public struct CardOrder: Hashable, Sendable {
    /// The raw value is the word that files keep.
    public enum Key: String, Hashable, Sendable, CaseIterable {
        /// By folded name: the same on every machine.
        case name
        /// When the card came here, the newest first.
        case added
        /// When it was last shown at a counter, the latest first; never used last.
        case used
        /// The next to expire first; without a date last.
        case expiry
        /// The latest first; without a date last.
        case validFrom = "valid-from"
        /// How often it was shown, the most used first; never used last.
        case uses
        /// As the user moved them; what was never moved comes behind, by name.
        case hand
    }

    public var key: Key
    /// Turns the key's order round; starred stay first and archived last, what has no value stays behind, and what has the same
    /// value goes by name as before. By name, cards of one name are turned round too.
    public var isReversed: Bool

    public init(_ key: Key, isReversed: Bool = false) { (self.key, self.isReversed) = (key, isReversed) }

    public static let byName = CardOrder(.name)
}
