/// One cell of the screen: a grapheme and its style.
///
/// A wide grapheme is stored in its first cell with its ``width``; each cell behind it is a ``continuation`` without text.
public struct Cell: Hashable, Sendable {
    public let text: String
    /// The columns of the text: at least 1; 0 in a continuation of a wide grapheme.
    public let width: Int8
    public var style: Style

    init(text: String, width: Int, style: Style) {
        (self.text, self.width, self.style) = (text, Int8(width), style)
    }

    public static func blank(_ style: Style = .plain) -> Cell { Cell(text: " ", width: 1, style: style) }

    static func continuation(_ style: Style) -> Cell { Cell(text: "", width: 0, style: style) }

    public var isContinuation: Bool { width == 0 }
}
