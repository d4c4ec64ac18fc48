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
