internal import Basics

/// A day as a person names it: a date, a month, or a distance from today. What it means depends on today.
public enum TypedDay: Hashable, Sendable {
    case date(CalendarDay)
    /// Its last day where something ends, its first where something begins.
    case month(year: Int, month: Int)
    case distance(DaySpan)

    /// The day; nil beyond the calendar.
    /// - Parameter isStart: whether a month means its first day.
    public func day(today: CalendarDay, isStart: Bool = false) -> CalendarDay? {
        switch self {
        case .date(let day): day
        case .month(let year, let month):
            isStart
                ? CalendarDay(year: year, month: month, day: 1)
                : CalendarDay(year: year, month: month, day: CalendarDay.length(ofMonth: month, in: year))
        case .distance(let span): today.adding(span)
        }
    }
}

/// A span of the calendar: months and years differ in length, so they are not days.
public struct DaySpan: Hashable, Sendable {
    public var months: Int
    public var days: Int

    public init(months: Int = 0, days: Int = 0) { (self.months, self.days) = (months, days) }

    public var isEmpty: Bool { months == 0 && days == 0 }
}

/// Why a typed value cannot be read, as a sentence without a point.
public struct TypingError: Error, Equatable, Sendable {
    public let message: String

    init(_ message: String) { self.message = message }
}

extension CalendarDay {
    public static func length(ofMonth month: Int, in year: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Nil beyond the years 1 to 9999.
    /// - Parameter meant: the day of the month where a shorter month gave it another one.
    public func adding(_ span: DaySpan, meaning meant: Int? = nil) -> CalendarDay? {
        guard let start = span.months == 0 ? self : adding(months: span.months, meaning: meant) else { return nil }
        let (number, isOutside) = start.daysSince1970.addingReportingOverflow(span.days)
        guard !isOutside, (Self.first.daysSince1970...Self.last.daysSince1970).contains(number) else { return nil }
        return CalendarDay(daysSince1970: number)
    }

    /// The last day that is less than a span away: a month from 31 January on, 28 February is the last.
    func lastDay(within span: DaySpan) -> CalendarDay? {
        guard let end = adding(span) else { return nil }
        // In a month without this day the span ends after its last day.
        let isShortMonth = span.months != 0 && span.days == 0 && end.day < day
        return isShortMonth ? end : end.adding(days: -1)
    }

    /// How many whole months lie between two days, by the calendar.
    func wholeMonths(to later: CalendarDay) -> Int {
        let count = (later.year - year) * 12 + later.month - month
        return adding(months: count).map { $0 <= later } == true ? count : count - 1
    }

    /// "45 days", "23 months", "2 years": the time from this day to a later one, rounded down.
    func spanText(to later: CalendarDay) -> String {
        let days = later.daysSince1970 - daysSince1970
        let months = wholeMonths(to: later)
        if months < 2 { return days.counted("day") }
        return months < 24 ? months.counted("month") : (months / 12).counted("year")
    }

    /// "today", "tomorrow", "yesterday", "in 45 days", "3 days ago".
    public func relativeText(today: CalendarDay) -> String {
        switch daysSince1970 - today.daysSince1970 {
        case 0: "today"
        case 1: "tomorrow"
        case -1: "yesterday"
        case 2...: "in " + today.spanText(to: self)
        default: spanText(to: today) + " ago"
        }
    }
}
