import Cards

/// Days and times near today as text.
enum DayText {
    /// "today at 14:05", "yesterday at 14:05", otherwise the day as the locale writes it: "2026-11-18 at 14:05".
    static func dateTime(_ time: Timestamp, _ clock: CardClock, _ format: LocalFormat) -> String {
        "\(day(clock.day(time), today: clock.today(), format)) at \(clock.timeOfDay(time))"
    }

    /// "today", "yesterday", "tomorrow", otherwise the date.
    static func day(_ day: CalendarDay, today: CalendarDay, _ format: LocalFormat) -> String {
        abs(day.daysSince1970 - today.daysSince1970) <= 1 ? day.relativeText(today: today) : format.text(day)
    }

    /// "from 2026-11-20 until 2026-12-31, expires in 5 weeks"; empty without a date.
    static func validity(
        from first: CalendarDay?, until last: CalendarDay?, _ due: Validity, _ format: LocalFormat
    ) -> String {
        let days = [first.map { "from \(format.text($0))" }, last.map { "until \(format.text($0))" }].compactMap { $0 }
            .joined(separator: " ")
        return days.isEmpty || !due.isUrgent ? days : "\(days), \(due.text)"
    }
}
