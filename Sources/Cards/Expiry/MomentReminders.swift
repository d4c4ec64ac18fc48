internal import Basics

/// How long before a moment of a card, such as a departure, the user is reminded of it: `24h, 3h`, `1d`, or `never`. It holds no moment.
public struct MomentPeriods: Hashable, Sendable {
    /// Each once, as typed.
    public let hours: [Int]

    public static let standard = MomentPeriods(hours: [24])
    public static let never = MomentPeriods(hours: [])

    private static let maximumCount = 20
    /// A month: what is further away, the calendar tells.
    public static let maximumHours = 30 * 24

    private init(hours: [Int]) { self.hours = hours }

    /// Reads `24h, 3h`, `2d`, `1 hour` and `never`.
    public init(typed text: String) throws(TypingError) {
        if let tokens = DayTokens(text)?.tokens, tokens == [.word("never")] {
            self = .never
            return
        }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count <= Self.maximumCount else { throw Self.unreadable }
        var hours: [Int] = []
        for part in parts {
            guard let count = Self.hours(String(part)) else { throw Self.unreadable }
            if !hours.contains(count) { hours.append(count) }
        }
        self.hours = hours
    }

    private static func hours(_ text: String) -> Int? {
        guard let tokens = DayTokens(text)?.tokens, tokens.count == 2, case .number(let count, _) = tokens[0],
            case .word(let unit) = tokens[1], (1...maximumHours).contains(count)
        else { return nil }
        switch unit {
        case "h", "hour", "hours": return count
        case "d", "day", "days": return count * 24 <= maximumHours ? count * 24 : nil
        default: return nil
        }
    }

    private static let unreadable = TypingError("use periods such as 24h, 3h or 2d, or never")

    /// Whether asking once a day finds each reminder in time.
    public var isDaily: Bool { hours.allSatisfy { $0 >= 24 } }

    /// Cards with a moment within so many days from today on may be due.
    public var days: Int { ((hours.max() ?? 0) + 23) / 24 }
}

extension ReminderPlan {
    /// Adds the reminders of what leaves, begins or is of use soon. A moment is told until it has come, and a day until it is over; that
    /// something arrives is not told.
    /// - Parameter cards: those that are not archived and have moments in the next days.
    public mutating func add(
        momentsOf cards: [Card], sent: [SentReminder], _ periods: MomentPeriods, _ clock: CardClock
    ) {
        let now = LocalMoment(clock.now(), clock)
        let last = clock.today().adding(days: Self.zoneDays)
        // As for expiry dates: what was sent on a later day was sent by a wrong clock.
        let known = Set(sent.filter { $0.day <= last }.map { Key($0.card, $0.expiry, $0.period) })
        for card in cards where ReminderPeriods.of(card, standard: .standard) != .never {
            var next: (moment: CardMoment, start: LocalMoment)?
            var rows: [SentReminder] = []
            for moment in card.timetable where moment.kind != .arrival {
                let start = LocalMoment(moment.start, clock)
                guard start.time == nil ? start.day >= now.day : start >= now else { continue }
                let passed = periods.hours.filter { start.minutes - $0 * 60 <= now.minutes }
                guard let nearest = passed.min() else { continue }
                let new = passed.map { SentReminder(card.identifier, moment.start, hours: $0, on: clock.today()) }
                rows += new.filter { !rows.contains($0) }
                let told = SentReminder(card.identifier, moment.start, hours: nearest, on: clock.today())
                guard !known.contains(Key(told.card, told.expiry, told.period)) else { continue }
                if next.map({ start < $0.start }) ?? true { next = (moment, start) }
            }
            if let next {
                due.append(
                    DueReminder(card: card, expiry: next.start.day, sent: rows, moment: next.moment))
            }
        }
        due.sort { ($0.expiry, $0.card.name) < ($1.expiry, $1.card.name) }
    }
}

extension SentReminder {
    /// The moment is told apart by its day and time in UTC, or as it is written without a zone: the same on each device.
    fileprivate init(_ card: CardID, _ moment: Moment, hours: Int, on day: CalendarDay) {
        let text = moment.instant?.text ?? moment.text
        let time = moment.time == nil ? "" : text.dropFirst(11).prefix(5) + (moment.instant == nil ? "" : "Z")
        self.init(
            card: card, expiry: moment.instant?.day ?? moment.day, period: "\(hours)h@\(time)", day: day)
    }
}
