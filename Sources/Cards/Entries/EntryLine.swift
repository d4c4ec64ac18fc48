/// Reads and writes the parts of a line of an entry, such as `Locker = 12`: plain text without blanks at its ends, or a JSON string
/// where plain text would be read as something else. So every text can be written, and comes back as it was.
struct EntryLine {
    struct Part {
        let text: String
        let isQuoted: Bool
    }

    private var left: Substring.UnicodeScalarView

    init(_ line: String) {
        left = Substring(line).unicodeScalars
        trim()
    }

    var isAtEnd: Bool { left.isEmpty }

    /// Whether this character comes next; it is passed, with the blanks behind it.
    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard left.first == character else { return false }
        left.removeFirst()
        trim()
        return true
    }

    /// The text before the next of these characters, or before the end. Throws for a quote that never ends.
    mutating func part(before ends: String) throws(TypingError) -> Part {
        if left.first == "\"" { return Part(text: try quoted(), isQuoted: true) }
        let part = left.prefix { !ends.unicodeScalars.contains($0) }
        left.removeFirst(part.count)
        return Part(text: Self.trimmed(part), isQuoted: false)
    }

    /// The text up to the end.
    mutating func rest() throws(TypingError) -> String {
        guard left.first == "\"" else { return try part(before: "").text }
        // Text that only begins with a quote is as it was typed.
        var copy = self
        if let text = try? copy.quoted(), copy.isAtEnd {
            self = copy
            return text
        }
        defer { left = left.suffix(0) }
        return Self.trimmed(left)
    }

    private mutating func quoted() throws(TypingError) -> String {
        var isEscaped = false
        var end: Substring.UnicodeScalarView.Index?
        for index in left.indices.dropFirst() {
            if !isEscaped, left[index] == "\"" {
                end = left.index(after: index)
                break
            }
            isEscaped = !isEscaped && left[index] == "\\"
        }
        guard let end, case .string(let text)? = try? JSONParser.parse(Array(String(left[..<end]).utf8)) else {
            throw TypingError("the quote does not end, or is not written as in JSON")
        }
        left = left[end...]
        trim()
        return text
    }

    private mutating func trim() { left = left.drop(while: Self.isBlank) }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }

    private static func trimmed(_ part: Substring.UnicodeScalarView) -> String {
        var part = part
        while let last = part.last, isBlank(last) { part.removeLast() }
        return String(part)
    }

    // MARK: - Writing

    /// The text, or a JSON string where it would be read as something else before these characters.
    static func written(_ text: String, before ends: String = "") -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.first, let last = scalars.last else { return "" }
        let isPlain =
            first != "\"" && !isBlank(first) && !isBlank(last)
            && scalars.allSatisfy { !ends.unicodeScalars.contains($0) && !isControl($0) }
        return isPlain ? text : quoted(text)
    }

    static func quoted(_ text: String) -> String {
        String(decoding: JSONWriter.bytes(of: .string(text)), as: UTF8.self)
    }

    /// A line cannot hold these, and editors lose some of them.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.value < 0x20 || scalar.value == 0x7F }
}
