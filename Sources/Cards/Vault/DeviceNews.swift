internal import Basics

/// What one device changed of the cards here, as far as a message tells it: who, how many cards, and which one if it is one only.
public struct DeviceNews: Equatable, Sendable {
    public enum Kind: Hashable, Sendable { case added, changed, deleted }

    public let device: DeviceID
    /// Empty for one that has told none.
    public var name: String
    /// What became of each card, of so many of them.
    private var cards: [CardID: Kind]
    /// Changes of further cards: exact where each was changed once.
    private var further: [Kind: Int] = [:]
    /// Of the card that was changed last.
    private var cardName: String

    /// A first exchange brings as many cards as there are.
    private static let remembered = 1000

    public init(_ device: DeviceID, name: String = "", _ kind: Kind, _ card: Card) {
        self.device = device
        self.name = name
        cards = [card.identifier: kind]
        cardName = card.name
    }

    /// The card, as long as it is one only.
    public var card: CardID? { cards.count == 1 && further.isEmpty ? cards.keys.first : nil }

    /// Adds what the same device changed later.
    mutating func add(_ other: DeviceNews) {
        for (card, kind) in other.cards {
            if let old = cards[card] {
                // A new card that is changed is still new for who reads it.
                if old != .added || kind != .changed { cards[card] = kind }
            } else if cards.count < Self.remembered {
                cards[card] = kind
            } else {
                further[kind, default: 0] += 1
            }
        }
        further.merge(other.further, uniquingKeysWith: +)
        cardName = other.cardName
        if !other.name.isEmpty { name = other.name }
    }

    /// "desk: Museumkaart deleted", "desk: 3 new, 1 deleted".
    public var text: String {
        let author = name.isEmpty ? "another device" : name.shortened(to: 30)
        if let card, let kind = cards[card] { return "\(author): \(cardName.shortName) \(Self.word(kind))" }
        var counts = further
        for kind in cards.values { counts[kind, default: 0] += 1 }
        let parts = [Kind.added, .changed, .deleted].compactMap { kind in
            counts[kind].map { "\($0) \(Self.word(kind))" }
        }
        return "\(author): \(parts.joined(separator: ", "))"
    }

    private static func word(_ kind: Kind) -> String {
        switch kind {
        case .added: "new"
        case .changed: "changed"
        case .deleted: "deleted"
        }
    }
}

extension VaultMergeReport {
    /// Adds what a device changed to what is told of it already.
    public mutating func add(_ new: DeviceNews) {
        if let index = news.lastIndex(where: { $0.device == new.device }) {
            news[index].add(new)
        } else {
            news.append(new)
        }
    }

    /// Who changed what, and what is in conflict, as one line; nil if nothing changed here.
    public var sentence: String? {
        var parts = news.map(\.text)
        if conflicts > 0 {
            parts.append(conflicts.counted("card is in conflict", "cards are in conflict"))
        }
        if let first = rejected.first {
            parts.append("\(rejected.count.counted("value")) not applied (\(first.userMessage))")
        }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }
}
