internal import Glibc

/// The time and the day, injected so that tests can choose them.
public struct CardClock: Sendable {
    public var now: @Sendable () -> Timestamp
    /// Today in the user's zone.
    public var today: @Sendable () -> CalendarDay

    public init(now: @escaping @Sendable () -> Timestamp, today: @escaping @Sendable () -> CalendarDay) {
        (self.now, self.today) = (now, today)
    }

    /// The machine's clock, in the zone of TZ. Zones go through libc: the time zones of FoundationEssentials are GMT only.
    public static let system = CardClock(
        now: {
            var time = timespec()
            clock_gettime(CLOCK_REALTIME, &time)
            return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
        },
        today: {
            var seconds = time(nil)
            var parts = tm()
            localtime_r(&seconds, &parts)
            return CalendarDay(year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
                ?? CalendarDay(daysSince1970: seconds / 86_400)
        })
}
