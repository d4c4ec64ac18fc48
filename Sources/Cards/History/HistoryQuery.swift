internal import Basics

/// Which changes of cards are read, and from where on.
public struct HistoryQuery: Equatable, Sendable {
    /// Where to begin: at an end of the history, or next to a change that was read before.
    public enum Start: Equatable, Sendable {
        case newest, oldest
        case before(Int64)
        case after(Int64)

        /// Whether older changes follow, otherwise newer ones.
        public var goesBack: Bool {
            switch self {
            case .newest, .before: true
            case .oldest, .after: false
            }
        }
    }

    /// Nil for the changes of all cards.
    public let card: CardID?
    /// Words that a change must contain: in the name of the card, its fields or their values.
    public let words: [String]
    public let limit: Int
    public var start: Start
    /// How the values are written that the words are looked for in.
    public let format: LocalFormat

    public init(
        card: CardID? = nil, words: String = "", start: Start = .newest, limit: Int, format: LocalFormat = .iso
    ) {
        self.card = card
        self.limit = limit
        self.start = start
        self.format = format
        self.words = TextFolding.fold(words).split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// Whether the change contains all words.
    public func matches(_ change: PastChange) -> Bool {
        if words.isEmpty { return true }
        let text = TextFolding.fold(change.searchText(format))
        return words.allSatisfy { text.contains(bytesOf: $0) }
    }
}

/// Some changes of cards, and where the next ones are.
public struct HistoryPage: Equatable, Sendable {
    /// The newest first, whichever way the history was read.
    public let changes: [PastChange]
    /// Where to read on; nil at the end of the history. A page of a search may be short, or empty, and not be the last one: one call
    /// looks through a part of the history only.
    public let next: HistoryQuery.Start?

    public init(changes: [PastChange], next: HistoryQuery.Start?) { (self.changes, self.next) = (changes, next) }
}

extension PastChange {
    /// All that the words of a search are looked for in: the name, what happened, where it came from, and the whole values.
    fileprivate func searchText(_ format: LocalFormat) -> String {
        var parts = [name, source.name, source.detail ?? "", ChangeText(self, format).lines.joined(separator: " ")]
        switch content {
        case .added(let card), .deleted(let card):
            for field in card.filledFields where !field.isBookkeeping {
                parts.append(FieldText.text(for: field, of: card, format) ?? "")
            }
        case .changed(let fields, let old, let new):
            for field in fields {
                parts += [old, new].map { FieldText.text(for: field, of: $0, format) ?? "" }
            }
        case .secret, .unreadable: break
        }
        return parts.joined(separator: " ")
    }
}
