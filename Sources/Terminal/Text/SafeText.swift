/// Text that may be shown: nothing in it can steer a terminal, turn the writing direction or pile up marks.
///
/// Text from outside reaches the screen, the title, the clipboard and stdout only through here. Control characters become
/// their pictures (U+2400 and so on), bidirectional and other invisible controls are dropped, a letter has at most
/// ``maximumMarks`` combining marks and as many that take a column, and a mark without a base gets a dotted circle. One line: a
/// line break is shown as ␤.
public struct SafeText: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    public static let maximumMarks = 4

    public let string: String
    /// How many bytes at its beginning are a grapheme in one column each: most text is nothing else, and is drawn without
    /// looking for graphemes.
    let plainCount: Int

    public init(_ outside: some StringProtocol) {
        let text = String(outside)
        let isPlain = text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
        self.init(safe: isPlain ? text : Self.cleaned(text))
    }

    /// A text that is seen in so many columns at most: what is far behind them is not looked at. It is wider than that only if all of
    /// the text is.
    public init(_ outside: String, within columns: Int) {
        let readable = (max(0, columns) + 2) * Self.scalarsInAColumn
        // Most texts are shorter, and a byte is the least of a code point.
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

    /// As many code points as a person would write in a column, and then some; more of them are an attack.
    private static let scalarsInAColumn = 32

    /// For parts of text that is safe.
    init(safe text: String) {
        string = text
        let (count, ascii) = (text.utf8.count, text.utf8.prefix { $0 < 0x80 }.count)
        // What follows may be a mark on the last of them.
        plainCount = ascii == count ? count : max(0, ascii - 1)
    }

    public init(stringLiteral text: String) { self.init(text) }

    public var description: String { string }
    public var isEmpty: Bool { string.isEmpty }

    var isPlain: Bool { plainCount == string.utf8.count }
    /// The beginning that ``plainCount`` tells of.
    var plainPart: Substring { Substring(string.utf8.prefix(plainCount)) }

    /// Columns that the text takes.
    public var width: Int {
        isPlain ? plainCount : graphemes(from: plainCount).reduce(plainCount) { $0 + $1.width }
    }

    /// The same as comparing ``width``, but looks no further than it has to.
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

    /// The graphemes behind so many plain ones.
    func graphemes(from plain: Int) -> some Sequence<Grapheme> { Graphemes(text: string, passing: plain) }

    public static func + (left: SafeText, right: SafeText) -> SafeText {
        // ASCII joins with nothing. Elsewhere a mark may come upon more marks.
        guard (left.string.utf8.last ?? 0) < 0x80, (right.string.utf8.first ?? 0) < 0x80 else {
            return SafeText(left.string + right.string)
        }
        return SafeText(safe: left.string + right.string)
    }

    /// A grapheme cluster that is safe to put into a cell.
    public struct Grapheme: Hashable, Sendable {
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

/// Goes through safe text by graphemes, without looking for them where ASCII stands in front of ASCII.
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
