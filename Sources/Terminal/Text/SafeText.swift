/// Text that is safe to show: it cannot control the terminal, change the writing direction or pile up marks.
///
/// Untrusted text reaches the screen, the title, the clipboard and stdout only as `SafeText`. Control characters become
/// their pictures (U+2400 and so on), bidirectional and other invisible controls are dropped, a letter has at most
/// ``maximumMarks`` combining marks and as many that have a column, and a mark without a base gets a dotted circle. It
/// is one line: a line break is shown as ␤.
public struct SafeText: Equatable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    public static let maximumMarks = 4

    public let string: String
    /// How many bytes at its beginning are graphemes of one byte and one column: most text is nothing else, and is
    /// drawn without segmentation.
    let plainCount: Int

    public init(_ outside: some StringProtocol) {
        let text = String(outside)
        let isPlain = text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
        self.init(safe: isPlain ? text : Self.cleaned(text))
    }

    /// A text of which at most `columns` columns are visible: what is far behind them is not read. The result is wider
    /// than `columns` only if the whole text is.
    public init(_ outside: String, within columns: Int) {
        let readable = (max(0, columns) + 2) * Self.scalarsInAColumn
        // Most texts are shorter; a code point has at least one byte.
        guard outside.utf8.count > readable else {
            self.init(outside)
            return
        }
        let scalars = outside.unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: readable, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else {
            self.init(outside)
            return
        }
        let beginning = SafeText(outside[..<end])
        self = beginning.isWider(than: columns) ? beginning : SafeText(safe: beginning.string + "…")
    }

    /// More code points than any real text has in a column; a text that has more is an attack.
    private static let scalarsInAColumn = 32

    /// For parts of a safe text.
    init(safe text: String) {
        string = text
        let (count, ascii) = (text.utf8.count, text.utf8.prefix { $0 < 0x80 }.count)
        // The next code point may be a mark on the last of them.
        plainCount = ascii == count ? count : max(0, ascii - 1)
    }

    public init(stringLiteral text: String) { self.init(text) }

    public var description: String { string }
    public var isEmpty: Bool { string.isEmpty }

    var isPlain: Bool { plainCount == string.utf8.count }
    /// The beginning that ``plainCount`` counts.
    var plainPart: Substring { Substring(string.utf8.prefix(plainCount)) }

    /// The width of the text in columns.
    public var width: Int {
        isPlain ? plainCount : graphemes(from: plainCount).reduce(plainCount) { $0 + $1.width }
    }

    /// The same as comparing ``width``, but stops as early as possible.
    func isWider(than columns: Int) -> Bool {
        if isPlain || plainCount > columns { return plainCount > columns }
        var width = plainCount
        for grapheme in graphemes(from: plainCount) {
            width += grapheme.width
            if width > columns { return true }
        }
        return false
    }

    /// The text's graphemes with their widths, one after another.
    public var graphemes: some Sequence<Grapheme> { graphemes(from: 0) }

    /// The graphemes behind the first `plain` bytes.
    func graphemes(from plain: Int) -> some Sequence<Grapheme> { Graphemes(text: string, passing: plain) }

    public static func + (left: SafeText, right: SafeText) -> SafeText {
        // ASCII never combines. Otherwise the marks of both sides may exceed the limit.
        guard (left.string.utf8.last ?? 0) < 0x80, (right.string.utf8.first ?? 0) < 0x80 else {
            return SafeText(left.string + right.string)
        }
        return SafeText(safe: left.string + right.string)
    }

    /// A grapheme cluster that is safe to put into a cell.
    public struct Grapheme: Equatable, Sendable {
        public let text: String
        /// At least 1; a syllable of several letters has more than 2.
        public let width: Int
    }

    private static func cleaned(_ text: String) -> String {
        var cleaner = ClusterCleaner()
        for scalar in text.unicodeScalars { cleaner.append(scalar) }
        return String(cleaner.result)
    }
}

/// Iterates over the graphemes of safe text, without segmentation where ASCII is followed by ASCII.
private struct Graphemes: Sequence, IteratorProtocol {
    private let text: String
    private var index: String.Index

    init(text: String, passing count: Int) {
        self.text = text
        index = text.utf8.index(text.startIndex, offsetBy: count)
    }

    mutating func next() -> SafeText.Grapheme? {
        guard index < text.endIndex else { return nil }
        let (byte, behind) = (text.utf8[index], text.utf8.index(after: index))
        if byte < 0x80, behind == text.endIndex || text.utf8[behind] < 0x80 {
            index = behind
            return SafeText.Grapheme(text: ASCII.texts[Int(byte)], width: 1)
        }
        let character = text[index]
        index = text.index(after: index)
        return SafeText.Grapheme(text: String(character), width: DisplayWidth.columns(of: character))
    }
}

/// Each ASCII character as a string, so that drawing allocates none.
enum ASCII {
    static let texts: [String] = (0..<0x80).map { String(Unicode.Scalar(UInt8($0))) }
}

/// Text with a tail that is more important than the text's end: where there is no space, the text is cut and the tail
/// stays. `Cedar Library · 3 of 340` becomes `Ceda… · 3 of 340`.
public struct TailedText: Equatable, Sendable {
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
