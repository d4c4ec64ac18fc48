extension Int {
    /// With the thing that is counted: "1 card", "3 cards".
    public func counted(_ thing: String) -> String { "\(self) \(thing)" + (self == 1 ? "" : "s") }
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
