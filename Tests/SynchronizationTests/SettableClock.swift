import Cards
import Synchronization

/// A wall clock that a test sets forward and back.
final class SettableClock: Sendable {
    private let milliseconds = Mutex<Int64>(1_700_000_000_000)

    func pass(seconds: Int64) { milliseconds.withLock { $0 += seconds * 1000 } }

    var clock: CardClock {
        CardClock(
            now: { Timestamp(milliseconds: self.milliseconds.withLock { $0 }) },
            today: { CalendarDay(daysSince1970: 0) })
    }
}
