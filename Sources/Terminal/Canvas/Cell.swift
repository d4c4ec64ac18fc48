/// One cell of the screen: a grapheme and its style.
///
/// A wide grapheme is stored in its first cell with its ``width``; each cell behind it is a ``continuation`` without text.
public struct Cell: Hashable, Sendable {
    public internal(set) var text: String
    /// The columns of the text: at least 1; 0 in a continuation of a wide grapheme.
    public let width: Int8
    /// The number of its link among ``Canvas/links``, from 1; 0 for none.
    public internal(set) var link: UInt16
    public var style: Style

    init(text: String, width: Int, style: Style, link: UInt16 = 0) {
        self.text = text
        self.width = Int8(width)
        self.style = style
        self.link = link
    }

    public static func blank(_ style: Style = .plain) -> Cell { Cell(text: " ", width: 1, style: style) }

    static func continuation(_ style: Style) -> Cell { Cell(text: "", width: 0, style: style) }

    /// The same cell with another text of at most its width.
    public func replacing(text: String) -> Cell { Cell(text: text, width: Int(width), style: style, link: link) }

    public var isContinuation: Bool { width == 0 }
}
