internal import Glibc

/// The time and the day, injected so that tests can choose them.
public struct CardClock: Sendable {
    public var now: @Sendable () -> Timestamp
    /// Today in the user's zone.
    public var today: @Sendable () -> CalendarDay
    /// An instant as `HH:MM` in the user's zone.
    public var timeOfDay: @Sendable (Timestamp) -> String
    /// The day of an instant in the user's zone.
    public var day: @Sendable (Timestamp) -> CalendarDay

    public init(
        now: @escaping @Sendable () -> Timestamp, today: @escaping @Sendable () -> CalendarDay,
        timeOfDay: @escaping @Sendable (Timestamp) -> String = { String($0.text.dropFirst(11).prefix(5)) },
        day: @escaping @Sendable (Timestamp) -> CalendarDay = {
            CalendarDay(daysSince1970: Int($0.milliseconds / 86_400_000))
        }
    ) {
        (self.now, self.today, self.timeOfDay, self.day) = (now, today, timeOfDay, day)
    }

    /// The machine's clock, in the zone of TZ. Zones go through libc: the time zones of FoundationEssentials are GMT only.
    public static let system = CardClock(
        now: {
            var time = timespec()
            clock_gettime(CLOCK_REALTIME, &time)
            return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
        },
        today: { localDay(of: time(nil)) },
        timeOfDay: { instant in
            let parts = localParts(of: time_t(instant.milliseconds / 1000))
            return CalendarDay.padded(Int(parts.tm_hour), to: 2) + ":" + CalendarDay.padded(Int(parts.tm_min), to: 2)
        }, day: { localDay(of: time_t($0.milliseconds / 1000)) })

    private static func localDay(of seconds: time_t) -> CalendarDay {
        let parts = localParts(of: seconds)
        return CalendarDay(year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
            ?? CalendarDay(daysSince1970: seconds / 86_400)
    }

    private static func localParts(of seconds: time_t) -> tm {
        var seconds = seconds
        var parts = tm()
        localtime_r(&seconds, &parts)
        return parts
    }
}
