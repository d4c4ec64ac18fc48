internal import Cards

/// A day, or a moment, as passes write it: ISO 8601, with or without seconds and a zone.
struct PassMoment {
    /// As it is written.
    let day: CalendarDay
    /// `10:30`, as it is written; nil without a time.
    let time: String?
    /// Nil without a time or a zone.
    let instant: Timestamp?
    /// The moment as if it were one of UTC; nil without a time.
    private let written: Timestamp?

    init?(_ text: String) {
        guard let day = CalendarDay(String(text.prefix(10))) else { return nil }
        self.day = day
        let rest = text.dropFirst(10)
        let clock = rest.dropFirst().prefix { !"Zz+-".contains($0) }
        let zone = rest.dropFirst(1 + clock.count)
        guard let mark = rest.first, "Tt ".contains(mark) else {
            time = nil
            instant = nil
            written = nil
            return
        }
        let seconds = clock.split(separator: ":", omittingEmptySubsequences: false).count == 2 ? ":00" : ""
        let start = "\(day.text)T\(clock)\(seconds)"
        written = Timestamp(start + "Z")
        time = written == nil ? nil : String(clock.prefix(5))
        instant = Self.zone(zone).flatMap { Timestamp(start + $0) }
    }

    /// `+0100` and `+01` as `+01:00`.
    private static func zone(_ text: Substring) -> String? {
        if text.isEmpty { return nil }
        let digits = text.dropFirst().filter { $0 != ":" }
        if digits.isEmpty { return "Z" }
        let minutes = digits.count > 2 ? String(digits.dropFirst(2)) : "00"
        return "\(text.prefix(1))\(digits.prefix(2)):\(minutes)"
    }

    /// The day of the moment where the reader is.
    func firstDay(_ localDay: (Timestamp) -> CalendarDay) -> CalendarDay { instant.map(localDay) ?? day }

    /// The last day that begins before the moment, where the reader is.
    func lastDay(_ localDay: (Timestamp) -> CalendarDay) -> CalendarDay {
        if let instant { return localDay(Self.before(instant)) }
        return written.map { Self.before($0).day } ?? day
    }

    private static func before(_ time: Timestamp) -> Timestamp { Timestamp(clamping: time.milliseconds - 1) }
}
