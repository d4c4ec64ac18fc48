import Cards

/// A machine's clock that stands on one day.
enum CardClockStub {
    static let day = CalendarDay(daysSince1970: 20_778)
    static let clock = CardClock(now: { Timestamp(milliseconds: 20_778 * 86_400_000) }, today: { day })
}
