public import Cards

/// The columns of a card that serve the search: its folded texts and its traits, as the index holds them.
public struct SearchColumns {
    /// Two bytes that do not occur in UTF-8. One precedes every text, so that no match spans two texts; `groupMark` precedes
    /// groups, to tell them from other texts.
    static let textMark: UInt8 = 0xFF
    static let groupMark: UInt8 = 0xFE

    /// The yes-or-no properties that filter words ask for. They are stored: a value never changes its meaning.
    public struct Traits: OptionSet, Sendable {
        public let rawValue: UInt16

        public init(rawValue: UInt16) { self.rawValue = rawValue }

        static let starred = Traits(rawValue: 1)
        static let archived = Traits(rawValue: 2)
        static let photo = Traits(rawValue: 4)
        static let number = Traits(rawValue: 8)
        static let note = Traits(rawValue: 16)
        static let barcode = Traits(rawValue: 32)
        static let balance = Traits(rawValue: 64)
        static let used = Traits(rawValue: 128)
        static let stamps = Traits(rawValue: 256)
    }

    /// The column `folded`.
    public let name: String
    /// Every other text after its mark, groups last.
    public let bytes: [UInt8]
    public let traits: Traits

    public init(_ card: Card) {
        let text = CardSearchText(card)
        name = text.name
        var bytes: [UInt8] = []
        Self.append(text.others, Self.textMark, to: &bytes)
        Self.append(text.groups, Self.groupMark, to: &bytes)
        self.bytes = bytes
        var traits: Traits = []
        if card.isStarred { traits.insert(.starred) }
        if card.isArchived { traits.insert(.archived) }
        if card.front != nil || card.back != nil { traits.insert(.photo) }
        if !card.number.isEmpty { traits.insert(.number) }
        if !card.note.isEmpty { traits.insert(.note) }
        if card.barcode != nil { traits.insert(.barcode) }
        if !card.balance.isEmpty { traits.insert(.balance) }
        if card.used != nil { traits.insert(.used) }
        if case .stamps = BalanceUnit(code: card.currency), !card.balance.isEmpty { traits.insert(.stamps) }
        self.traits = traits
    }

    private static func append(_ texts: [String], _ mark: UInt8, to bytes: inout [UInt8]) {
        for text in texts {
            bytes.append(mark)
            bytes.append(contentsOf: text.utf8)
        }
    }
}
