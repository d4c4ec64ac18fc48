internal import Basics

/// That the user was reminded of a card: a row that travels between devices by its key, the card, the day and the period. Two devices
/// merge theirs by union.
public struct SentReminder: Equatable, Sendable {
    public let card: CardID
    /// The last day of the card at that time: a renewed card is reminded of anew. For a moment, its day.
    public let expiry: CalendarDay
    /// The text of the ``ReminderPeriods/Period``; for a moment, its hours and its time: `24h@14:05Z`.
    public let period: String
    /// The day on which it was sent.
    public let day: CalendarDay

    public init(card: CardID, expiry: CalendarDay, period: String, day: CalendarDay) {
        self.card = card
        self.expiry = expiry
        self.period = period
        self.day = day
    }
}

/// A reminder that has to be sent, and the rows that remember it.
public struct DueReminder: Equatable, Sendable {
    public let card: Card
    /// The day on which the card expires, or on which its moment is.
    public let expiry: CalendarDay
    /// Also those of longer periods: a machine that slept sends one reminder, not one for each period.
    public let sent: [SentReminder]
    /// What the reminder is about; nil for the end of the card.
    public var moment: CardMoment?
}

/// Which reminders are due today. It reads no store and no clock.
public struct ReminderPlan: Equatable, Sendable {
    /// In the order of their days, then of their times, then by name.
    public internal(set) var due: [DueReminder]
    /// The day of a reminder that is later than today: the clock was set back, or was wrong then; nil otherwise.
    public let laterDay: CalendarDay?

    /// A card that has expired longer ago is not told any more: nobody wants a message about each old card.
    public static let daysAfterExpiry = 7
    /// Between two zones the day may be two days earlier, which is no clock that was set back.
    static let zoneDays = 2

    /// - Parameter cards: those that are not archived and expire.
    public init(
        _ cards: [Card], sent: [SentReminder], today: CalendarDay, standard: ReminderPeriods = .standard
    ) {
        let (first, last) = (today.adding(days: -Self.daysAfterExpiry), today.adding(days: Self.zoneDays))
        // What was sent on a later day was sent by a wrong clock: it counts again when its day has come.
        let known = Set(sent.filter { $0.day <= last }.map { Key($0.card, $0.expiry, $0.period) })
        var due: [DueReminder] = []
        for card in cards {
            guard let expiry = card.expiry, expiry >= first else { continue }
            let passed = ReminderPeriods.of(card, standard: standard).periods
                .compactMap { period in period.day(before: expiry).map { (day: $0, text: period.text) } }
                .filter { $0.day <= today }
            // The nearest one counts: it was sent with those of longer periods.
            guard let nearest = passed.max(by: { $0.day < $1.day }),
                !known.contains(Key(card.identifier, expiry, nearest.text))
            else { continue }
            let rows = passed.map {
                SentReminder(card: card.identifier, expiry: expiry, period: $0.text, day: today)
            }
            due.append(DueReminder(card: card, expiry: expiry, sent: rows))
        }
        self.due = due.sorted {
            ($0.expiry, TextFolding.fold($0.card.name)) < ($1.expiry, TextFolding.fold($1.card.name))
        }
        laterDay = sent.map(\.day).filter { $0 > last }.max()
    }

    struct Key: Hashable {
        let card: CardID
        let expiry: CalendarDay
        let period: String

        init(_ card: CardID, _ expiry: CalendarDay, _ period: String) {
            self.card = card
            self.expiry = expiry
            self.period = period
        }
    }
}

/// What was last said at the start of the program.
public struct StartNotices: Equatable, Sendable {
    /// About cards that expire; nil before the first time.
    public var expiry: ExpiryNotice?
    /// About moments of today. Apart from the cards that expire: a departure that has passed is no reason to tell those again.
    public var moments = MomentNotice()

    public init() {}
}

/// Which moments the user was told at the start: the identifier of the card and the start of each.
public struct MomentNotice: Equatable, Sendable {
    private let told: Set<String>

    /// More is a mistake.
    private static let maximumCount = 1000

    public init(_ told: [(card: CardID, start: Moment)] = []) {
        self.told = Set(told.map { Self.text($0.card, $0.start) })
    }

    /// Reads ``texts``.
    public init(texts: [String]) { told = Set(texts.prefix(Self.maximumCount)) }

    public var texts: [String] { told.sorted() }

    public func contains(_ card: CardID, _ start: Moment) -> Bool { told.contains(Self.text(card, start)) }

    /// The start has no blank.
    private static func text(_ card: CardID, _ start: Moment) -> String { "\(start.text) \(card.text)" }
}

/// On which day the user was told at the start of which cards that expire. It holds no card, only a hash of the identifiers.
public struct ExpiryNotice: Equatable, Sendable {
    private let day: CalendarDay
    private let hash: String

    /// - Parameter cards: in an order that does not change from start to start.
    public init(day: CalendarDay, cards: [CardID]) {
        self.day = day
        hash = String(cards.map(\.text).joined(separator: "\n").utf8.stableHash, radix: 16)
    }

    /// Parses ``text``; nil if it is invalid.
    public init?(_ text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 2, let day = CalendarDay(String(parts[0])) else { return nil }
        self.day = day
        hash = String(parts[1])
    }

    public var text: String { "\(day.text) \(hash)" }
}

/// How long before the last day of a card the user is reminded of it: `30d, 7d, 1d`, or `never`. It holds no day.
public struct ReminderPeriods: Equatable, Sendable {
    /// One of the periods: days, or months of the calendar.
    public struct Period: Equatable, Sendable {
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
