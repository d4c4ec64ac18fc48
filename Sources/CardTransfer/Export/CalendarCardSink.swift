internal import Cards

/// Writes the expiry dates of cards as a calendar (RFC 5545): an event of a whole day with an alarm a week before; and their moments, each
/// at its time, with an alarm two hours before. An event has the same identifier in every export, so that a second import replaces it.
struct CalendarCardSink: CardSink {
    private var bytes: [UInt8] = []
    private let stamp: String
    private(set) var omissions: [String: Int] = [:]

    init(now: Timestamp) {
        stamp = Self.basic(now)
        for line in ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//cards-tui//cards-tui//EN", "CALSCALE:GREGORIAN"] {
            write(line)
        }
    }

    let needsPhotos = false

    /// A card without an expiry date and without moments has no event.
    mutating func append(_ card: Card, photos: [PhotoHash: [UInt8]], origin: KeptOrigin?) {
        let appointments = card.appointments
        if card.expiry == nil, appointments.isEmpty { omissions["cards without a date", default: 0] += 1 }
        let identifier = card.identifier.text
        if let day = card.expiry {
            writeEvent(
                identifier, Self.days(from: day, to: day), "\(card.name) expires", card.number, isTransparent: true,
                alarm: "-P7D")
        }
        for (index, appointment) in appointments.enumerated() {
            let isWholeDay = appointment.start.time == nil
            writeEvent(
                "\(identifier)-\(index + 1)", Self.times(appointment), appointment.summary, appointment.details,
                isTransparent: isWholeDay, alarm: isWholeDay ? "-P1D" : "-PT2H")
        }
    }

    private mutating func writeEvent(
        _ identifier: String, _ times: [String], _ summary: String, _ details: String, isTransparent: Bool,
        alarm: String
    ) {
        write("BEGIN:VEVENT")
        write("UID:\(identifier)@cards-tui")
        write("DTSTAMP:\(stamp)")
        for time in times { write(time) }
        write("SUMMARY:\(Self.escaped(summary))")
        if !details.isEmpty { write("DESCRIPTION:\(Self.escaped(details))") }
        if isTransparent { write("TRANSP:TRANSPARENT") }
        write("BEGIN:VALARM")
        write("ACTION:DISPLAY")
        write("TRIGGER:\(alarm)")
        write("DESCRIPTION:\(Self.escaped(summary))")
        write("END:VALARM")
        write("END:VEVENT")
    }

    // MARK: - Times

    /// Without an end it takes that day: the day after the last of the year 9999 could not be written.
    private static func days(from first: CalendarDay, to last: CalendarDay) -> [String] {
        let start = "DTSTART;VALUE=DATE:\(basic(first))"
        let end = last.adding(days: 1)
        return end.year > 9999 ? [start] : [start, "DTEND;VALUE=DATE:\(basic(end))"]
    }

    /// An instant is written in UTC, which every calendar shows in its reader's zone; a time without a zone as one without.
    private static func times(_ appointment: Card.Appointment) -> [String] {
        let (start, end) = (appointment.start, appointment.end)
        guard let first = basic(start) else { return days(from: start.day, to: max(start.day, end?.day ?? start.day)) }
        // Both in the same form, and in order.
        guard let last = end.flatMap(basic), last > first, last.hasSuffix("Z") == first.hasSuffix("Z") else {
            return ["DTSTART:\(first)"]
        }
        return ["DTSTART:\(first)", "DTEND:\(last)"]
    }

    private static func basic(_ day: CalendarDay) -> String { day.text.filter { $0 != "-" } }

    private static func basic(_ time: Timestamp) -> String {
        Timestamp(clamping: time.milliseconds).text.prefix { $0 != "." && $0 != "Z" }.filter { $0 != "-" && $0 != ":" }
            + "Z"
    }

    /// Nil for a whole day.
    private static func basic(_ moment: Moment) -> String? {
        if let instant = moment.instant { return basic(instant) }
        return moment.time.map { time in "\(basic(moment.day))T\(time.filter { $0 != ":" })00" }
    }

    // MARK: - Lines

    mutating func finish() { write("END:VCALENDAR") }

    var byteCount: Int { bytes.count }

    mutating func drain() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }

    private static func escaped(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.flatMap { scalar -> [Unicode.Scalar] in
                    switch scalar {
                    case "\\", ";", ",": ["\\", scalar]
                    case "\n": ["\\", "n"]
                    default: scalar.properties.generalCategory == .control ? [" "] : [scalar]
                    }
                }))
    }

    /// A line has at most 75 bytes; longer ones are folded, between two characters.
    private mutating func write(_ line: String) {
        var room = 75
        for scalar in line.unicodeScalars {
            let part = Array(String(scalar).utf8)
            if part.count > room {
                bytes += [0x0D, 0x0A, 0x20]
                room = 74
            }
            bytes += part
            room -= part.count
        }
        bytes += [0x0D, 0x0A]
    }
}
