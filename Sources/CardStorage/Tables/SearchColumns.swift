internal import Cards

/// The columns of a card that serve the search: its folded texts and its traits, as the index holds them.
struct SearchColumns {
    /// Two bytes that do not occur in UTF-8. One precedes every text, so that no match spans two texts; `groupMark` precedes
    /// groups, to tell them from other texts.
    static let textMark: UInt8 = 0xFF
    static let groupMark: UInt8 = 0xFE

    /// The yes-or-no properties that filter words ask for. They are stored: a value never changes its meaning.
    struct Traits: OptionSet, Hashable, Sendable {
        let rawValue: UInt16
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
    let name: String
    /// Every other text after its mark, groups last.
    let bytes: [UInt8]
    let traits: Traits

    init(_ card: Card) {
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

    /// Fills the columns of every card without them, in a store of the current version.
    static func fill(_ connection: Connection) throws(StoreError) {
        var last: Int64 = -1 << 62
        while true {
            let cards = try connection.all(
                "SELECT row, id, \(CardColumns.list) FROM card WHERE row > ? AND search = x'' ORDER BY row LIMIT 500",
                last
            ) { row in
                let number = row.number()
                // A card with an invalid identifier cannot be shown, but must not end the loop.
                return (number, CardID(row.text()).map { CardColumns.card($0, from: &row) })
            }
            guard let end = cards.last?.0 else { return }
            last = end
            for case (let row, let card?) in cards {
                let columns = SearchColumns(card)
                try connection.run("UPDATE card SET folded = ?, search = ?, traits = ? WHERE row = ?") {
                    $0.add(columns.name)
                    $0.add(blob: columns.bytes)
                    $0.add(Int64(columns.traits.rawValue))
                    $0.add(row)
                }
            }
        }
    }
}
