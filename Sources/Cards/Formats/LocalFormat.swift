/// How the user's locale writes days and amounts: what the screens show and what a person may type. A value, so that a test can set
/// it. It holds neither a time zone nor a language for sentences.
///
/// JSON, pipes, exports and the store never use it: they are ISO 8601 and decimal text.
public struct LocalFormat: Hashable, Sendable {
    public let days: DayFormat
    public internal(set) var amounts: AmountFormat

    public init(days: DayFormat = .iso, amounts: AmountFormat = .plain) { (self.days, self.amounts) = (days, amounts) }

    /// `2026-12-31` and `1234.56 EUR`: of the locales C and POSIX.
    public static let iso = LocalFormat()

    public func text(_ day: CalendarDay) -> String { days.text(day) }
    public func text(_ balance: Balance) -> String { amounts.text(balance) }

    /// "December 2026": in the language of the screens.
    public func monthText(_ day: CalendarDay) -> String { "\(EnglishDays.months[day.month - 1]) \(day.year)" }

    /// "Thursday, 31 December 2026": in the language of the screens.
    public func fullText(_ day: CalendarDay) -> String {
        "\(EnglishDays.weekdays[day.weekday]), \(day.day) \(EnglishDays.months[day.month - 1]) \(day.year)"
    }
}

/// The names of months and weekdays in the language of the screens.
enum EnglishDays {
    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
}
