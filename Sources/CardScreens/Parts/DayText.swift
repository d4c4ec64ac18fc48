import Cards

/// Days as text: "31 Dec 2026", "Thursday".
enum DayText {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    private static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

    static func date(_ day: CalendarDay) -> String { "\(day.day) \(months[day.month - 1]) \(day.year)" }

    /// A time near today as text: "today at 14:05", "yesterday at 14:05", "18 Nov 2026 at 14:05".
    static func dateTime(_ time: Timestamp, _ clock: CardClock) -> String {
        let (day, today) = (clock.day(time), clock.today())
        let dayText =
            switch day.daysSince1970 - today.daysSince1970 {
            case 0: "today"
            case -1: "yesterday"
            case 1: "tomorrow"
            default: date(day)
            }
        return "\(dayText) at \(clock.timeOfDay(time))"
    }

    static func weekday(_ day: CalendarDay) -> String { weekdays[day.weekday] }
}
