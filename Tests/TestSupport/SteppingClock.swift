public import Cards
internal import Synchronization

/// A clock that advances by a second with every reading.
public final class SteppingClock: Sendable {
    private let milliseconds: Mutex<Int64>

    public init(from milliseconds: Int64 = 0) { self.milliseconds = Mutex(milliseconds) }

    public func advance(seconds: Int64) { milliseconds.withLock { $0 += seconds * 1000 } }

    public var clock: CardClock {
        CardClock(
            now: {
                Timestamp(
                    milliseconds: self.milliseconds.withLock {
                        $0 += 1000
                        return $0
                    })
            },
            today: { CalendarDay(daysSince1970: 0) })
    }
}
