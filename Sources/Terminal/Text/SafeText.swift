/// Text that may be shown: nothing in it can steer a terminal, turn the writing direction or pile up marks.
///
/// Text from outside reaches the screen, the title, the clipboard and stdout only through here. Control characters become
/// their pictures (U+2400 and so on), bidirectional and other invisible controls are dropped, a grapheme has at most
/// ``maximumMarks`` combining marks, and a mark without a base gets a dotted circle. One line: a line break is shown as ␤.
public struct SafeText: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    public static let maximumMarks = 4

    public let string: String
    /// Whether every grapheme is one byte in one column: most text is, and is drawn without looking for graphemes.
    let isASCII: Bool

    public init(_ outside: some StringProtocol) {
        let isPlain = outside.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
        string = isPlain ? String(outside) : Self.cleaned(outside)
        isASCII = isPlain || string.utf8.allSatisfy { $0 < 0x80 }
    }

    public init(stringLiteral text: String) { self.init(text) }

    public var description: String { string }
    public var isEmpty: Bool { string.isEmpty }

    /// Columns that the text takes.
    public var width: Int {
        isASCII ? string.utf8.count : graphemes.reduce(0) { $0 + $1.width }
    }

    /// The text's graphemes with their widths, one after another.
    public var graphemes: some Collection<Grapheme> {
        string.lazy.map { Grapheme(text: String($0), width: DisplayWidth.columns(of: $0)) }
    }

    public static func + (left: SafeText, right: SafeText) -> SafeText { SafeText(left.string + right.string) }

    /// A grapheme that is safe to put into a cell.
    public struct Grapheme: Hashable, Sendable {
        public let text: String
        /// 1 or 2.
        public let width: Int
    }

    private static func cleaned(_ text: some StringProtocol) -> String {
        var result = ""
        for character in text {
            if character == "\r\n" {
                result.unicodeScalars.append("\u{2424}")
                continue
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
        return result
    }
}
