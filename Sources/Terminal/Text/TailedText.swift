/// Text with a tail that is more important than the text's end: where there is no space, the text is cut and the tail
/// stays. `Cedar Library · 3 of 340` becomes `Ceda… · 3 of 340`.
public struct TailedText: Hashable, Sendable {
    public var words: SafeText
    public var tail: SafeText

    public init(_ words: SafeText, tail: SafeText = "") { (self.words, self.tail) = (words, tail) }

    /// The columns of text and tail.
    public var width: Int { words.width + tail.width }

    /// The text in at most `columns` columns.
    public func truncated(to columns: Int) -> SafeText {
        if width <= columns { return words + tail }
        let room = columns - tail.width
        return room > 0 ? words.truncated(to: room) + tail : tail.truncated(to: columns)
    }
}
