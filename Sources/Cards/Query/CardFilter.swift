internal import Basics

/// A typed search: words, each of which a card must contain somewhere, in any order, and filter terms such as `is:expired`. Case
/// and diacritics are ignored.
///
/// It does not search; ``CardStore/find(_:)`` does. Any text is a valid filter.
public struct CardFilter: Equatable, Sendable {
    /// A valid filter term.
    public struct Term: Equatable, Sendable {
        public enum Kind: Hashable, Sendable {
            case isExpired, isStarred, isArchived, isUsed
            /// No backend is known to have the card; the card has a conflict with one.
            case isLocal, isConflicted
            case hasPhoto, hasNumber, hasNote, hasBarcode, hasBalance, hasStamps
            /// A group whose folded name begins with this text: `group:foo`.
            case group(String)
            /// The group with exactly this folded name; no text of a search becomes this term.
            case wholeGroup(String)
            /// Expires within these days: `expires:<30d`, `expires:<31/12/26`, `expires:12/2026`.
            case expires(DayRange)
            /// Matters on one of these days, see ``Card/timetable``: `next:today`, `next:7d`.
            case next(DayRange)
        }

        public let kind: Kind
        /// Written with a leading `-`: matches the cards for which the term does not hold.
        public let isNegated: Bool

        public init(_ kind: Kind, isNegated: Bool = false) { (self.kind, self.isNegated) = (kind, isNegated) }
    }

    /// An invalid filter term: it filters nothing, and is shown as invalid.
    public struct InvalidTerm: Equatable, Sendable {
        public let text: String
        /// Its range in the typed text, by characters.
        public let characters: Range<Int>
        /// A message: what is wrong, and which values exist.
        public let reason: String

        public init(text: String, characters: Range<Int>, reason: String) {
            self.text = text
            self.characters = characters
            self.reason = reason
        }
    }

    /// As typed.
    public let text: String
    /// Folded, without duplicates; no word is empty or contains white space.
    public let words: [String]
    public private(set) var terms: [Term]
    public let invalidTerms: [InvalidTerm]

    /// - Parameter days: how the locale writes days.
    public init(_ text: String, _ days: DayFormat) {
        self.text = text
        var words: [String] = []
        var known: Set<String> = []
        var terms: [Term] = []
        var invalidTerms: [InvalidTerm] = []
        for typed in TypedWord.words(of: text) {
            switch typed.meaning(days) {
            case .term(let term): terms.append(term)
            case .wrong(let reason):
                invalidTerms.append(InvalidTerm(text: typed.text, characters: typed.characters, reason: reason))
            case .plain:
                // Folding a lone accent can give an empty text or a blank.
                for word in TextFolding.fold(typed.text).split(whereSeparator: \.isWhitespace).map(String.init)
                where known.insert(word).inserted {
                    words.append(word)
                }
            }
        }
        self.words = words
        self.terms = terms
        self.invalidTerms = invalidTerms
    }

    public static let none = CardFilter("", .iso)

    /// The same filter with another term, which its text does not name.
    func adding(_ term: Term) -> CardFilter {
        var filter = self
        filter.terms.append(term)
        return filter
    }

    /// Whether every card passes.
    public var isEmpty: Bool { words.isEmpty && terms.isEmpty }
}

extension CardFilter {
    /// The ranges of the words in a text, by characters, in order and without overlaps: what a row highlights. A partly matched
    /// character is included.
    public func matches(in text: String) -> [Range<Int>] { ranges(in: text, skipsGaps: false) }

    /// The same for a card's number: digits typed without blanks and dashes match a number with them.
    public func matches(inNumber text: String) -> [Range<Int>] {
        let plain = ranges(in: text, skipsGaps: false)
        let squeezed = ranges(in: text, skipsGaps: true)
        return Self.merged(plain + squeezed)
    }

    private func ranges(in text: String, skipsGaps: Bool) -> [Range<Int>] {
        if words.isEmpty || text.isEmpty { return [] }
        let folded = FoldedCharacters(text, skipsGaps: skipsGaps)
        var ranges: [Range<Int>] = []
        for word in words where word.utf8.count <= folded.bytes.count {
            folded.forEachOccurrence(of: Array(word.utf8)) { ranges.append($0) }
        }
        return Self.merged(ranges)
    }

