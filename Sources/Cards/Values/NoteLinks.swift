/// Finds the links in a note: `http://`, `https://` and `mailto:` up to the next blank, without the punctuation that ends a sentence.
public enum NoteLinks {
    /// The links in their order, as they stand in the text.
    public static func links(in note: String) -> [Substring] {
        var links: [Substring] = []
        var rest = note[...]
        while let start = nextStart(in: rest) {
            var link = rest[start...].prefix { !$0.isWhitespace && !"<>\"".contains($0) }
            while let last = link.last, endsSentence(last, of: link) { link.removeLast() }
            rest = rest[rest.index(start, offsetBy: 1)...]
            guard let scheme = schemes.first(where: { link.hasPrefix($0) }), link.count > scheme.count else { continue }
            links.append(link)
            rest = rest[link.endIndex...]
        }
        return links
    }

    /// Punctuation behind a link belongs to the sentence; a closing bracket only where none was opened in the link.
    private static func endsSentence(_ last: Character, of link: Substring) -> Bool {
        if last == ")" { return link.count { $0 == ")" } > link.count { $0 == "(" } }
        return ".,;:!?]}'".contains(last)
    }

    private static let schemes = ["https://", "http://", "mailto:"]

    private static func nextStart(in text: Substring) -> String.Index? {
        text.indices.first { index in
            (text[index] == "h" || text[index] == "m") && schemes.contains { text[index...].hasPrefix($0) }
        }
    }
}
