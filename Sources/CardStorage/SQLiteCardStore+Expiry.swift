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

/// What was done because a card expires: reminders, and its move to the archive. A row outlives its card, so that undo does not bring
/// the reminder again.
struct ReminderTable {
    let connection: Connection

    /// Stands in place of a period for a card that was archived.
    private static let archive = "archive"

    func all() throws(StoreError) -> [SentReminder] {
        try connection.all("SELECT card, expiry, threshold, day FROM reminded WHERE threshold <> ?", Self.archive) {
            row in
            CardID(row.text()).flatMap { Self.reminder(of: $0, from: &row) }
        }
    }

    /// All of a card, in the order of their keys: the archiving of it, too.
    func all(of card: CardID) throws(StoreError) -> [SentReminder] {
        try connection.all(
            "SELECT expiry, threshold, day FROM reminded WHERE card = ? ORDER BY expiry, threshold", card.text
        ) { row in
            Self.reminder(of: card, from: &row)
        }
    }

    private static func reminder(of card: CardID, from row: inout Row) -> SentReminder? {
        let (last, period) = (CalendarDay(stored: row.number()), row.text())
        guard let expiry = last, let day = CalendarDay(stored: row.number()) else { return nil }
        return SentReminder(card: card, expiry: expiry, period: period, day: day)
    }

    /// The earlier day counts where a reminder was sent twice: a later one may be that of a wrong clock.
    func add(_ reminder: SentReminder) throws(StoreError) {
        try connection.run(
            """
            INSERT INTO reminded (card, expiry, threshold, day) VALUES (?, ?, ?, ?)
            ON CONFLICT (card, expiry, threshold) DO UPDATE SET day = min(day, excluded.day)
            """, reminder.card.text, reminder.expiry.daysSince1970, reminder.period, reminder.day.daysSince1970
        )
    }

    /// The cards that expired before this day and were not archived for that last day yet.
    func archivable(before day: CalendarDay) throws(StoreError) -> [SentReminder] {
        try connection.all(
            """
            SELECT id, expiry FROM card WHERE grp < 2 AND expiry < ? AND NOT EXISTS (
                SELECT 1 FROM reminded
                WHERE reminded.card = card.id AND reminded.expiry = card.expiry AND reminded.threshold = ?)
            """, day.daysSince1970, Self.archive
        ) { row in
            guard let identifier = CardID(row.text()), let last = CalendarDay(stored: row.number()) else { return nil }
            return SentReminder(card: identifier, expiry: last, period: Self.archive, day: day)
        }
    }

    func remove(_ identifier: CardID) throws(StoreError) {
        try connection.run("DELETE FROM reminded WHERE card = ?", identifier.text)
    }
}

extension Tables {
    var reminders: ReminderTable { ReminderTable(connection: cards.connection) }
}

extension CardTable {
    /// The rows of the cards in these days are found in the index `card_order`, which has them; no other row is read.
    func cards(expiringFrom first: CalendarDay) throws(StoreError) -> [Card] {
        try connection.all(
            """
            SELECT id, \(CardColumns.list) FROM (SELECT row AS place FROM card WHERE grp < 2 AND expiry >= ?)
                CROSS JOIN card ON card.row = place
            """, first.daysSince1970
        ) { row in
            CardID(row.text()).map { CardColumns.card($0, from: &row) }
        }
    }
}
