extension Int {
    /// With the thing that is counted: "1 card", "3 cards".
    public func counted(_ thing: String) -> String { "\(self) \(thing)" + (self == 1 ? "" : "s") }

    /// As the size of a file: "84 kB", "1.2 MB".
    public var byteText: String {
        switch self {
        case ..<1000: "\(self) B"
        case ..<1_000_000: "\(self / 1000) kB"
        default: "\(self / 1_000_000).\(self % 1_000_000 / 100_000) MB"
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
