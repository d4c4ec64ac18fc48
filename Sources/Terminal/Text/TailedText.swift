/// Words with a tail that is worth more than their end: where there is no room, the words are cut and the tail stays.
/// `Cedar Library · 3 of 340` becomes `Ceda… · 3 of 340`.
public struct TailedText: Hashable, Sendable {
    public var words: SafeText
    public var tail: SafeText

    public init(_ words: SafeText, tail: SafeText = "") { (self.words, self.tail) = (words, tail) }

    /// Columns that the whole takes.
    public var width: Int { words.width + tail.width }

    /// The text in at most so many columns.
    public func truncated(to columns: Int) -> SafeText {
        if width <= columns { return words + tail }
        let room = columns - tail.width
        return room > 0 ? words.truncated(to: room) + tail : tail.truncated(to: columns)
    }
}