    /// Sorted, with adjacent and overlapping ranges merged.
    private static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
        ranges.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, range in
            if let last = merged.last, last.upperBound >= range.lowerBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
    }
}

/// A text folded character by character, so that a position in the folded bytes maps back to its character.
private struct FoldedCharacters {
    private(set) var bytes: [UInt8] = []
    /// The character index of each byte; empty if every character is one byte.
    private var characters: [Int32] = []

    init(_ text: String, skipsGaps: Bool) {
        let ascii = text.utf8
        bytes.reserveCapacity(ascii.count)
        // A carriage return and a line feed are two bytes and one character.
        if !skipsGaps, ascii.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "\r") }) {
            for byte in ascii { bytes.append(Self.lowercase(byte)) }
            return
        }
        characters.reserveCapacity(ascii.count)
        for (index, character) in text.enumerated() {
            if skipsGaps, CardSearchText.isGap(character) { continue }
            if let byte = character.utf8.first, byte < 0x80, character.utf8.count == 1 {
                bytes.append(Self.lowercase(byte))
            } else {
                bytes.append(contentsOf: TextFolding.fold(String(character)).utf8)
            }
            let index = Int32(clamping: index)
            while characters.count < bytes.count { characters.append(index) }
        }
    }

    /// Calls `body` with the characters of every occurrence, overlapping ones included.
    func forEachOccurrence(of word: [UInt8], _ body: (Range<Int>) -> Void) {
        bytes.withUnsafeBytes { bytes in
            word.withUnsafeBytes { word in
                var next = 0
                while !word.isEmpty, let start = bytes.firstOffset(of: word, from: next) {
                    body(character(at: start)..<character(at: start + word.count - 1) + 1)
                    next = start + 1
                }
            }
        }
    }

    private func character(at byte: Int) -> Int { characters.isEmpty ? byte : Int(characters[byte]) }

    private static func lowercase(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}

/// The folded texts of a card that are searched. A word must be within one of them; it never matches across two.
public struct CardSearchText: Equatable, Sendable {
    public let name: String
    /// The number, also without its gaps if it has any; the note; the barcode's value; the details, the own fields, the further codes
    /// and the labels of pictures, also without gaps. None is empty.
    public let others: [String]
    /// None is empty.
    public let groups: [String]

    public init(_ card: Card) {
        name = TextFolding.fold(card.name)
        var others: [String] = []
        Self.add(squeezing: card.number, to: &others)
        Self.add(TextFolding.fold(card.note), to: &others)
        if let value = card.barcode?.value { Self.add(TextFolding.fold(value), to: &others) }
        for detail in card.details { Self.add(squeezing: detail.text, to: &others) }
        for definition in FieldDefinition.lists {
            for text in definition.searched(card) { Self.add(squeezing: text, to: &others) }
        }
        self.others = others
        var groups: [String] = []
        for group in card.groups { Self.add(TextFolding.fold(group), to: &groups) }
        self.groups = groups
    }

    /// Whether each of these folded words is in one of the texts.
    public func contains(_ words: [String]) -> Bool {
        words.allSatisfy { word in
            name.contains(bytesOf: word) || others.contains { $0.contains(bytesOf: word) }
                || groups.contains { $0.contains(bytesOf: word) }
        }
    }

    /// Adds the text, and if it has gaps, also the text without them.
    private static func add(squeezing text: String, to texts: inout [String]) {
        let text = TextFolding.fold(text)
        add(text, to: &texts)
        // Fast path: nearly all numbers are ASCII letters and digits.
        if text.utf8.allSatisfy({ (0x21..<0x7F).contains($0) && $0 != UInt8(ascii: "-") }) { return }
        let squeezed = text.filter { !isGap($0) }
        if squeezed != text { add(squeezed, to: &texts) }
    }

    private static func add(_ text: String, to texts: inout [String]) {
        if !text.isEmpty { texts.append(text) }
    }

    /// Characters between the digits of a number that are not typed: blanks and all dashes.
    static func isGap(_ character: Character) -> Bool {
        character.isWhitespace
            || character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .dashPunctuation }
    }
}
