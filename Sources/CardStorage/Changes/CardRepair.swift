internal import Cards

/// Restores what can be restored of damaged cards from the log of changes, inside a transaction of the caller.
struct CardRepair {
    let tables: Tables
    let time: Timestamp

    private var connection: Connection { tables.cards.connection }

    /// Returns a sentence for each repair.
    func repair(_ damaged: [DamagedCard]) throws(StoreError) -> [String] {
        var repairs: [String] = []
        for card in damaged {
            let name = card.name.isEmpty ? "row \(card.row)" : "\"\(card.name.prefix(60))\""
            switch card.reason {
            case DamagedCards.badIdentifier:
                let (identifier, isOld) = try self.identifier(ofRow: card.row)
                try connection.run("UPDATE card SET id = ? WHERE row = ?") {
                    $0.add(identifier.text)
                    $0.add(card.row)
                }
                try finish(identifier)
                repairs.append("\(name) has \(isOld ? "its identifier back" : "a new identifier"): \(identifier)")
            case DamagedCards.badGroups, DamagedCards.badLists, DamagedCards.badUnknownFields:
                guard let identifier = try validIdentifier(ofRow: card.row),
                    var entry = try tables.cards.entry(identifier)
                else { continue }
                let logged = try self.logged(identifier)
                let damaged = entry.card
                let what: String
                switch card.reason {
                case DamagedCards.badGroups:
                    what = "groups"
                    entry.card.groups = logged?.groups ?? []
                case DamagedCards.badLists:
                    what = "codes, own fields and pictures"
                    let empty = Card(identifier: entry.card.identifier, name: "")
                    entry.card.copy(FieldDefinition.lists.map(\.field), from: logged ?? empty)
                default:
                    what = "further fields"
                    entry.card.unknownFields = logged?.unknownFields ?? [:]
                }
                try tables.cards.write(entry, isNew: false)
                if entry.card != damaged { _ = try tables.log.append(entry.card, was: damaged, by: .repair, at: time) }
                try finish(identifier)
                repairs.append(
                    "\(name) has its \(what) \(logged == nil ? "no more: nothing was known of them" : "back")")
            default: continue
            }
        }
        return repairs
    }

    /// Derives search columns and pending uploads from the card again.
    private func finish(_ identifier: CardID) throws(StoreError) {
        if let entry = try tables.cards.entry(identifier) { try tables.cards.write(entry, isNew: false) }
        for backend in try tables.backends.receiving() { try tables.updatePending(identifier, for: backend) }
        try tables.pending.retry(identifier)
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
        try connection.forEach("SELECT fields FROM change WHERE card = ? ORDER BY sequence") {
            $0.add(identifier.text)
        } read: { row in
            guard let fields = row.optionalBytes() else { return card = nil }
            if let patch = CardPatch(stored: fields, of: identifier) { card = patch.applied(to: card) }
        }
        guard var result = card else { return nil }
        // The log represents a removed unknown field as null.
        result.unknownFields = result.unknownFields.filter { $0.value != .null }
        return result
    }
}
