internal import Cards

extension Tables {
    /// Mends the cards, as far as the log of changes says what they were; each sentence says what was done.
    func repair(_ damaged: [DamagedCard]) throws(StoreError) -> [String] {
        var repairs: [String] = []
        for card in damaged {
            let name = card.name.isEmpty ? "row \(card.row)" : "\"\(card.name.prefix(60))\""
            switch card.reason {
            case DamagedCards.badIdentifier:
                let (identifier, isOld) = try self.identifier(ofRow: card.row)
                try cards.connection.run("UPDATE card SET id = ? WHERE row = ?") {
                    $0.add(identifier.text)
                    $0.add(card.row)
                }
                try finish(identifier)
                repairs.append("\(name) has \(isOld ? "its identifier back" : "a new identifier"): \(identifier)")
            case DamagedCards.badGroups, DamagedCards.badOthers:
                guard let identifier = try identifierInPlace(ofRow: card.row),
                    var entry = try cards.entry(identifier)
                else { continue }
                let logged = try self.logged(identifier)
                if card.reason == DamagedCards.badGroups { entry.card.groups = logged?.groups ?? [] }
                if card.reason == DamagedCards.badOthers { entry.card.unknownFields = logged?.unknownFields ?? [:] }
                try cards.write(entry, isNew: false)
                try finish(identifier)
                let what = card.reason == DamagedCards.badGroups ? "groups" : "further fields"
                repairs.append(
                    "\(name) has its \(what) \(logged == nil ? "no more: nothing was known of them" : "back")")
            default: continue
            }
        }
        return repairs
    }

    /// What is kept beside the card follows from it.
    private func finish(_ identifier: CardID) throws(StoreError) {
        if let entry = try cards.entry(identifier) { try cards.write(entry, isNew: false) }
        for backend in try backends.all() { try settle(identifier, with: backend) }
    }

    /// The one that the log has for the card's last change, unless another card has it by now; else a new one.
    private func identifier(ofRow row: Int64) throws(StoreError) -> (identifier: CardID, isOld: Bool) {
        let old = try cards.connection.first(
            "SELECT card FROM change WHERE sequence = (SELECT sequence FROM card WHERE row = ?)"
        ) {
            $0.add(row)
        } read: {
            CardID($0.text())
        }.flatMap { $0 }
        if let old, try cards.entry(old) == nil { return (old, true) }
        return (.random(), false)
    }

    private func identifierInPlace(ofRow row: Int64) throws(StoreError) -> CardID? {
        try cards.connection.first("SELECT id FROM card WHERE row = ?") {
            $0.add(row)
        } read: {
            CardID($0.text())
        }.flatMap { $0 }
    }

    /// The card as its changes, one after the other, have left it; nil where the log has nothing of it.
    private func logged(_ identifier: CardID) throws(StoreError) -> Card? {
        var card: Card?
        try cards.connection.forEach("SELECT fields FROM change WHERE card = ? ORDER BY sequence") {
            $0.add(identifier.text)
        } read: { row in
            guard let fields = row.optionalBytes() else { return card = nil }
            if let patch = CardPatch(stored: fields, of: identifier) { card = patch.applied(to: card) }
        }
        guard var result = card else { return nil }
        // The log tells a field that went as null.
        result.unknownFields = result.unknownFields.filter { $0.value != .null }
        return result
    }
}
