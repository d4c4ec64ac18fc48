/// What was typed to find cards: words, every one of which a card must hold somewhere, in any order, and filter words such as
/// `is:expired`. Case and diacritics do not count.
///
/// It finds nothing itself; ``CardFinding`` does. Any text is a filter: nothing in it can fail.
public struct CardFilter: Hashable, Sendable {
    /// A filter word that was understood.
    public struct Term: Hashable, Sendable {
        public enum Kind: Hashable, Sendable {
            case isExpired, isStarred, isArchived
            /// No backend is known to have the card; there is a conflict with one.
            case isLocal, isConflicted
            case hasPhoto, hasNumber, hasNote, hasBarcode, hasBalance
            /// A group whose folded name begins so.
            case group(String)
            /// Expires within so many days from today, today counted: `expires:<30d`. Days before today are negative.
            case expires(days: ClosedRange<Int>)
        }

        public let kind: Kind
        /// Written with a `-` before it: the cards for which it does not hold.
        public let isNegated: Bool

        public init(_ kind: Kind, isNegated: Bool = false) { (self.kind, self.isNegated) = (kind, isNegated) }
    }

    /// A filter word that is none: it filters nothing, and is shown as such.
    public struct WrongWord: Hashable, Sendable {
        public let text: String
        /// Where it stands in the typed text, by characters.
        public let characters: Range<Int>
        /// What is wrong and what there is, in words.
        public let reason: String

        public init(text: String, characters: Range<Int>, reason: String) {
            (self.text, self.characters, self.reason) = (text, characters, reason)
        }
    }

    /// As typed.
    public let text: String
    /// Folded, each once, none of them empty and none with white space in it.
    public let words: [String]
    public let terms: [Term]
    public let wrongWords: [WrongWord]

    public init(_ text: String) {
        self.text = text
        var words: [String] = []
        var known: Set<String> = []
        var terms: [Term] = []
        var wrongWords: [WrongWord] = []
        for typed in TypedWord.words(of: text) {
            switch typed.meaning {
            case .term(let term): terms.append(term)
            case .wrong(let reason):
                wrongWords.append(WrongWord(text: typed.text, characters: typed.characters, reason: reason))
            case .plain:
                // Folding can leave nothing of a lone accent, or a blank of one that stands by itself.
                for word in TextFolding.fold(typed.text).split(whereSeparator: \.isWhitespace).map(String.init)
                where known.insert(word).inserted {
                    words.append(word)
                }
            }
        }
        (self.words, self.terms, self.wrongWords) = (words, terms, wrongWords)
    }

    public static let none = CardFilter("")

    /// Whether every card passes.
    public var isEmpty: Bool { words.isEmpty && terms.isEmpty }
}
