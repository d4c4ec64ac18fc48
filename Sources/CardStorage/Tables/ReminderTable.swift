internal import Cards

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

extension CalendarDay {
    /// Nil outside of the calendar, which only a file that was tampered with has: such a day could overflow its arithmetic.
    init?(stored number: Int64) {
        guard
            (Int64(CalendarDay.first.daysSince1970)...Int64(CalendarDay.last.daysSince1970)).contains(number)
        else { return nil }
        self.init(daysSince1970: Int(number))
    }
}
