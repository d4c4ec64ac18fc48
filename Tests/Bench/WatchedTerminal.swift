import PtySupport

/// A program whose screen is examined after every key: the time until the screen is correct.
final class WatchedTerminal {
    /// The timeout for a correct screen.
    private static let timeout = Duration.seconds(20)
    /// After this many milliseconds without output the screen is examined. Output keeps its own timestamps.
    private static let quiet: Int32 = 20

    let recorder: TerminalRecorder
    private let screen: VirtualTerminal
    private var shown = 0

    init(_ recorder: TerminalRecorder) throws {
        guard let screen = VirtualTerminal(size: BenchmarkData.size) else { throw BenchError("there is no terminal") }
        (self.recorder, self.screen) = (recorder, screen)
    }

    /// The time from the key to the bytes that make the screen correct; nil if none do.
    func press(_ key: [UInt8], until isRight: (VirtualTerminal) -> Bool) -> Duration? {
        withoutActuallyEscaping(isRight) { press(key, untilEach: [$0]).first }
    }

    /// The times from the key to the bytes that meet each condition in sequence: fewer if one is not met.
    func press(_ key: [UInt8], untilEach steps: [(VirtualTerminal) -> Bool]) -> [Duration] {
        show()
        var times: [Duration] = []
        let start = ContinuousClock.now
        recorder.send(key)
        while start.duration(to: .now) < Self.timeout {
            recorder.read(untilQuietFor: Self.quiet)
            while shown < recorder.chunks.count {
                let chunk = recorder.chunks[shown]
                screen.feed(chunk.bytes)
                shown += 1
                while times.count < steps.count, steps[times.count](screen) {
                    times.append(start.duration(to: chunk.time))
                }
                if times.count == steps.count { return times }
            }
        }
        return times
    }

    /// False after the timeout.
    func wait(until isRight: (VirtualTerminal) -> Bool) -> Bool {
        let start = ContinuousClock.now
        while start.duration(to: .now) < Self.timeout {
            recorder.read(untilQuietFor: Self.quiet)
            show()
            if isRight(screen) { return true }
        }
        return false
    }

    /// The current screen.
    var text: String { screen.text }

    private func show() {
        for chunk in recorder.chunks[shown...] { screen.feed(chunk.bytes) }
        shown = recorder.chunks.count
    }
}
