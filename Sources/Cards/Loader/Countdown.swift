internal import Basics

/// The time that is left until a moment, in words that become finer as it comes nearer: a screen has to be drawn again only when they
/// change. It runs no timer.
public struct Countdown: Hashable, Sendable {
    private let milliseconds: Int64

    public init(from now: Timestamp, to moment: Timestamp) {
        milliseconds = max(0, moment.milliseconds - now.milliseconds)
    }

    /// "in 20 s", "in 4 min", "now".
    public var text: String {
        let shown = steps.shown
        if shown == 0 { return "now" }
        return shown > 90 ? "in \(shown / 60) min" : "in \(shown) s"
    }

    /// How long the text stays true; nil once the moment has come.
    public var untilChange: Duration? {
        milliseconds == 0 ? nil : .milliseconds(milliseconds - Int64(steps.next) * 1000)
    }

    /// The seconds that are shown, rounded up, and those that are shown next.
    private var steps: (shown: Int, next: Int) {
        let seconds = Int(clamping: (milliseconds + 999) / 1000)
        func rounded(to step: Int) -> Int { (seconds + step - 1) / step * step }
        if seconds <= 10 { return (rounded(to: 5), max(0, rounded(to: 5) - 5)) }
        if seconds <= 90 { return (rounded(to: 10), rounded(to: 10) - 10) }
        return (rounded(to: 60), max(90, rounded(to: 60) - 60))
    }
}
