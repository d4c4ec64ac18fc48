/// Text with a tail that is more important than the text's end: where there is no space, the text is cut and the tail
/// stays. `Cedar Library · 3 of 340` becomes `Ceda… · 3 of 340`.
public struct TailedText: Hashable, Sendable {
    public var text: SafeText
    public var tail: SafeText

    public init(_ text: SafeText, tail: SafeText = "") { (self.text, self.tail) = (text, tail) }

    /// The columns of text and tail.
    public var width: Int { text.width + tail.width }

    /// The text in at most `columns` columns.
    public func truncated(to columns: Int) -> SafeText {
        if width <= columns { return text + tail }
        let room = columns - tail.width
        return room > 0 ? text.truncated(to: room) + tail : tail.truncated(to: columns)
    }
}
