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
        if text.prefix(while: { $0 != "/" }).hasSuffix(":"), text.contains(bytesOf: "://") { return nil }
        return shellWord(text)
    }

    /// Several paths: one a line, or words with blanks between them, quoted as in a shell. URLs of other kinds are left out.
    public static func paths(in text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).flatMap { line in shellWords(line) ?? [String(line)] }
            .compactMap { $0.lowercased().hasPrefix("file:") ? filePath(ofURL: $0.dropFirst(5)) : $0 }
    }

    /// Whether a pasted text is what terminals make of dropped files: whole paths, and nothing else.
    public static func isDropped(_ text: String) -> Bool {
        let paths = paths(in: text)
        return !paths.isEmpty && paths.allSatisfy { $0.hasPrefix("/") && $0.utf8.count > 1 }
    }

    /// A text that ``paths(in:)`` reads as these paths.
    public static func text(of paths: [String]) -> String {
        paths.map { path in
            let isPlain = path.allSatisfy { $0.isLetter || $0.isNumber || "/._-~+,=@%".contains($0) }
            return isPlain ? path : "'" + path.replacing(bytesOf: "'", with: "'\\''") + "'"
        }.joined(separator: " ")
    }

    /// Parses one word; nil for several words, or an unterminated quote.
    private static func shellWord(_ text: Substring) -> String? {
        // A name with blanks and no quoting is used literally.
        guard text.unicodeScalars.contains(where: { "'\"\\".unicodeScalars.contains($0) }) else { return String(text) }
        guard let words = shellWords(text), words.count == 1, let path = words.first else { return nil }
        return path.isEmpty ? nil : path
    }

    /// Splits a line into words as POSIX shells do (2.2 Quoting), by code points; nil for an unterminated quote.
    private static func shellWords(_ text: Substring) -> [String]? {
        var words: [String] = []
        var word = String.UnicodeScalarView()
        // An empty pair of quotes is a word, too.
        var isInWord = false
        var quote: Unicode.Scalar?
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if quote == nil, scalar.properties.isWhitespace {
                if isInWord { words.append(String(word)) }
                (word, isInWord) = (String.UnicodeScalarView(), false)
                continue
            }
            isInWord = true
            switch (quote, scalar) {
            case (nil, "'"), (nil, "\""): quote = scalar
            case ("'", "'"), ("\"", "\""): quote = nil
            case (nil, "\\"):
                guard let next = rest.popFirst() else { return nil }
                word.append(next)
            case ("\"", "\\"):
                if let next = rest.first, "\"\\$`".unicodeScalars.contains(next) {
                    word.append(rest.removeFirst())
                } else {
                    word.append(scalar)
                }
            default: word.append(scalar)
            }
        }
        if isInWord { words.append(String(word)) }
        return quote == nil ? words : nil
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
