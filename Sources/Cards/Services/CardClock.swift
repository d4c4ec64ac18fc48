internal import Basics
internal import CTimer
@preconcurrency internal import Dispatch
internal import Glibc

/// The current time and day, injected so that tests can set them.
public struct CardClock: Sendable {
    public var now: @Sendable () -> Timestamp
    /// Today in the user's zone.
    public var today: @Sendable () -> CalendarDay
    /// An instant as `HH:MM` in the user's zone.
    public var timeOfDay: @Sendable (Timestamp) -> String
    /// The day of an instant in the user's zone.
    public var day: @Sendable (Timestamp) -> CalendarDay
    /// An element whenever another day may have begun. Nothing wakes the program in between.
    public var newDays: @Sendable () -> AsyncStream<Void>

    public init(
        now: @escaping @Sendable () -> Timestamp, today: @escaping @Sendable () -> CalendarDay,
        timeOfDay: @escaping @Sendable (Timestamp) -> String = { String($0.text.dropFirst(11).prefix(5)) },
        day: @escaping @Sendable (Timestamp) -> CalendarDay = { $0.day },
        newDays: @escaping @Sendable () -> AsyncStream<Void> = { AsyncStream { $0.finish() } }
    ) {
        self.now = now
        self.today = today
        self.timeOfDay = timeOfDay
        self.day = day
        self.newDays = newDays
    }

    /// The system clock, in the zone of TZ. Uses libc: FoundationEssentials knows no time zone but GMT.
    public static let system = CardClock {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return (Int64(time.tv_sec), Int64(time.tv_nsec))
    }

    /// A clock in the zone of TZ, clamped to the years 1 to 9999.
    /// - Parameter read: returns the seconds since 1970 in UTC, and nanoseconds.
    public init(reading read: @escaping @Sendable () -> (seconds: Int64, nanoseconds: Int64)) {
        let now: @Sendable () -> Timestamp = {
            let time = read()
            return Timestamp(clampingSeconds: time.seconds, milliseconds: time.nanoseconds / 1_000_000)
        }
        self.init(
            now: now, today: { Self.localDay(of: now()) },
            timeOfDay: { instant in
                let parts = Self.localParts(of: instant)
                return CalendarDay.padded(Int(parts.tm_hour), to: 2) + ":"
                    + CalendarDay.padded(Int(parts.tm_min), to: 2)
            }, day: { Self.localDay(of: $0) },
            newDays: { DayTimer.moments { Self.nextMidnight(after: now()) } })
    }

    /// The beginning of the next day in the zone of TZ, in seconds since 1970. Not always at midnight: some zones change to summer time
    /// then.
    static func nextMidnight(after instant: Timestamp) -> Int64 {
        var parts = localParts(of: instant)
        (parts.tm_hour, parts.tm_min, parts.tm_sec, parts.tm_isdst) = (0, 0, 0, -1)
        parts.tm_mday += 1
        let midnight = mktime(&parts)
        let now = instant.milliseconds / 1000
        // Without a zone's help at the latest after a day.
        return midnight > now ? Int64(midnight) : now + 86_400
    }

    private static func localDay(of instant: Timestamp) -> CalendarDay {
        let parts = localParts(of: instant)
        return CalendarDay(year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
            ?? min(max(instant.day, .first), .last)
    }

    private static func localParts(of instant: Timestamp) -> tm {
        var seconds = time_t(instant.milliseconds.quotientAndRemainderRoundedDown(by: 1000).quotient)
        var parts = tm()
        localtime_r(&seconds, &parts)
        return parts
    }
}

/// Tells when another day may have begun: at a given moment of the wall clock, after a suspension that lasted past it, and when the
/// clock was set. Between these nothing wakes the process.
enum DayTimer {
    /// A stream with an element for each of these moments; it ends where the system has no such timer.
    /// - Parameter next: the moment to wait for, in seconds since 1970; asked again after each element.
    static func moments(next: @escaping @Sendable () -> Int64) -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let timer = timer_open_wall_clock()
            guard timer >= 0, timer_set(timer, next()) else {
                if timer >= 0 { close(timer) }
                return continuation.finish()
            }
            let source = DispatchSource.makeReadSource(fileDescriptor: timer, queue: .global(qos: .utility))
            source.setEventHandler {
                // Fails with ECANCELED when the clock was set; the reason makes no difference.
                var expirations: UInt64 = 0
                _ = read(timer, &expirations, MemoryLayout<UInt64>.size)
                _ = timer_set(timer, next())
                continuation.yield()
            }
            source.setCancelHandler { close(timer) }
            continuation.onTermination = { _ in source.cancel() }
            source.resume()
        }
    }
}
