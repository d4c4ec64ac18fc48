/// When a card matters: a train that leaves, a concert, a flight.
///
/// A card keeps its moments in the member ``Card/momentsKey`` of its JSON, and not in a column of the store: stores, devices and exports of
/// every version keep members that they do not know, so it goes wherever the card goes, also through an older program.
public struct CardMoment: Equatable, Sendable {
    public enum Kind: String, Hashable, Sendable {
        /// When the pass is of use, which is all that most passes say.
        case relevant
        case event, boarding, departure, arrival
        /// A day in the code of a boarding pass.
        case flight

        public var label: String {
            switch self {
            case .relevant: "when"
            case .event: "event"
            case .boarding: "boards"
            case .departure: "departs"
            case .arrival: "arrives"
            case .flight: "flight"
            }
        }

        /// What the card does then; nil where its name says it.
        public var verb: String? {
            switch self {
            case .boarding, .departure, .arrival: label
            case .relevant, .event, .flight: nil
            }
        }
    }

    public let kind: Kind
    public let start: Moment
    public let end: Moment?

    public init(_ kind: Kind, from start: Moment, to end: Moment? = nil) {
        (self.kind, self.start, self.end) = (kind, start, end)
    }

    private enum Key {
        static let kind = "kind"
        static let start = "start"
        static let end = "end"
    }

    /// Nil without a start. A kind of a later version is ``Kind/relevant``.
    fileprivate init?(_ json: JSON) {
        guard let object = json.object, let start = object[Key.start]?.string.flatMap(Moment.init) else { return nil }
        self.init(
            object[Key.kind]?.string.flatMap(Kind.init) ?? .relevant, from: start,
            to: object[Key.end]?.string.flatMap(Moment.init))
    }

    fileprivate var json: JSON {
        var object = JSONObject()
        object[Key.kind] = .string(kind.rawValue)
        object[Key.start] = .string(start.text)
        object[Key.end] = end.map { .string($0.text) }
        return .object(object)
    }
}

extension CardMoment {
    /// "departs 2026-12-01 14:05 +01:00": as it is written, wherever it is read.
    func writtenText(_ format: LocalFormat) -> String {
        func zone(_ moment: Moment) -> String? { moment.ownZone ?? (moment.isInUTC ? "UTC" : nil) }
        func text(_ parts: String?...) -> String { parts.compactMap { $0 }.joined(separator: " ") }
        let day = format.text(start.day)
        guard let end else { return text(kind.label, day, start.time, zone(start)) }
        if let first = start.time, let last = end.time, start.day == end.day, zone(start) == zone(end) {
            return text(kind.label, day, "\(first)–\(last)", zone(start))
        }
        return text(kind.label, day, start.time, zone(start), "until", format.text(end.day), end.time, zone(end))
    }
}

extension Card {
    public static let momentsKey = "moments"
    /// More are not read.
    public static let maximumMoments = 50

    /// The moments that the card has in its JSON, in their order there.
    public var moments: [CardMoment] {
        get {
            if unknownFields.isEmpty { return [] }
            return (unknownFields[Self.momentsKey]?.array ?? []).prefix(Self.maximumMoments).compactMap(CardMoment.init)
        }
        set { unknownFields[Self.momentsKey] = newValue.isEmpty ? nil : .array(newValue.map(\.json)) }
    }

    /// What the card's code says, if it is that of a boarding pass. The day nearest to when the card was made gives the year.
    public var boardingPass: BoardingPassCode? {
        guard let text = barcode.map({ $0.value ?? number }) else { return nil }
        return BoardingPassCode(text, near: dayOfPass(moments))
    }

    /// Of the moments the one that is nearest to when the card was made; else another day of the card. One that is decades away from that
    /// is a mistake, or stands for "never".
    private func dayOfPass(_ moments: [CardMoment]) -> CalendarDay? {
        let made = created?.day ?? modified?.day
        func nearest(_ days: [CalendarDay?]) -> CalendarDay? {
            let days = days.compactMap { $0 }
            guard let made else { return days.first }
            func distance(_ day: CalendarDay) -> Int { abs(day.daysSince1970 - made.daysSince1970) }
            return days.filter { distance($0) <= Self.daysNearPass }.min { distance($0) < distance($1) }
        }
        return nearest(moments.map(\.start.day)) ?? nearest([validFrom]) ?? nearest([expiry]) ?? made
    }

    /// Ten years: a pass may be imported long after the flight.
    private static let daysNearPass = 3660

    /// The flights of the pass that no moment tells. A pass may give a moment in UTC, of which the day can be the one before or after that of
    /// the flight, which is the airport's.
    private func flights(of pass: BoardingPassCode?, besides moments: [CardMoment]) -> [(
        leg: BoardingPassCode.Leg, day: CalendarDay
    )] {
        var legs = (pass?.legs ?? []).compactMap { leg in leg.day.map { (leg: leg, day: $0) } }
        let days = Set(moments.map(\.start.day))
        var told = legs.map(\.day).filter { days.contains($0) }
        // Each departure of a day tells one flight of it; where only other moments are of that day, these are of all its flights.
        var departures: [CalendarDay: Int] = [:]
        for moment in moments where moment.kind == .departure { departures[moment.start.day, default: 0] += 1 }
        legs.removeAll { leg in
            guard days.contains(leg.day) else { return false }
            guard let left = departures[leg.day] else { return true }
            departures[leg.day] = left - 1
            return left > 0
        }
        for moment in moments where moment.start.isInUTC {
            func isNear(_ day: CalendarDay) -> Bool {
                abs(day.daysSince1970 - moment.start.day.daysSince1970) <= 1
            }
            // It tells one flight.
            guard !told.contains(where: isNear), let index = legs.firstIndex(where: { isNear($0.day) }) else {
                continue
            }
            told.append(legs.remove(at: index).day)
        }
        return legs
    }

