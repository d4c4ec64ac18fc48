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
                    guard !card.isUsedUp, let effect = try? booking.effect(on: card) else { continue }
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

/// Balances and ledgers change together: whatever changes the balance of a card writes an entry, and an entry changes the balance. Runs
/// inside a transaction of the caller.
struct LedgerWriting {
    private let tables: Tables

    init(_ tables: Tables) { self.tables = tables }

    private var ledger: LedgerTable { tables.ledger }

    /// Writes the entry of a balance that was set, by whomever. A change of the currency is none: the entries before it no longer count
    /// for the balance.
    /// - Parameter source: the backend that set it. Each device of a vault may have the change from it, and it counts once.
    func noteBalance(
        of card: Card, was old: Card, from source: BackendTable.Entry?, with sequence: Int64, at time: Timestamp
    ) throws(StoreError) {
        guard card.balance != old.balance, card.currency == old.currency || old.balance.isEmpty,
            let now = Self.number(card.balance), let before = Self.number(old.balance)
        else { return }
        let difference = (now - before).shortened
        if difference.isZero { return }
        let identifier =
            if let source {
                try sharedIdentifier(of: card, was: old, from: source)
            } else if old.balance.isEmpty {
                // Nothing was there that two devices could have set to the same.
                nil as LedgerEntry.ID?
            } else {
                // Two people who read the same balance at the counter, or import the same file, set it once.
                try self.identifier(of: "set \(old.balance) \(card.balance)", on: card)
            }
        let entry = LedgerEntry(
            id: identifier ?? .random(), card: card.identifier, .set(card.balance), amount: difference.text,
            currency: card.currency,
            day: ledger.day(time), recorded: time)
        _ = try ledger.write([entry], of: card.identifier, sequence: sequence)
    }

    /// Notes that a backend took a new balance, of which this device has the entries. A device that gets the balance from there notes it as one
    /// that was set, until it gets these entries: then that one counts no longer.
    func noteUpload(
        of card: Card, was old: Card, to backend: BackendTable.Entry, at time: Timestamp
    ) throws(StoreError) {
        guard card.balance != old.balance, card.currency == old.currency || old.balance.isEmpty,
            let now = Self.number(card.balance), let before = Self.number(old.balance), now != before,
            let identifier = try sharedIdentifier(of: card, was: old, from: backend)
        else { return }
        let entry = LedgerEntry(
            card: card.identifier, .cancel(identifier), amount: "0", currency: card.currency, day: ledger.day(time),
            recorded: time)
        _ = try ledger.write([entry], of: card.identifier, sequence: 0)
    }

    /// The same on every device that gets the change from the backend: the union of their entries has it once.
    private func sharedIdentifier(
        of card: Card, was old: Card, from source: BackendTable.Entry
    ) throws(StoreError) -> LedgerEntry.ID? {
        let backend = try tables.backends.address(source.number) ?? ""
        var parts = [backend, card.identifier.text, old.balance, card.balance, card.currency ?? ""]
        while true {
            let hash = PhotoHash(of: Array(parts.joined(separator: "\n").utf8))
            let identifier = LedgerEntry.ID(String(hash.text.prefix(32)))
            guard let identifier else { return nil }
            if try ledger.stored(identifier) == nil, try !ledger.isNamed(identifier) { return identifier }
            // It happens again, after the balance went back.
            parts.append("again")
        }
    }

    /// Of an event that other devices may note as well, whatever they know of the card.
    private func identifier(of event: String, on card: Card) throws(StoreError) -> LedgerEntry.ID {
        var parts = [event, card.identifier.text, card.currency ?? ""]
        while true {
            let identifier = LedgerEntry.ID(of: parts)
            guard try ledger.holdsEvent(of: identifier, counts: true) else { return identifier }
            // It happens again, after something was received.
            parts.append("again")
        }
    }

    /// Books an amount. The card must exist.
    func book(
        _ effect: LedgerBooking.Effect, _ booking: LedgerBooking, on card: Card, at time: Timestamp
    ) throws(StoreError) -> ChangedCards {
        if effect.hasEntry {
            // A card is used once, and a gift is taken once, also if two devices note it.
            let event = effect.isUsed ? "use" : effect.isGift ? "gift" : nil
            let entry = LedgerEntry(
                id: try event.map { name throws(StoreError) in try identifier(of: name, on: card) } ?? .random(),
                card: card.identifier, effect.amount.hasPrefix("-") ? .spend : .receive,
                amount: effect.amount,
                currency: effect.after.currency, day: booking.day, recorded: time, note: booking.note)
            _ = try ledger.write([entry], of: card.identifier, sequence: tables.log.lastSequence() + 1)
        }
        var (new, fields): (Card, FieldSet) = (card, [.balance, .currency])
        (new.balance, new.currency) = (effect.after.amount, effect.after.currency)
        if effect.isUsed {
            new.setArchived(true)
            new.used = booking.day
            fields.formUnion(CardField.ofArchive)
        } else if card.used != nil, effect.after.isMoneyLeft {
            new.setArchived(false)
            fields.formUnion(CardField.ofArchive)
        }
        return try tables.applyBooked(CardPatch(values: new, fields: fields), to: card, at: time)
    }

