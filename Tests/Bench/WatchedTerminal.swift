import PtySupport

/// A program whose screen is looked at after every key: how long it took until the screen was right.
final class WatchedTerminal {
    /// A screen that is not right by then never will be.
    private static let patience = Duration.seconds(20)
    /// When nothing has come for so long the screen is looked at. What came keeps its own time.
    private static let quiet: Int32 = 20

    let recorder: TerminalRecorder
    private let screen: VirtualTerminal
    private var shown = 0

    init(_ recorder: TerminalRecorder) throws {
        guard let screen = VirtualTerminal(size: Workplace.size) else { throw BenchError("there is no terminal") }
        (self.recorder, self.screen) = (recorder, screen)
    }

    /// The time from the key to the bytes that make the screen right; nil when none do.
    func press(_ key: [UInt8], until isRight: (VirtualTerminal) -> Bool) -> Duration? {
        withoutActuallyEscaping(isRight) { press(key, untilEach: [$0]).first }
    }

    /// The times from the key to the bytes that make the screen right in one way, then in the next: fewer when they do not.
    func press(_ key: [UInt8], untilEach steps: [(VirtualTerminal) -> Bool]) -> [Duration] {
        show()
        var times: [Duration] = []
        let start = ContinuousClock.now
        recorder.send(key)
        while start.duration(to: .now) < Self.patience {
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

    /// False when the screen never gets there.
    func wait(until isRight: (VirtualTerminal) -> Bool) -> Bool {
        let start = ContinuousClock.now
        while start.duration(to: .now) < Self.patience {
            recorder.read(untilQuietFor: Self.quiet)
            show()
            if isRight(screen) { return true }
        }
        return false
    }

    /// The screen as it is.
    var text: String { screen.text }

    private func show() {
        for chunk in recorder.chunks[shown...] { screen.feed(chunk.bytes) }
        shown = recorder.chunks.count
    }
}
