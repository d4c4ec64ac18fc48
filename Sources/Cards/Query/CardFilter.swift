/// A typed search: words, each of which a card must contain somewhere, in any order, and filter terms such as `is:expired`. Case
/// and diacritics are ignored.
///
/// It does not search; ``CardFinding`` does. Any text is a valid filter.
public struct CardFilter: Hashable, Sendable {
    /// A valid filter term.
    public struct Term: Hashable, Sendable {
        public enum Kind: Hashable, Sendable {
            case isExpired, isStarred, isArchived
            /// No backend is known to have the card; the card has a conflict with one.
            case isLocal, isConflicted
            case hasPhoto, hasNumber, hasNote, hasBarcode, hasBalance
            /// A group whose folded name begins with this text.
            case group(String)
            /// Expires within these days: `expires:<30d`, `expires:<31/12/26`, `expires:12/2026`.
            case expires(ExpiryRange)
        }

        public let kind: Kind
        /// Written with a leading `-`: matches the cards for which the term does not hold.
        public let isNegated: Bool

        public init(_ kind: Kind, isNegated: Bool = false) { (self.kind, self.isNegated) = (kind, isNegated) }
    }

    /// An invalid filter term: it filters nothing, and is shown as invalid.
    public struct InvalidTerm: Hashable, Sendable {
        public let text: String
        /// Its range in the typed text, by characters.
        public let characters: Range<Int>
        /// A message: what is wrong, and which values exist.
        public let reason: String

        public init(text: String, characters: Range<Int>, reason: String) {
            (self.text, self.characters, self.reason) = (text, characters, reason)
        }
    }

    /// As typed.
    public let text: String
    /// Folded, without duplicates; no word is empty or contains white space.
    public let words: [String]
    public let terms: [Term]
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
        (self.words, self.terms, self.invalidTerms) = (words, terms, invalidTerms)
    }

    public static let none = CardFilter("", .iso)

    /// Whether every card passes.
    public var isEmpty: Bool { words.isEmpty && terms.isEmpty }
}
