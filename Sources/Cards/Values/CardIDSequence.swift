internal import Synchronization

/// Makes new identifiers that ascend: version 7 UUIDs (RFC 9562), the time and a random number that counts up.
///
/// The cards of a file get such ones. Their rows then stand one behind the other in the indexes of the store; random identifiers would
/// write each to another page, and 100,000 cards have more pages than its cache.
public final class CardIDSequence: Sendable {
    private let high: UInt64
    private let low: Mutex<UInt64>

    public init(from time: Timestamp, using generator: inout some RandomNumberGenerator) {
        high = UInt64(bitPattern: time.milliseconds) << 16 | 0x7000 | generator.next() & 0x0FFF
        // The first bit of the counter is 0, so that it never runs over.
        low = Mutex(0x80 << 56 | generator.next() >> 3)
    }

    public convenience init() {
        var generator = SystemRandomNumberGenerator()
        self.init(from: CardClock.system.now(), using: &generator)
    }

    public func next() -> CardID {
        CardID(
            uuid: high,
            low.withLock { low in
                defer { low += 1 }
                return low
            })
    }
}
