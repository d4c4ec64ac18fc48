extension FixedWidthInteger {
    /// Its bytes, the most significant first.
    public var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }

    /// Its bytes, the least significant first.
    public var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }
}

extension UInt8 {
    /// Whether it is a decimal digit in ASCII.
    @inlinable
    public var isDigit: Bool { (0x30...0x39).contains(self) }

    /// Whether it is a letter in ASCII.
    @inlinable
    public var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
}

extension Int64 {
    /// Division whose remainder is never negative, so that instants before 1970 fall on the right day.
    @inlinable
    public func quotientAndRemainderRoundedDown(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

extension Comparable {
    /// The nearest value of the range.
    @inlinable
    public func clamped(to range: ClosedRange<Self>) -> Self { min(max(self, range.lowerBound), range.upperBound) }
}

extension Int {
    /// With the thing that is counted: "1 card", "3 cards", "2 batches".
    /// - Parameter several: the plural; nil where it is made by an s.
    public func counted(_ one: String, _ several: String? = nil) -> String {
        "\(self) \(self == 1 ? one : several ?? one + "s")"
    }

    /// As the size of a file, or a limit: "84 kB", "1.2 MB". A kB is 1024 bytes.
    public var byteText: String {
        switch self {
        case ..<(1 << 10): return "\(self) B"
        case ..<(1 << 20): return "\(self >> 10) kB"
        case ..<(1 << 30):
            let tenths = self < 10 << 20 ? ((self & 0xFFFFF) * 10) >> 20 : 0
            return "\(self >> 20)\(tenths == 0 ? "" : ".\(tenths)") MB"
        default: return "\(self >> 30) GB"
        }
    }
}

extension Duration {
    /// Truncated to whole milliseconds.
    public var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    }

    /// Rounded up, in a suitable unit: "40 seconds", "2 minutes".
    public var text: String {
        let seconds = (wholeMilliseconds + 999) / 1000
        return seconds < 100 ? seconds.counted("second") : ((seconds + 59) / 60).counted("minute")
    }
}

extension Sequence<UInt8> {
    /// A hash that is the same in every process and on every machine, unlike Swift's own (FNV-1a, 64 bits). Not for secrets.
    @inlinable
    public var stableHash: UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in self { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash
    }
}
