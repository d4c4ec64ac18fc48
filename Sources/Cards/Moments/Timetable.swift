/// The moments and the flights of a card, in the days and times of a reader, as lines of text. It is made once, and is text for any today.
public struct Timetable: Hashable, Sendable {
    public struct Line: Hashable, Sendable {
        public let label: String
        public let text: String
        /// `last` for today and tomorrow.
        public let urgency: Validity.Urgency
    }

    private struct Entry: Hashable, Sendable {
        let label: String
        /// What comes before the day.
        var subject = ""
        /// Nil for a flight whose year is not known.
        let start: LocalMoment?
        var end: LocalMoment?
        var details: [String] = []
    }

    private let entries: [Entry]
    private let passenger: String

    public init(_ card: Card, _ clock: CardClock) {
        var entries = card.moments.map { moment in
            let (start, end) = (LocalMoment(moment.start, clock), moment.end.map { LocalMoment($0, clock) })
            return Entry(
                label: moment.kind.label, start: start, end: end.flatMap { $0 > start ? $0 : nil },
                details: [start.elsewhere].compactMap { $0 })
        }
        let pass = card.boardingPass
        for leg in pass?.legs ?? [] {
            entries.append(
                Entry(
                    label: CardMoment.Kind.flight.label, subject: "\(leg.flight) \(leg.from) → \(leg.to)",
                    start: leg.day.map { LocalMoment(Moment(day: $0), clock) },
                    details: [leg.seat.map { "seat \($0)" }].compactMap { $0 }))
        }
        self.entries = entries
        passenger = pass?.passenger ?? ""
    }

    public var isEmpty: Bool { entries.isEmpty }

    public func lines(today: CalendarDay, _ format: LocalFormat) -> [Line] {
        var lines = entries.map { entry in
            let parts = [entry.subject, Self.time(entry, today, format)].filter { !$0.isEmpty } + entry.details
            let last = entry.end ?? entry.start
            let isNear = entry.start.map { $0.day <= today.adding(days: 1) } ?? false
            return Line(
                label: entry.label, text: parts.joined(separator: ", "),
                urgency: last.map { $0.day < today } ?? false ? .past : isNear ? .last : .none)
        }
        if !passenger.isEmpty { lines.append(Line(label: "passenger", text: passenger, urgency: .none)) }
        return lines
    }

    /// "today 14:05–16:00"; "2026-12-01 14:05, in 3 days".
    private static func time(_ entry: Entry, _ today: CalendarDay, _ format: LocalFormat) -> String {
        guard let start = entry.start else { return "" }
        func text(_ day: CalendarDay) -> String {
            abs(day.daysSince1970 - today.daysSince1970) <= 1 ? day.relativeText(today: today) : format.text(day)
        }
        func text(_ moment: LocalMoment) -> String {
            [text(moment.day), moment.time ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
        }
        var result = text(start)
        if let end = entry.end {
            result += end.day == start.day ? "–" + (end.time ?? "") : " until " + text(end)
        }
        return start.day > today.adding(days: 1) ? "\(result), \(start.day.relativeText(today: today))" : result
    }
}

/// A moment where the reader is.
public struct LocalMoment: Hashable, Comparable, Sendable {
    public let day: CalendarDay
    /// `14:05`; nil for a whole day.
    public let time: String?
    /// The time and the zone that it is written in, where that is another one: `13:05 +09:00`.
    public let elsewhere: String?

    public init(_ moment: Moment, _ clock: CardClock) {
        day = moment.firstDay(clock.day)
        let local = moment.instant.map(clock.timeOfDay) ?? moment.time
        time = local
        elsewhere = moment.ownZone.flatMap { zone in
            moment.time.flatMap { $0 == local ? nil : "\($0) \(zone)" }
        }
    }

    /// Minutes since 1970 on the reader's clock.
    public var minutes: Int {
        let parts = (time ?? "").split(separator: ":").compactMap { Int($0) }
        return day.daysSince1970 * 1440 + (parts.first ?? 0) * 60 + (parts.count > 1 ? parts[1] : 0)
    }

    public static func < (left: LocalMoment, right: LocalMoment) -> Bool { left.minutes < right.minutes }
}
