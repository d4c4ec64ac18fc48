public import Cards

extension SQLiteCardStore: ExpiryKeeping {
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
