/// The lines of a settings file, to change single ones. Numbers of lines count from 1 and are those of the original text.
struct SettingLines {
    private struct Line {
        var text: String
        /// Lines that were added behind it.
        var added: [String] = []
    }

    private var lines: [Line]
    private var end: [String] = []
    private let lineEnd: String

    init(_ text: String) {
        lineEnd = text.contains("\r\n") ? "\r\n" : "\n"
        var lines = text.split(separator: lineEnd, omittingEmptySubsequences: false).map { Line(text: String($0)) }
        if lines.last?.text == "" { lines.removeLast() }
        self.lines = lines
    }

    var text: String {
        let all = lines.flatMap { [$0.text] + $0.added } + end
        return all.map { $0 + lineEnd }.joined()
    }

    /// Adds lines at the end.
    mutating func append(_ new: [String]) { end += new }

    mutating func insert(_ new: [String], after number: Int) {
        guard lines.indices.contains(number - 1) else { return append(new) }
        lines[number - 1].added += new
    }

    /// Makes a line a comment.
    mutating func comment(_ number: Int, indent: String) {
        guard lines.indices.contains(number - 1) else { return }
        let line = lines[number - 1].text
        lines[number - 1].text = indent + "# " + line.drop { $0 == " " }
    }

    /// Replaces the value behind a key; a comment behind it stays.
    mutating func replaceValue(of member: YAMLNode.Member, by value: String) {
        let index = member.keyPosition.line - 1
        guard lines.indices.contains(index) else { return }
        let characters = Array(lines[index].text.unicodeScalars)
        let key = min(member.keyPosition.column - 1, characters.count)
        // The key is one of ours, which needs no quotes; behind it are the colon and the value.
        let colon = characters[key...].firstIndex(of: ":") ?? characters.count
        let old = characters[min(colon + 1, characters.count)...]
        var head = String.UnicodeScalarView()
        head.append(contentsOf: characters[..<min(colon + 1, characters.count)])
        lines[index].text = String(head) + " " + value + Self.comment(in: old)
    }

    /// The comment behind a value on one line, with the blanks before it; empty for none.
    private static func comment(in rest: ArraySlice<Unicode.Scalar>) -> String {
        var quote: Unicode.Scalar?
        var isEscaped = false
        var blanks = rest.startIndex
        for (index, scalar) in zip(rest.indices, rest) {
            if isEscaped {
                isEscaped = false
            } else if let open = quote {
                if scalar == "\\", open == "\"" { isEscaped = true } else if scalar == open { quote = nil }
            } else if scalar == "#", index == rest.startIndex || rest[index - 1] == " " || rest[index - 1] == "\t" {
                var text = String.UnicodeScalarView()
                text.append(contentsOf: rest[blanks...])
                return String(text)
            } else if scalar == "\"" || scalar == "'", rest[..<index].allSatisfy({ $0 == " " }) {
                quote = scalar
            }
            if scalar != " ", scalar != "\t" { blanks = index + 1 }
        }
        return ""
    }
}
