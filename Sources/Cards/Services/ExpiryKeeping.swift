/// Cards that expire, and what was done because of it. Archived cards are left out.
public protocol ExpiryKeeping: Sendable {
    /// The cards whose last day is this one or later, in no order.
    func cards(expiringFrom first: CalendarDay) async throws -> [Card]

    func sentReminders() async throws -> [SentReminder]

    /// Remembers that these reminders were sent. One that is remembered already stays as it is.
    func remember(_ reminders: [SentReminder]) async throws

    /// Archives the cards whose last day is before this one, as one step. A card that was archived so for the same last day is left
    /// alone: the user took it out of the archive. Nil where no card is left.
    func archiveExpired(before day: CalendarDay) async throws -> CardToggle.Outcome?
}
