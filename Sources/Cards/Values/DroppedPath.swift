internal import Basics

/// Extracts the path from text that a terminal inserts for a dropped file, or that was copied: quoted, with blanks escaped by
/// backslashes as in a shell, or as a `file` URL (RFC 8089).
public enum DroppedPath {
    /// Nil if the text is not the path of one file: several lines, or another kind of URL.
    public static func path(in text: String) -> String? {
        var text = Substring(text)
        while text.first?.isWhitespace == true { text.removeFirst() }
        while let last = text.last, last.isWhitespace {
            // A blank after a backslash is part of the name.
            let before = text.dropLast().reversed().prefix { $0 == "\\" }.count
            if before % 2 == 1, !last.isNewline { break }
            text.removeLast()
        }
        guard !text.isEmpty, !text.contains(where: \.isNewline) else { return nil }
        if text.lowercased().hasPrefix("file:") { return filePath(ofURL: text.dropFirst(5)) }
        if text.prefix(while: { $0 != "/" }).hasSuffix(":"), text.contains("://") { return nil }
        return shellWord(text)
    }

    /// Parses one word as POSIX shells do (2.2 Quoting); nil for several words, or an unterminated quote.
    private static func shellWord(_ text: Substring) -> String? {
        // A name with blanks and no quoting is used literally.
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

    /// Local paths only: no host, or localhost.
    private static func filePath(ofURL rest: Substring) -> String? {
        var path = rest
        if path.hasPrefix("//") {
            path = path.dropFirst(2)
            let host = path.prefix { $0 != "/" }
            guard host.isEmpty || host.lowercased() == "localhost" else { return nil }
            path = path.dropFirst(host.count)
        }
        guard path.hasPrefix("/") else { return nil }
        // A path cannot contain NUL.
        return PercentCoding.decoded(path).flatMap { $0.utf8.contains(0) ? nil : $0 }
    }
}
