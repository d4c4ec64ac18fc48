internal import Cards

/// Writes the expiry dates of cards as a calendar (RFC 5545): an event of a whole day with an alarm a week before. The event of a card
/// has the same identifier in every export, so that a second import replaces it.
struct CalendarCardSink: CardSink {
    private var bytes: [UInt8] = []
    private let stamp: String
    private(set) var omissions: [String: Int] = [:]

    init(now: Timestamp) {
        stamp = now.text.prefix { $0 != "." && $0 != "Z" }.filter { $0 != "-" && $0 != ":" } + "Z"
        for line in ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//cards-tui//cards-tui//EN", "CALSCALE:GREGORIAN"] {
            write(line)
        }
    }

    let needsPhotos = false

    /// A card without an expiry date has no event.
    mutating func append(_ card: Card, photos: [PhotoHash: [UInt8]]) {
        guard let day = card.expiry else { return omissions["cards without an expiry date", default: 0] += 1 }
        write("BEGIN:VEVENT")
        write("UID:\(card.identifier.text)@cards-tui")
        write("DTSTAMP:\(stamp)")
        write("DTSTART;VALUE=DATE:\(day.text.filter { $0 != "-" })")
        // Without an end it takes that day: the day after the last of the year 9999 could not be written.
        let next = day.adding(days: 1)
        if next.year <= 9999 { write("DTEND;VALUE=DATE:\(next.text.filter { $0 != "-" })") }
        write("SUMMARY:\(Self.escaped("\(card.name) expires"))")
        if !card.number.isEmpty { write("DESCRIPTION:\(Self.escaped(card.number))") }
        write("TRANSP:TRANSPARENT")
        write("BEGIN:VALARM")
        write("ACTION:DISPLAY")
        write("TRIGGER:-P7D")
        write("DESCRIPTION:\(Self.escaped("\(card.name) expires"))")
        write("END:VALARM")
        write("END:VEVENT")
    }

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
