/// The time of a batch by a hybrid logical clock: 48 bits of milliseconds since 1970 and 16 bits of a counter. It only decides which of
/// two concurrent values shows first, and what time a person is told; what came before what is told by ``VersionVector``.
public struct HybridTime: Hashable, Sendable, Comparable {
    /// Milliseconds in the upper 48 bits, the counter in the lower 16. Never negative.
    public let bits: Int64

    public init(bits: Int64) { self.bits = max(bits, 0) }

    public init(_ time: Timestamp) { bits = min(max(time.milliseconds, 0), Self.maximum) << 16 }

    private static let maximum: Int64 = 1 << 47 - 1
    /// A time further ahead of our clock than this is never adopted.
    public static let tolerance: Int64 = 5 * 60 * 1000

    public var timestamp: Timestamp { Timestamp(clamping: bits >> 16) }

    /// The next time here: later than every time that was made or adopted, and not before the clock.
    public func next(at now: Timestamp) -> HybridTime {
        max(HybridTime(now), HybridTime(bits: bits == .max ? bits : bits + 1))
    }

    /// The latest time known here after a batch with the other time was received.
    public func adopting(_ other: HybridTime, at now: Timestamp) -> HybridTime {
        other.bits >> 16 > max(now.milliseconds, 0) + Self.tolerance ? self : max(self, other)
    }

    public static func < (left: HybridTime, right: HybridTime) -> Bool { left.bits < right.bits }
}
