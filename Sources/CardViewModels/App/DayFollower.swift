public import Cards
public import Observation

/// Today, for screens that nobody touches at midnight. Whatever shows days reads the clock; this only says when to look again.
@MainActor @Observable
public final class DayFollower {
    /// The day of the last look.
    public private(set) var today: CalendarDay
    @ObservationIgnored private let clock: CardClock

    init(_ clock: CardClock) { (self.clock, today) = (clock, clock.today()) }

    /// - Parameter onNewDay: called after each change of the day.
    func follow(onNewDay: () async -> Void) async {
        for await _ in clock.newDays() {
            let day = clock.today()
            guard day != today else { continue }
            today = day
            await onNewDay()
        }
    }
}
