internal import Basics
public import Cards

/// Several cards in one text, as Catima shares them: a paragraph for each, of its name, a colon and its link. A single card is its link
/// alone, which the scanner of Catima reads.
///
/// Source: Catima's ImportURIHelper.java.
public struct ShareText: Equatable, Sendable {
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
        return name.contains(bytesOf: "://") ? link.url : "\(name): \(link.url)"
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
    public struct Found: Equatable, Sendable {
        /// Up to the next blank, or the next link. It may be damaged. Where a line break cuts the link, the next line is a part of it, and
        /// ``ShareLink/card(from:identifier:)`` refuses it.
        public let text: String
        /// From 1.
        public let line: Int
    }

    /// The share links in a text, whatever else it says.
    public static func links(in text: String) -> [Found] { links(in: text) { _ in nil } }

    /// - Parameter other: what stands for a link in a line that has none; nil for nothing.
    static func links(in text: String, other: (Substring) -> Substring?) -> [Found] {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return lines.indices.flatMap { index -> [Found] in
            let next = index + 1 < lines.endIndex ? lines[index + 1] : ""
            var found = links(inLine: lines[index], before: next)
            if found.isEmpty, let line = other(lines[index]) { found = [String(line)] }
            return found.map { Found(text: $0, line: index + 1) }
        }
    }

    /// Whether a text has a share link anywhere.
    public static func hasLink(_ text: String) -> Bool { nextLink(in: text[...]) != nil }

    /// Whether a share link begins within the first bytes of a text.
    public static func hasLink(_ text: String, withinBytes count: Int) -> Bool {
        nextLink(in: Substring(text.utf8.prefix(count))) != nil
    }

    /// - Parameter following: the next line, which may be the rest of the last link.
    private static func links(inLine line: Substring, before following: Substring) -> [String] {
        var links: [String] = []
        var next = nextLink(in: line)
        while let start = next {
            next = nextLink(in: line[start...].dropFirst())
            let link = line[start..<(next ?? line.endIndex)].prefix { !$0.isWhitespace && !"<>\"".contains($0) }
            let isLast = line[link.endIndex...].allSatisfy(\.isWhitespace)
            links.append(isLast && isRest(following) ? "\(link)\n\(following)" : withoutPunctuation(link))
        }
        return links
    }

    /// The link without the signs of the sentence around it; with them, where only so it is a card.
    private static func withoutPunctuation(_ link: Substring) -> String {
        let trimmed = link.trimmed(of: ",;)].!?'’")
        guard trimmed.endIndex != link.endIndex, !isCard(trimmed), isCard(link) else { return String(trimmed) }
        return String(link)
    }

    private static func isCard(_ link: Substring) -> Bool {
        (try? card(from: String(link), identifier: .random())) != nil
    }

    /// Whether a link goes on in the next line.
    static func isCut(_ link: Substring) -> Bool {
        guard let end = link.firstIndex(where: \.isNewline) else { return false }
        return isRest(link[end...].dropFirst().prefix { !$0.isNewline })
    }

    /// Whether a line can only be the rest of a link: encoded values, no blank, and no other address.
    private static func isRest(_ line: Substring) -> Bool {
        let signs = "%-._~:/?#[]@!$&'()*+,;=".utf8
        guard line.utf8.contains(UInt8(ascii: "%")) else { return false }
        return line.utf8.allSatisfy { $0.isLetter || $0.isDigit || signs.contains($0) }
            && !line.contains(bytesOf: "://")
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