    /// Writes the ledger that a card has in a file, before the card is added or changed. The balance in the file is the one after these
    /// entries.
    /// - Returns: what a card that is here had not. Nil where nothing is taken: the ledger of a card in the trash stays as it is here.
    func bringBack(_ entries: [LedgerEntry], of card: Card) throws(StoreError) -> [LedgerEntry]? {
        let here = Set(try ledger.entries(of: card.identifier).map(\.id))
        if try tables.cards.entry(card.identifier) != nil {
            let new = entries.filter { !here.contains($0.id) }
            if !new.isEmpty { _ = try ledger.write(new, of: card.identifier, sequence: 0) }
            return new
        }
        if entries.isEmpty || !here.isEmpty { return nil }
        // They belong to no entry of the log: undo takes the card away, and nothing of its ledger.
        _ = try ledger.write(entries, of: card.identifier, sequence: 0)
        return []
    }

    /// Whether entries that were written already account for the change of the balance, or for all of it where the card is new.
    static func isBalance(of patch: CardPatch, over old: Card?, changedBy sum: ExactDecimal) -> Bool {
        guard let old else { return true }
        guard let before = number(old.balance), let now = number(patch.applied(to: old).balance) else { return false }
        return (now - before).shortened == sum.shortened
    }

    /// Takes entries of the card back.
    func takeBack(
        _ identifiers: [LedgerEntry.ID], of card: Card, at time: Timestamp
    ) throws(StoreError) -> ChangedCards {
        var entries: [LedgerEntry] = []
        for identifier in identifiers {
            guard let stored = try ledger.stored(identifier), stored.counts, stored.entry.card == card.identifier else {
                continue
            }
            entries.append(stored.entry)
        }
        if entries.isEmpty { return ChangedCards() }
        return try cancel(
            entries, reverting: CardPatch(values: card, fields: []), on: card, at: time, bringsBack: true)
    }

    /// Reverts a change of a card that came with entries: these are cancelled, and the balance changes by what they had added, so that
    /// what came between stays counted. The other fields get their former values.
    /// - Parameter bringsBack: whether a used card that has money again is used no more.
    func cancel(
        _ entries: [LedgerEntry], reverting patch: CardPatch, on card: Card, at time: Timestamp,
        bringsBack: Bool = false
    ) throws(StoreError) -> ChangedCards {
        let sequence = try tables.log.lastSequence() + 1
        let currency = patch.fields.contains(.currency) ? patch.values.currency : card.currency
        var difference = ExactDecimal.zero
        let opposites = entries.map { $0.cancelling(on: ledger.day(time), at: time) }
        for changed in try ledger.write(opposites, of: card.identifier, sequence: sequence)
        where changed.entry.cancelled == nil {
            guard changed.entry.currency == card.currency || changed.entry.currency == currency else { continue }
            difference += changed.counts ? changed.entry.value : -changed.entry.value
        }
        var patch = patch
        if let now = Self.number(card.balance) {
            let sum = now + difference
            let former = patch.fields.contains(.balance) ? Self.number(patch.values.balance) : nil
            if former != sum {
                // Something else changed the balance meanwhile: it is in the currency of today.
                patch.fields.remove(.currency)
                patch.values.balance = difference.isZero ? card.balance : sum.text
            }
            patch.fields.insert(.balance)
        }
        if bringsBack, card.used != nil, patch.applied(to: card).amountLeft?.isMoneyLeft == true {
            patch.values.setArchived(false)
            patch.fields.formUnion(CardField.ofArchive)
        }
        let changed = try tables.applyBooked(patch, to: card, at: time)
        if changed.isEmpty { try ledger.detach(sequence) }
        return changed
    }

    /// Nothing is zero.
    private static func number(_ balance: String) -> ExactDecimal? { ExactDecimal(balance.isEmpty ? "0" : balance) }
}
