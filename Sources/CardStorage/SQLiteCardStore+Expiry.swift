public import Cards

extension SQLiteCardStore {
    public func cards(expiringFrom first: CalendarDay) throws -> [Card] {
        try tables.cards.cards(expiringFrom: first)
    }

    public func sentReminders() throws -> [SentReminder] { try tables.reminders.all() }

    public func remember(_ reminders: [SentReminder]) throws {
        if reminders.isEmpty { return }
        try write { () throws(StoreError) in
            try add(reminders)
        }
        notifyPending()
    }

    /// Adds them, and has them go to the devices that share the cards.
    private func add(_ reminders: [SentReminder]) throws(StoreError) {
        for reminder in reminders { try tables.reminders.add(reminder) }
        guard try tables.vault.entry() != nil else { return }
        for card in Set(reminders.map(\.card)) { try tables.vault.mark(card, SharedFields.reminders.text) }
    }

    public func renew(_ card: Card, _ renewal: CardRenewal) throws {
        let patch = renewal.patch(of: card)
        if patch.fields.isEmpty { return }
        let changed = try write { () throws(StoreError) in
            try tables.logStep(.renewal, source: renewal.meantDay.map { String($0) }) { () throws(StoreError) in
                try tables.apply([.set(patch)], at: clock.now())
            }
        }
        notify(applied: changed)
    }

    public func meantDay(of identifier: CardID) throws -> Int? {
        guard let last = try tables.cards.entry(identifier)?.card.expiry else { return nil }
        return try tables.log.meantDay(of: identifier, last)
    }

    public func archiveExpired(before day: CalendarDay) throws -> CardToggle.Outcome? {
        // Most starts find none, and write nothing.
        let count = try tables.reminders.archivable(before: day).count
        if count == 0 { return nil }
        var outcome: CardToggle.Outcome?
        let changed = try write(count) { () throws(StoreError) in
            // Another program may have done it meanwhile.
            let expired = try tables.reminders.archivable(before: day)
            let changed = try tables.logStep(.expiry) { () throws(StoreError) in
                if expired.isEmpty { return ChangedCards() }
                let (toggled, changed) = try tables.toggle(.archive, of: expired.map(\.card), at: clock.now())
                outcome = toggled
                return changed
            }
            try add(expired)
            return changed
        }
        notify(applied: changed)
        return outcome
    }
}

extension ChangeLog {
    /// See ``SQLiteCardStore/meantDay(of:)``. Undo, redo and restoring bring a last day back with its meaning.
    fileprivate func meantDay(of card: CardID, _ last: CalendarDay) throws(StoreError) -> Int? {
        let changes = try connection.all(
            """
            SELECT (SELECT CASE WHEN last >= sequence THEN kind || ' ' || ifnull(source, '') END FROM step
                WHERE first <= sequence ORDER BY first DESC LIMIT 1)
            FROM change INDEXED BY change_card
            WHERE card = ? AND previous IS NOT NULL AND instr(fields, '"expiry":')
                AND CASE WHEN json_valid(fields) THEN fields ->> '$.expiry' END = ?
            ORDER BY sequence DESC
            """, card.text, last.text
        ) {
            $0.text().split(separator: " ").map(String.init)
        }
        let back = [StepTable.Kind.undo, .redo, .restore].map(\.rawValue)
        guard let change = changes.first(where: { !back.contains($0.first ?? "") }), change.count == 2,
            change[0] == StepTable.Kind.renewal.rawValue
        else { return nil }
        return Int(change[1]).flatMap { (29...31).contains($0) ? $0 : nil }
    }
}