    /// What a calendar has of the card's moments and flights: one appointment for a departure with its arrival, and the dates of relevance
    /// only where nothing says more.
    public var appointments: [Appointment] {
        let (moments, pass) = (moments, boardingPass)
        var arrivals = moments.filter { $0.kind == .arrival }.map(\.start)
        let isDeparting = moments.contains { $0.kind == .departure }
        let main = moments.filter { moment in
            switch moment.kind {
            case .event, .departure, .flight: true
            case .boarding: !isDeparting
            case .arrival, .relevant: false
            }
        }
        let shown = main.isEmpty ? moments : main
        let seats = pass?.legs.map { "\($0.flight) \($0.from) → \($0.to)\($0.seat.map { ", seat \($0)" } ?? "")" } ?? []
        let details = (seats + [pass?.passenger ?? number]).filter { !$0.isEmpty }.joined(separator: "\n")
        var result = shown.map { moment in
            let isDeparture = moment.kind == .departure && !arrivals.isEmpty
            return Appointment(
                summary: moment.kind.verb.map { "\(name) \($0)" } ?? name, start: moment.start,
                end: isDeparture ? arrivals.removeFirst() : moment.end, details: details)
        }
        for (leg, day) in flights(of: pass, besides: moments) {
            result.append(
                Appointment(
                    summary: "\(leg.flight) \(leg.from) → \(leg.to)", start: Moment(day: day), end: nil,
                    details: details))
        }
        return result
    }

    public struct Appointment: Equatable, Sendable {
        public let summary: String
        public let start: Moment
        public let end: Moment?
        public let details: String
    }

    /// All moments of the card: those in its JSON, and the flights in its code that these do not tell.
    public var timetable: [CardMoment] {
        let moments = moments
        return moments
            + flights(of: boardingPass, besides: moments).map { CardMoment(.flight, from: Moment(day: $0.day)) }
    }
}

/// A day, or a moment of it, as files of other programs write it: ISO 8601, with or without seconds and a zone. It keeps the zone.
public struct Moment: Hashable, Sendable {
    /// As it is written.
    public let day: CalendarDay
    /// `10:30`, as it is written; nil without a time.
    public let time: String?
    /// Nil without a time or a zone.
    public let instant: Timestamp?
    /// The moment as if it were one of UTC; nil without a time.
    private let written: Timestamp?
    /// `+01:00`, or `Z`; nil without an instant.
    private let zone: String?

    public init?(_ text: String) {
        guard let day = CalendarDay(String(text.prefix(10))) else { return nil }
        let rest = text.dropFirst(10)
        let clock = rest.dropFirst().prefix { !"Zz+-".contains($0) }
        guard let mark = rest.first, "Tt ".contains(mark) else {
            self.day = day
            (time, instant, written, self.zone) = (nil, nil, nil, nil)
            return
        }
        let seconds = clock.split(separator: ":", omittingEmptySubsequences: false).count == 2 ? ":00" : ""
        let start = "\(day.text)T\(clock)\(seconds)"
        let zone = Self.zone(rest.dropFirst(1 + clock.count))
        self.day = day
        written = Timestamp(start + "Z")
        time = written == nil ? nil : String(clock.prefix(5))
        instant = zone.flatMap { Timestamp(start + $0) }
        self.zone = instant == nil ? nil : zone
    }

    /// A whole day, wherever it is read.
    public init(day: CalendarDay) {
        self.day = day
        (time, instant, written, zone) = (nil, nil, nil, nil)
    }

    /// `+0100` and `+01` as `+01:00`.
    private static func zone(_ text: Substring) -> String? {
        if text.isEmpty { return nil }
        let digits = text.dropFirst().filter { $0 != ":" }
        if digits.isEmpty { return "Z" }
        let minutes = digits.count > 2 ? String(digits.dropFirst(2)) : "00"
        return "\(text.prefix(1))\(digits.prefix(2)):\(minutes)"
    }

    /// As ``init(_:)`` reads it: `2026-12-01`, `2026-12-01T14:05:00`, `2026-12-01T14:05:00+01:00`.
    public var text: String {
        guard let written else { return day.text }
        return written.text.prefix { $0 != "Z" } + (zone ?? "")
    }

    /// `+01:00`, where the moment is written in a zone of its own, and not in UTC.
    public var ownZone: String? {
        guard let zone, !["Z", "z", "+00:00", "-00:00"].contains(zone) else { return nil }
        return zone
    }

    /// Whether it is an instant whose day need not be that of the place where it is.
    var isInUTC: Bool { instant != nil && ownZone == nil }

    /// The day of the moment where the reader is.
    public func firstDay(_ localDay: (Timestamp) -> CalendarDay) -> CalendarDay { instant.map(localDay) ?? day }

    /// The last day that begins before the moment, where the reader is.
    public func lastDay(_ localDay: (Timestamp) -> CalendarDay) -> CalendarDay {
        if let instant { return localDay(Self.before(instant)) }
        return written.map { Self.before($0).day } ?? day
    }

    private static func before(_ time: Timestamp) -> Timestamp { Timestamp(clamping: time.milliseconds - 1) }
}
