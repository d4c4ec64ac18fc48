public import Cards

extension SQLiteCardStore: CardToggling {
    public func toggle(_ toggle: CardToggle, of cards: [CardID]) throws -> CardToggle.Outcome? {
        var outcome: CardToggle.Outcome?
        let changed = try write(cards.count) { () throws(StoreError) in
            try tables.logStep(.change) { () throws(StoreError) in
                let (toggled, changed) = try tables.toggle(toggle, of: cards, at: clock.now())
                outcome = toggled
                return changed
            }
        }
        notify(applied: changed)
        return outcome
    }

    public func commonGroups(of cards: [CardID]) throws -> [String] {
        var common: [String]?
        for identifier in cards {
            try tables.checkCancellation()
            guard let card = try card(identifier) else { continue }
            common = (common ?? card.groups).filter { CardToggle.group($0).isOn(card) }
            if common?.isEmpty == true { break }
        }
        return common ?? []
    }

    public func missing(of cards: [CardID]) throws -> [CardID] {
        try cards.filter { identifier in
            try tables.checkCancellation()
            return try connection.first("SELECT 1 FROM card WHERE id = ?", identifier.text) { _ in true } == nil
        }
    }
}
