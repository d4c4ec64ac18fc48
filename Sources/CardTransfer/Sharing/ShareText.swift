internal import Basics
public import Cards

/// Several cards in one text, as Catima shares them: a paragraph for each, of its name, a colon and its link. A single card is its link
/// alone, which the scanner of Catima reads.
///
/// Source: Catima's ImportURIHelper.java.
public struct ShareText: Hashable, Sendable {
    /// More are not shared at once: an export is the better way.
    public static let maximumCards = 100

    /// The cards that fit.
    public let text: String
    /// How many those are.
    public let count: Int
    /// How many it was made of.
    public let total: Int
    /// All cards that have a link, whatever fits.
    public let whole: String
    /// What is not in the text, as clauses.
    public let remarks: [String]

    /// - Parameters:
    ///   - hasNote: false leaves the notes out, for a window that is too small for the code with them.
    ///   - fits: whether a text has room in the code.
    public init(_ cards: [Card], hasNote: Bool = true, fits: (String) -> Bool) {
        var (paragraphs, whole, remarks): ([String], [String], [String]) = ([], [], [])
        var (only, left, unshared): (String?, [String], [String]) = (nil, [], [])
        for card in cards {
            guard let link = ShareLink(card, isForCode: true, hasNote: hasNote), let full = ShareLink(card) else {
                unshared.append(card.name)
                continue
            }
            whole.append(Self.paragraph(of: card, full))
            let next = paragraphs + [Self.paragraph(of: card, link)]
            guard fits(next.count == 1 ? link.url : Self.text(next)) else {
                left.append(card.name)
                continue
            }
            (paragraphs, only) = (next, only ?? link.url)
            if let omission = link.omission { remarks.append("\(card.name) \(omission)") }
        }
        text = paragraphs.count == 1 ? only ?? "" : Self.text(paragraphs)
        (count, total, self.whole) = (paragraphs.count, cards.count, Self.text(whole))
        if !left.isEmpty {
            remarks.insert("\(count) of \(total) cards fit into one code, without \(Self.list(left))", at: 0)
        }
        if !unshared.isEmpty { remarks.append("\(Self.list(unshared)) cannot be shared without a number") }
        self.remarks = remarks
    }

    private static func text(_ paragraphs: [String]) -> String { paragraphs.joined(separator: "\n\n") }

    /// A name with an address in it would be taken for a link.
    private static func paragraph(of card: Card, _ link: ShareLink) -> String {
        let name = card.name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return name.contains("://") ? link.url : "\(name): \(link.url)"
    }

    /// "Elm, Oak and 3 more".
    private static func list(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        if names.count > 3 { return names.prefix(2).joined(separator: ", ") + " and \(names.count - 2) more" }
        return names.dropLast().joined(separator: ", ") + " and " + last
    }
}

// MARK: - Reading

extension ShareLink {
    /// A share link in a text.
    public struct Found: Hashable, Sendable {
        /// Up to the next blank, or the next link. It may be damaged.
        public let text: String
        /// From 1.
        public let line: Int
    }

    /// The share links in a text, whatever else it says.
    public static func links(in text: String) -> [Found] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated().flatMap { index, line in
            links(inLine: line).map { Found(text: String($0), line: index + 1) }
        }
    }

    /// Whether a text has a share link anywhere.
    public static func hasLink(_ text: String) -> Bool { nextLink(in: text[...]) != nil }

    static func links(inLine line: Substring) -> [Substring] {
        var links: [Substring] = []
        var next = nextLink(in: line)
        while let start = next {
            next = nextLink(in: line[start...].dropFirst())
            let link = line[start..<(next ?? line.endIndex)].prefix { !$0.isWhitespace && !"<>\"".contains($0) }
            links.append(link.trimmed(of: ",;)]"))
        }
        return links
    }

    /// Where the next share link begins.
    static func nextLink(in text: Substring) -> Substring.Index? {
        let bytes = text.utf8
        var index = bytes.startIndex
        while let found = bytes[index...].firstIndex(where: { $0 | 0x20 == UInt8(ascii: "h") }) {
            // Quick for long texts without any.
            if bytes[found...].dropFirst().first.map({ $0 | 0x20 == UInt8(ascii: "t") }) ?? false,
                isShareLink(beginning: text[found...])
            {
                return found
            }
            index = bytes.index(after: found)
        }
        return nil
    }
}

extension Substring {
    fileprivate func trimmed(of characters: String) -> Substring {
        var text = self
        while let last = text.last, characters.contains(last) { text.removeLast() }
        return text
    }
}
