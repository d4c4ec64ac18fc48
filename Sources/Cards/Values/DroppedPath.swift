internal import Basics

/// The path in a text that a terminal makes of a file dropped on it, or that was copied: in quotes, with blanks behind backslashes
/// as a shell takes them, or as a `file` URL (RFC 8089).
public enum DroppedPath {
    /// Nil where the text is no path of one file: several lines, or a URL of something else.
    public static func path(in text: String) -> String? {
        var text = Substring(text)
        while text.first?.isWhitespace == true { text.removeFirst() }
        while let last = text.last, last.isWhitespace {
            // A blank behind a backslash is part of the name.
            let before = text.dropLast().reversed().prefix { $0 == "\\" }.count
            if before % 2 == 1, !last.isNewline { break }
            text.removeLast()
        }
        guard !text.isEmpty, !text.contains(where: \.isNewline) else { return nil }
        if text.lowercased().hasPrefix("file:") { return filePath(ofURL: text.dropFirst(5)) }
        if text.prefix(while: { $0 != "/" }).hasSuffix(":"), text.contains("://") { return nil }
        return shellWord(text)
    }

    /// As POSIX shells read one word (2.2 Quoting); nil when it is several, or a quote has no end.
    private static func shellWord(_ text: Substring) -> String? {
        // A name that was typed with blanks and no quoting at all is meant as it stands.
        guard text.contains(where: { "'\"\\".contains($0) }) else { return String(text) }
        var path = ""
        var quote: Character?
        var rest = text[...]
        while let character = rest.popFirst() {
            switch (quote, character) {
            case (nil, "'"), (nil, "\""): quote = character
            case ("'", "'"), ("\"", "\""): quote = nil
            case (nil, "\\"):
                guard let next = rest.popFirst() else { return nil }
                path.append(next)
            case ("\"", "\\"):
                if let next = rest.first, "\"\\$`".contains(next) {
                    path.append(rest.removeFirst())
                } else {
                    path.append(character)
                }
            case (nil, _) where character.isWhitespace: return nil
            default: path.append(character)
            }
        }
        return quote == nil && !path.isEmpty ? path : nil
    }

    /// Of this machine: no host, or localhost.
    private static func filePath(ofURL rest: Substring) -> String? {
        var path = rest
        if path.hasPrefix("//") {
            path = path.dropFirst(2)
            let host = path.prefix { $0 != "/" }
            guard host.isEmpty || host.lowercased() == "localhost" else { return nil }
            path = path.dropFirst(host.count)
        }
        guard path.hasPrefix("/") else { return nil }
        // No path holds a NUL.
        return PercentCoding.decoded(path).flatMap { $0.utf8.contains(0) ? nil : $0 }
    }
}
