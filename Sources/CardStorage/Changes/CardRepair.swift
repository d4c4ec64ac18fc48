internal import Cards

/// Restores what can be restored of damaged cards from the log of changes, inside a transaction of the caller.
struct CardRepair {
    private let tables: Tables
    private var writer: CardWriter
    private var repairs: [String] = []

    init(_ tables: Tables, at time: Timestamp) throws(StoreError) {
        self.tables = tables
        writer = try CardWriter(tables, at: time)
    }

    private var connection: Connection { tables.cards.connection }
    private var damagedCards: DamagedCards { DamagedCards(connection: connection) }

    /// Returns a sentence for each repair.
    mutating func repair() throws(StoreError) -> [String] {
        var identified: [(identifier: CardID, isNew: Bool)] = []
        for card in try damagedCards.all() where card.reason == DamagedCards.badIdentifier {
            let (identifier, isOld) = try self.identifier(ofRow: card.row)
            try tables.cards.setIdentifier(identifier, inRow: card.row)
            identified.append((identifier: identifier, isNew: !isOld))
            note(card, "has \(isOld ? "its identifier back" : "a new identifier"): \(identifier)")
        }
        // Before any row is written whole: the same one may have damaged values, too.
        for card in try damagedCards.all() where DamagedCards.badValues.contains(card.reason) {
            try repairValues(of: card)
        }
        for (identifier, isNew) in identified {
            guard let entry = try tables.cards.entry(identifier) else { continue }
            try writer.rewrite(entry, isNew: isNew)
        }
        return repairs
    }

    private mutating func note(_ card: DamagedCard, _ what: String) {
        let name = card.name.isEmpty ? "row \(card.row)" : "\"\(card.name.prefix(60))\""
        repairs.append("\(name) \(what)")
    }

    private mutating func repairValues(of card: DamagedCard) throws(StoreError) {
        guard let identifier = try validIdentifier(ofRow: card.row), let entry = try tables.cards.entry(identifier)
        else { return }
        let logged = try self.logged(identifier)
        var repaired = entry.card
        for reason in try damagedCards.badValues(ofRow: card.row) {
            let what: String
            switch reason {
            case DamagedCards.badGroups:
                what = "groups"
                repaired.groups = logged?.groups ?? []
            case DamagedCards.badLists:
                what = "codes, custom fields and pictures"
                repaired.copy(
                    FieldDefinition.lists.map(\.field), from: logged ?? Card(identifier: identifier, name: ""))
            default:
                what = "other fields"
                repaired.unknownFields = logged?.unknownFields ?? [:]
            }
            note(
                card, logged == nil ? "has lost its \(what): the history has no record of them" : "has its \(what) back"
            )
        }
        if repaired == entry.card { return try writer.rewrite(entry) }
        try writer.write(repaired, was: entry.card, keeping: entry.sequence, by: .repair)
    }

    /// The identifier in the log entry of the card's last change, unless another card has it by now; else a new one.
    private func identifier(ofRow row: Int64) throws(StoreError) -> (identifier: CardID, isOld: Bool) {
        let old = try connection.first(
            "SELECT card FROM change WHERE sequence = (SELECT sequence FROM card WHERE row = ?)"
        ) {
            $0.add(row)
        } read: {
            CardID($0.text())
        }.flatMap { $0 }
        if let old, try tables.cards.entry(old) == nil { return (old, true) }
        return (.random(), false)
    }

    private func validIdentifier(ofRow row: Int64) throws(StoreError) -> CardID? {
        try connection.first("SELECT id FROM card WHERE row = ?") {
            $0.add(row)
        } read: {
            CardID($0.text())
        }.flatMap { $0 }
    }

    /// The card as its logged changes produce it; nil where the log has none.
    private func logged(_ identifier: CardID) throws(StoreError) -> Card? {
        var card: Card?
        try connection.forEach("SELECT fields FROM change WHERE card = ? ORDER BY sequence", identifier.text) { row in
            guard let fields = row.optionalBytes() else { return card = nil }
            if let patch = CardPatch(stored: fields, of: identifier) { card = patch.applied(to: card) }
        }
        guard var result = card else { return nil }
        // The log represents a removed unknown field as null.
        result.unknownFields = result.unknownFields.filter { $0.value != .null }
        return result
    }
}
