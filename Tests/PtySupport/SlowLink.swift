/// A connection that delivers what is typed late, and some of it in pieces.
public struct SlowLink: Sendable {
    private let delay: Duration
    private let longestGap: Duration
    /// One in so many bytes is followed by a gap.
    private let bytesPerGap: UInt64
    private var state: UInt64
    private var last = ContinuousClock.now

    /// - Parameter seed: of where it is cut, and for how long.
    public init(delay: Duration, longestGap: Duration, bytesPerGap: Int, seed: UInt64) {
        (self.delay, self.longestGap, self.bytesPerGap, state) = (delay, longestGap, UInt64(max(1, bytesPerGap)), seed)
    }

    /// The pieces of these bytes, each with the time at which it arrives.
    mutating func pieces(of bytes: [UInt8], at now: ContinuousClock.Instant) -> [(
        due: ContinuousClock.Instant, bytes: [UInt8]
    )] {
        var pieces: [(due: ContinuousClock.Instant, bytes: [UInt8])] = []
        last = max(last, now + delay)
        var piece: [UInt8] = []
        for byte in bytes {
            piece.append(byte)
            guard next() % bytesPerGap == 0 else { continue }
            pieces.append((last, piece))
            piece = []
            last += longestGap / 100 * Int(next() % 101)
        }
        if !piece.isEmpty { pieces.append((last, piece)) }
        return pieces
    }

    /// SplitMix64.
    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
