/// How long before the last day of a card the user is reminded of it: `30d, 7d, 1d`, or `never`. It holds no day.
public struct ReminderPeriods: Hashable, Sendable {
    /// One of the periods: days, or months of the calendar.
    public struct Period: Hashable, Sendable {
        let span: DaySpan

        /// `30d`, `1m`: the name under which it is remembered that a reminder was sent.
        public var text: String { span.months == 0 ? "\(span.days)d" : "\(span.months)m" }

        /// The first day on which the reminder is due; nil before the calendar.
        public func day(before expiry: CalendarDay) -> CalendarDay? {
            expiry.adding(DaySpan(months: -span.months, days: -span.days))
        }
    }

    /// Each once, as typed.
    public let periods: [Period]

    public static let standard = ReminderPeriods(periods: [30, 7, 1].map { Period(span: DaySpan(days: $0)) })
    public static let never = ReminderPeriods(periods: [])

    /// A longer list is a mistake.
    private static let maximumCount = 20
    /// Ten years; nobody plans further.
    private static let maximumSpan = DaySpan(months: 120, days: 3660)

    private init(periods: [Period]) { self.periods = periods }

    /// Reads `30d, 7d, 1d`, `2w`, `1 month`, `30` (days), `0d` (the last day itself) and `never`.
    public init(typed text: String) throws(TypingError) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        if let tokens = DayTokens(text)?.tokens, tokens == [.word("never")] {
            self = .never
            return
        }
        guard parts.count <= Self.maximumCount else { throw Self.unreadable }
        var periods: [Period] = []
        for part in parts {
            let period = try Self.period(String(part))
            if !periods.contains(period) { periods.append(period) }
        }
        self.init(periods: periods)
    }

    /// Reads one period: `30d`, `2w`, `1m`, `30`.
    public static func period(_ text: String) throws(TypingError) -> Period {
        guard let tokens = DayTokens(text)?.tokens else { throw unreadable }
        let span: DaySpan?
        switch (tokens.first, tokens.dropFirst().first) {
        case (.number(let count, _)?, nil): span = DaySpan(days: count)
        case (.number(let count, _)?, .word(let unit)?) where tokens.count == 2: span = DaySpan(count, unit)
        default: span = nil
        }
        guard let known = span, known.months <= maximumSpan.months, known.days <= maximumSpan.days else {
            throw unreadable
        }
        return Period(span: known)
    }

    private static let unreadable = TypingError("use periods such as 30d, 7d, 1d, or never")

    /// What counts for a card: its own periods, or those of the settings where it has none that can be read.
    public static func of(_ card: Card, standard: ReminderPeriods) -> ReminderPeriods {
        let text = card.remindBefore.trimmed
        return text.isEmpty ? standard : (try? ReminderPeriods(typed: text)) ?? standard
    }
}
