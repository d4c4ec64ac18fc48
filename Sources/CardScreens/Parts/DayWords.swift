import Cards

/// Days as people read them: "31 Dec 2026", "Thursday".
enum DayWords {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    private static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

    static func date(_ day: CalendarDay) -> String { "\(day.day) \(months[day.month - 1]) \(day.year)" }

    static func weekday(_ day: CalendarDay) -> String { weekdays[day.weekday] }
}
