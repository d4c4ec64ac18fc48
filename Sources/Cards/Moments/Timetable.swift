/// The moments and the flights of a card, in the days and times of a reader, as lines of text. It is made once, and is text for any today.
public struct Timetable: Equatable, Sendable {
    public struct Line: Equatable, Sendable {
        public let label: String
        public let text: String
        /// `last` for today and tomorrow.
        public let urgency: Validity.Urgency
    }

    private struct Entry: Equatable, Sendable {
        let label: String
        /// What comes before the day.
        var subject = ""
        /// Nil for a flight whose year is not known.
        let start: LocalMoment?
        var end: LocalMoment?
        /// The day of the start in the zone that it is written in.
        var written: CalendarDay?
        var details: [String] = []

        /// `13:05 +09:00`, with the day where that is another one there.
        func elsewhere(_ format: LocalFormat) -> [String] {
            guard let text = start?.elsewhere else { return [] }
            guard let written, written != start?.day else { return [text] }
            return ["\(format.text(written)) \(text)"]
        }
    }

    /// The first one first; flights of an unknown day last.
    private let entries: [Entry]
    private let passenger: String

    public init(_ card: Card, _ clock: CardClock) {
        var entries = card.moments.map { moment in
            let (start, end) = (LocalMoment(moment.start, clock), moment.end.map { LocalMoment($0, clock) })
            return Entry(
                label: moment.kind.label, start: start, end: end.flatMap { $0 > start ? $0 : nil },
                written: moment.start.day)
        }
        let pass = card.boardingPass
        for leg in pass?.legs ?? [] {
            entries.append(
                Entry(
                    label: CardMoment.Kind.flight.label, subject: "\(leg.flight) \(leg.from) → \(leg.to)",
                    start: leg.day.map { LocalMoment(Moment(day: $0), clock) },
                    details: [leg.seat.map { "seat \($0)" }].compactMap { $0 }))
        }
        self.entries = entries.enumerated().sorted { left, right in
            guard let first = left.element.start, let second = right.element.start, first.minutes != second.minutes
            else {
                let isUnknown = (left.element.start == nil, right.element.start == nil)
                return isUnknown.0 == isUnknown.1 ? left.offset < right.offset : isUnknown.1
            }
            return first < second
        }.map(\.element)
        passenger = pass?.passenger ?? ""
    }

    public var isEmpty: Bool { entries.isEmpty }

    public func lines(today: CalendarDay, _ format: LocalFormat) -> [Line] {
        var lines = entries.map { entry in
            let parts =
                [entry.subject, Self.time(entry, today, format)].filter { !$0.isEmpty }
                + entry.elsewhere(format) + entry.details
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
        var result = start.text(today: today, format)
        if let end = entry.end {
            result += end.day == start.day ? "–" + (end.time ?? "") : " until " + end.text(today: today, format)
        }
        return start.day > today.adding(days: 1) ? "\(result), \(start.day.relativeText(today: today))" : result
    }
}

extension CardMoment {
    /// "Juniper Rail: departs today 14:05".
    public func sentence(of card: Card, _ clock: CardClock, _ format: LocalFormat) -> String {
        let start = LocalMoment(start, clock).text(today: clock.today(), format)
        return "\(card.name): " + [kind.verb, start].compactMap { $0 }.joined(separator: " ")
    }
}

/// A moment where the reader is.
public struct LocalMoment: Comparable, Sendable {
    public let day: CalendarDay
    /// `14:05`; nil for a whole day.
    public let time: String?
    /// The time and the zone that it is written in, where that is another one: `13:05 +09:00`.
    public let elsewhere: String?

    public init(_ instant: Timestamp, _ clock: CardClock) {
        (day, time, elsewhere) = (clock.day(instant), clock.timeOfDay(instant), nil)
    }

    public init(_ moment: Moment, _ clock: CardClock) {
        day = moment.firstDay(clock.day)
        let local = moment.instant.map(clock.timeOfDay) ?? moment.time
        time = local
        elsewhere = moment.ownZone.flatMap { zone in
            moment.time.flatMap { $0 == local ? nil : "\($0) \(zone)" }
        }
    }

    /// "today 14:05", "2026-12-01 14:05".
    public func text(today: CalendarDay, _ format: LocalFormat) -> String {
        let isNear = abs(day.daysSince1970 - today.daysSince1970) <= 1
        return [isNear ? day.relativeText(today: today) : format.text(day), time ?? ""]
            .filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Minutes since 1970 on the reader's clock.
    public var minutes: Int {
        let parts = (time ?? "").split(separator: ":").compactMap { Int($0) }
        return day.daysSince1970 * 1440 + (parts.first ?? 0) * 60 + (parts.count > 1 ? parts[1] : 0)
    }

    public static func < (left: LocalMoment, right: LocalMoment) -> Bool { left.minutes < right.minutes }
}
