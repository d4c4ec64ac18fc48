/// The days that a filter asks for: as the last of a card, or as one on which it matters. It is typed once and depends on today.
public enum DayRange: Hashable, Sendable {
    /// Less than this span away from today on; an empty span means the past.
    case within(DaySpan)
    case before(TypedDay)
    /// That day, or a day of that month.
    case on(TypedDay)
    /// A day of the calendar month that is so many months later than that of today.
    case month(later: Int)

    /// Reads `<30d`, `30d`, `<30`, `<2w`, `<31/12/26`, `12/2026`, `tomorrow`, `this-month`, `"next month"`.
    /// - Parameter word: that before the colon, for messages.
    init(typed text: String, after word: String, _ format: DayFormat) throws(TypingError) {
        let unreadable = TypingError("a period or date is missing: use \(word):<30d, <2w, <6m, <1y or 12/2026")
        let isBefore = text.first == "<"
        let body = isBefore ? String(text.dropFirst()) : text
        guard let typed = DayTokens(body), !typed.tokens.isEmpty else { throw unreadable }
        if !isBefore, let months = Self.monthsLater(typed) {
            self = .month(later: months)
            return
        }
        if let span = Self.span(typed) {
            guard span.months >= 0, span.days >= 0 else { throw unreadable }
            self = .within(span)
            return
        }
        let isNamed = typed.tokens.count == 1 && !typed.words.isEmpty
        guard isNamed || !typed.numbers.isEmpty else { throw unreadable }
        let day: TypedDay
        do throws(TypingError) {
            day = try format.day(from: body)
        } catch {
            // A number with a wrong unit is no attempt at a date.
            throw typed.numbers.count == 1 || isNamed ? unreadable : error
        }
        self = isBefore ? .before(day) : .on(day)
    }

    /// `this month`, `next-month`; a period counts from today, so "next month" without this would be the next thirty days.
    private static func monthsLater(_ typed: DayTokens) -> Int? {
        guard typed.numbers.isEmpty, typed.marks.allSatisfy({ $0 == "-" }) else { return nil }
        switch typed.words {
        case ["this", "month"]: return 0
        case ["next", "month"]: return 1
        case ["last", "month"]: return -1
        default: return nil
        }
    }

    private static func span(_ typed: DayTokens) -> DaySpan? {
        if let number = typed.numbers.first, typed.tokens.count == 1, number.digits != 8 {
            return DaySpan(number.value, "d")
        }
        // A word such as tomorrow is a day.
        return typed.tokens.count == 1 ? nil : DayFormat.distance(typed)
    }

    /// The days on the calendar; nil for none.
    public func days(today: CalendarDay) -> ClosedRange<CalendarDay>? {
        switch self {
        case .within(let span):
            if span.isEmpty { return Self.range(.first, today.adding(days: -1)) }
            return Self.range(today, today.lastDay(within: span) ?? .last)
        case .before(let day):
            guard let end = day.day(today: today, isStart: true) else { return nil }
            // Before a day to come means from today on: what has expired is another question.
            return Self.range(end > today ? today : .first, end.adding(days: -1))
        case .on(let day):
            guard let first = day.day(today: today, isStart: true), let last = day.day(today: today) else { return nil }
            return Self.range(first, last)
        case .month(let months):
            guard let start = CalendarDay(year: today.year, month: today.month, day: 1),
                let first = start.adding(months: months)
            else { return nil }
            let length = CalendarDay.length(ofMonth: first.month, in: first.year)
            return Self.range(first, first.adding(days: length - 1))
        }
    }

    private static func range(_ first: CalendarDay, _ last: CalendarDay) -> ClosedRange<CalendarDay>? {
        first <= last ? first...last : nil
    }
}
