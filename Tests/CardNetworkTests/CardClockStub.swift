import Cards

/// A clock that always shows the same day.
enum CardClockStub {
    static let day = CalendarDay(daysSince1970: 20_778)
    static let clock = CardClock(now: { Timestamp(milliseconds: 20_778 * 86_400_000) }, today: { day })
}
