internal import Basics

/// How long before a moment of a card, such as a departure, the user is reminded of it: `24h, 3h`, `1d`, or `never`. It holds no moment.
public struct MomentPeriods: Equatable, Sendable {
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

    /// Whether asking once a day finds each reminder in time: one of 24 hours could be told a day late, when its moment has passed.
    public var isDaily: Bool { hours.allSatisfy { $0 >= 48 } }

    /// Cards with a moment within so many days from today on may be due.
    public var days: Int { ((hours.max() ?? 0) + 23) / 24 }
}

extension Card {
    /// The moments that the user is told of, in the order of ``timetable``: those of which a calendar has an appointment
    /// (``appointments``), but that something arrives is not told. Each start is there once, since it is remembered by its start.
    public var toldMoments: [CardMoment] {
        let starts = Set(appointments.map(\.start))
        var told: [CardMoment] = []
        for moment in timetable where moment.kind != .arrival && starts.contains(moment.start) {
            guard let index = told.firstIndex(where: { $0.start == moment.start }) else {
                told.append(moment)
                continue
            }
            // The appointment is that of the moment that says more.
            if moment.kind.weight > told[index].kind.weight { told[index] = moment }
        }
        return told
    }
}

extension CardMoment.Kind {
    /// Of two moments with the same start the one of the higher weight says more.
    fileprivate var weight: Int {
        switch self {
        case .relevant, .arrival: 0
        case .boarding: 1
        case .event, .departure, .flight: 2
        }
    }
}

extension ReminderPlan {
    /// Adds the reminders of what leaves, begins or is of use soon, one for each of the ``Card/toldMoments``. A moment is told until it has
    /// come, and a day until it is over.
    /// - Parameters:
    ///   - cards: those that are not archived and have moments in the next days.
    ///   - includesDays: whether moments that are whole days are told now, too.
    public mutating func add(
        momentsOf cards: [Card], sent: [SentReminder], _ periods: MomentPeriods, _ clock: CardClock,
        includesDays: Bool = true
    ) {
        let now = LocalMoment(clock.now(), clock)
        let last = clock.today().adding(days: Self.zoneDays)
        // As for expiry dates: what was sent on a later day was sent by a wrong clock.
        let known = Set(sent.filter { $0.day <= last }.map { Key($0.card, $0.expiry, $0.period) })
        for card in cards where ReminderPeriods.of(card, standard: .standard) != .never {
            for moment in card.toldMoments where includesDays || moment.start.time != nil {
                let start = LocalMoment(moment.start, clock)
                guard start.time == nil ? start.day >= now.day : start >= now else { continue }
                let passed = periods.hours.filter { start.minutes - $0 * 60 <= now.minutes }
                guard let nearest = passed.min() else { continue }
                let told = SentReminder(card.identifier, moment.start, hours: nearest, on: clock.today())
                guard !known.contains(Key(told.card, told.expiry, told.period)) else { continue }
                let rows = passed.map { SentReminder(card.identifier, moment.start, hours: $0, on: clock.today()) }
                due.append(DueReminder(card: card, expiry: start.day, sent: rows, moment: moment))
            }
        }
        /// That a card expires is told with what is a whole day.
        func key(_ reminder: DueReminder) -> (CalendarDay, Int, String) {
            let minutes = reminder.moment.map { LocalMoment($0.start, clock).minutes }
            return (
                reminder.expiry, minutes ?? reminder.expiry.daysSince1970 * 1440, TextFolding.fold(reminder.card.name)
            )
        }
        due.sort { key($0) < key($1) }
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
