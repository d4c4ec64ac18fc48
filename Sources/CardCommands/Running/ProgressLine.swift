internal import Synchronization

/// One line on a terminal that says what is waited for, and how far it is; it is written over, and erased in the end.
final class ProgressLine: Sendable {
    private static let pause = Duration.milliseconds(200)

    private struct State {
        var shownAt = ContinuousClock.now
        var isThere = false
        /// Of the waits; a late text of one that ended is not shown.
        var number = 0
    }

    /// Nil where nothing is shown.
    private let output: Output?
    private let state = Mutex(State())

    init(isJSONorQuiet: Bool, _ output: Output) {
        self.output = output.out.isTerminal && !isJSONorQuiet && !output.isQuiet ? output : nil
    }

    /// Shows a text while something is waited for; what takes no time shows nothing.
    func wait<Value>(for text: String, by timer: any Clock<Duration>, _ work: () async throws -> Value) async rethrows
        -> Value
    {
        guard output != nil else { return try await work() }
        let number = state.withLock { $0.number }
        let showing = Task {
            try await timer.sleep(for: Self.pause)
            show(text) { $0.number == number && !$0.isThere }
        }
        defer {
            showing.cancel()
            erase()
        }
        return try await work()
    }

    /// Shows how far it is, some times a second.
    func show(_ text: String) { show(text) { $0.shownAt.duration(to: .now) > Self.pause } }

    private func show(_ text: String, where isDue: (State) -> Bool) {
        guard let output else { return }
        state.withLock { state in
            guard isDue(state) else { return }
            (state.shownAt, state.isThere) = (.now, true)
            try? output.write("\r\u{1B}[K" + output.visible(text))
        }
    }

    func erase() {
        state.withLock { state in
            if state.isThere { try? output?.write("\r\u{1B}[K") }
            (state.isThere, state.shownAt) = (false, .now)
            state.number += 1
        }
    }
}
