/// What one device changed of the cards here, as far as a message tells it: who, how much, and which card if it is one only.
public struct DeviceNews: Hashable, Sendable {
    public enum Kind: Hashable, Sendable { case added, changed, deleted }

    public let device: DeviceID
    /// Empty for one that has told none.
    public var name: String
    /// How many changes of each kind.
    public private(set) var counts: [Kind: Int]
    /// The card, as long as it is one only.
    public private(set) var card: CardID?
    private var cardName: String
    private var last: Kind

    public init(_ device: DeviceID, name: String = "", _ kind: Kind, _ card: Card) {
        (self.device, self.name, counts, last) = (device, name, [kind: 1], kind)
        (self.card, cardName) = (card.identifier, card.name)
    }

    /// Adds what the same device changed later.
    mutating func add(_ other: DeviceNews) {
        counts.merge(other.counts, uniquingKeysWith: +)
        if !other.name.isEmpty { name = other.name }
        // A new card that is changed is still new for who reads it.
        if last != .added || other.last != .changed { last = other.last }
        if other.card == card { cardName = other.cardName } else { card = nil }
    }

    /// "desk: Museumkaart deleted", "desk: 3 new, 1 deleted".
    public var text: String {
        let author = name.isEmpty ? "another device" : Self.short(name, 30)
        if card != nil { return "\(author): \(Self.short(cardName, 60)) \(Self.word(last))" }
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

    /// A longer name would push the rest of the sentence out of sight.
    private static func short(_ name: String, _ length: Int) -> String {
        name.count > length ? name.prefix(length - 1) + "…" : name
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
            parts.append(conflicts == 1 ? "1 card is in conflict" : "\(conflicts) cards are in conflict")
        }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }
}
