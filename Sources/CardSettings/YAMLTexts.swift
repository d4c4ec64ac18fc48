public import Cards
internal import Terminal

/// Named values as YAML: a line each, longer texts as a block.
public struct YAMLTexts: NamedTextFormat {
    /// Begins the comments that explain a problem.
    private static let mark = "#! "

    /// No line of a comment is longer, with what begins it: an editor of 80 columns shows it whole.
    private static let commentColumns = 78

    public init() {}

    public func text(of values: [NamedText], comment: String) -> String {
        Self.comment(comment, after: "# ").map { $0 + "\n" }.joined()
            + values.map { "\($0.name): \(Self.scalar($0.text))\n" }.joined()
    }

    /// The lines of a comment: broken at blanks, and within a word only where that is longer than a line.
    private static func comment(_ text: String, after mark: String) -> [String] {
        if text.isEmpty { return [] }
        return SafeText(VisibleText.of(text)).wrapped(to: commentColumns - mark.count).map { mark + $0.string }
    }

    public func values(in text: String) throws(NamedTextProblem) -> [NamedText] {
        let document: YAMLNode?
        do {
            document = try YAMLReading.document(in: Array(text.utf8))
        } catch {
            throw NamedTextProblem(line: error.position.line, reason: error.reason)
        }
        guard let document else { return [] }
        guard case .map(let members) = document.content else {
            throw NamedTextProblem(
                line: document.position.line, reason: "this is \(document.kind), not lines like name: text")
        }
        var values: [NamedText] = []
        for member in members {
            let line = member.keyPosition.line
            guard member.value.isNull || member.value.text != nil else {
                throw NamedTextProblem(line: line, reason: "\(member.key) must be text, not \(member.value.kind)")
            }
            values.append(
                NamedText(name: member.key, text: member.value.isNull ? "" : member.value.text ?? "", line: line))
        }
        return values
    }

    public func text(_ text: String, explaining problems: [NamedTextProblem]) -> String {
        var lines: [Substring] = []
        /// The index behind the removed comments, by the line that a problem names.
        // By bytes: to Swift a line end of CR and LF is one character, which is not "\n".
        let newline = UInt8(ascii: "\n")
        for (number, bytes) in text.utf8.split(separator: newline, omittingEmptySubsequences: false).enumerated() {
            let line = Substring(bytes)
            for problem in problems where problem.line == number + 1 {
                lines += Self.comment(problem.reason, after: Self.mark).map { Substring($0) }
            }
            if !line.hasPrefix(Self.mark) { lines.append(line) }
        }
        return lines.joined(separator: "\n")
    }

    // MARK: - Scalars

    /// Plain where that reads back as the same text; as a block where it has lines; else in quotes.
    private static func scalar(_ text: String) -> String {
        if text.isEmpty { return "" }
        if isPlain(text) { return text }
        return block(text) ?? quoted(text)
    }

    private static func isPlain(_ text: String) -> Bool {
        // Digits, letters and what has no meaning in YAML between them.
        guard let first = text.unicodeScalars.first,
            first == "(" || first.properties.isAlphabetic || ("0"..."9").contains(first),
            !text.hasSuffix(" "), !["true", "false", "null", "yes", "no", "on", "off", "~"].contains(text.lowercased())
        else { return text == "true" || text == "false" }
        return text.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                || " .,+/()_-".unicodeScalars.contains(scalar)
        }
    }

    private static func block(_ text: String) -> String? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count > 1, let first = lines.first, !first.isEmpty, first.first != " ",
            lines.last?.isEmpty == false,
            lines.allSatisfy({ line in
                !line.hasSuffix(" ") && line.unicodeScalars.allSatisfy { $0.value >= 0x20 && isPrintable($0) }
            })
        else { return nil }
        return "|-\n" + lines.map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n")
    }

    /// What libyaml reads unescaped, apart from line ends of its own (U+0085, U+2028, U+2029) and the byte order mark.
    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20...0x7E, 0xA0...0x2027, 0x202A...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case _ where isPrintable(scalar): quoted.unicodeScalars.append(scalar)
            default:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                quoted += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
            }
        }
        return quoted + "\""
    }
}
