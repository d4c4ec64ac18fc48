public import Cards

extension SQLiteCardStore {
    public func book(_ booking: LedgerBooking, on identifier: CardID) throws -> Balance? {
        var refusal: TypingError?
        var balance: Balance?
        let changed = try write { () throws(StoreError) in
            try tables.logStep(.change) { () throws(StoreError) in
                guard let card = try tables.cards.entry(identifier)?.card else { return ChangedCards() }
                let effect: LedgerBooking.Effect
                do throws(TypingError) {
                    effect = try booking.effect(on: card)
                } catch {
                    refusal = error
                    return ChangedCards()
                }
                balance = effect.after
                return try LedgerWriting(tables).book(effect, booking, on: card, at: clock.now())
            }
        }
        if let refusal { throw LedgerError(refusal.message) }
        notify(applied: changed)
        return balance
    }

    public func use(_ identifiers: [CardID], on day: CalendarDay) throws -> CardToggle.Outcome? {
        let booking = LedgerBooking(.use, day: day)
        var (found, count, name): (Int, Int, String?) = (0, 0, nil)
        let changed = try write(identifiers.count) { () throws(StoreError) in
            try tables.logStep(.change) { () throws(StoreError) in
                var changed = ChangedCards()
                for identifier in identifiers {
                    try tables.checkCancellation()
                    guard let card = try tables.cards.entry(identifier)?.card else { continue }
                    (found, name) = (found + 1, found == 0 ? card.name : nil)
                    guard card.used == nil, let effect = try? booking.effect(on: card) else { continue }
                    changed.formUnion(try LedgerWriting(tables).book(effect, booking, on: card, at: clock.now()))
                    count += 1
                }
                return changed
            }
        }
        notify(applied: changed)
        return found == 0 ? nil : CardToggle.Outcome(count: count, name: name, isOn: true)
    }

    public func takeBack(_ entries: [LedgerEntry.ID], of identifier: CardID) throws -> Balance? {
        let changed = try write { () throws(StoreError) in
            try tables.logStep(.change) { () throws(StoreError) in
                guard let card = try tables.cards.entry(identifier)?.card else { return ChangedCards() }
                return try LedgerWriting(tables).takeBack(entries, of: card, at: clock.now())
            }
        }
        notify(applied: changed)
        return changed.isEmpty ? nil : try tables.cards.entry(identifier)?.card.amountLeft
    }

    public func ledger(of identifier: CardID, after previous: LedgerPage?, limit: Int) throws -> LedgerPage {
        try connection.reading { () throws(StoreError) in
            let card = try tables.cards.entry(identifier)?.card
            let balance = card.map { $0.balance.isEmpty ? "0" : $0.balance }
            let currency = previous.map(\.currency) ?? card?.currency
            var running = previous.map(\.balanceBefore) ?? balance.flatMap { ExactDecimal($0) }
            let stored = try tables.ledger.page(of: identifier, after: previous?.lines.last?.entry, limit: limit)
            let lines = stored.map { stored in
                guard stored.counts, stored.entry.currency == currency, let after = running else {
                    return Ledger.Line(stored.entry, counts: stored.counts, balance: nil)
                }
                running = after - stored.entry.value
                return Ledger.Line(stored.entry, counts: true, balance: after.text)
            }
            return LedgerPage(
                lines: lines, currency: currency, balanceBefore: running, hasMore: stored.count == limit && limit > 0)
        }
    }

    public func spendings() throws -> [Spending] { try tables.ledger.spendings() }
}
