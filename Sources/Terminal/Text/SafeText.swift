/// Text that may be shown: nothing in it can steer a terminal, turn the writing direction or pile up marks.
///
/// Text from outside reaches the screen, the title, the clipboard and stdout only through here. Control characters become
/// their pictures (U+2400 and so on), bidirectional and other invisible controls are dropped, a grapheme has at most
/// ``maximumMarks`` combining marks, and a mark without a base gets a dotted circle. One line: a line break is shown as ␤.
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

    /// A grapheme that is safe to put into a cell.
    public struct Grapheme: Hashable, Sendable {
        public let text: String
        /// 1 or 2.
        public let width: Int
    }

    private static func cleaned(_ text: String) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count)
        var index = text.startIndex
        while index < text.endIndex {
            // Most of the text: ASCII in front of ASCII is a grapheme of its own.
            let behind = text.utf8.index(after: index)
            if (0x20..<0x7F).contains(text.utf8[index]), behind == text.endIndex || text.utf8[behind] < 0x80 {
                result.unicodeScalars.append(Unicode.Scalar(text.utf8[index]))
                index = behind
                continue
            }
            append(text[index], to: &result)
            index = text.index(after: index)
        }
        return result
    }

    private static func append(_ character: Character, to result: inout String) {
        if character == "\r\n" {
            result.unicodeScalars.append("\u{2424}")
            return
        }
        var marks = 0
        var scalars = String.UnicodeScalarView()
        for scalar in character.unicodeScalars {
            guard let shown = ScalarSafety.shown(scalar) else { continue }
            if scalars.isEmpty, ScalarSafety.needsBase(shown) { scalars.append("\u{25CC}") }
            if ScalarSafety.isMark(shown) {
                marks += 1
                if marks > maximumMarks { continue }
            }
            scalars.append(shown)
        }
        // A joiner at the end would pull the next character into this one.
        while scalars.last == "\u{200D}" { scalars.removeLast() }
        result.unicodeScalars.append(contentsOf: scalars)
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
