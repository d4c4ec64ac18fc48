internal import Basics
internal import Dispatch
internal import Terminal

/// The input of the terminal: reads the bytes that are there, and makes events and answers of them. Its only timer runs while a
/// sequence is unfinished.
@MainActor
final class TerminalInput {
    /// Handles what was read together. Returns whether more is wanted now.
    typealias Handler = @MainActor (_ events: [InputEvent], _ answers: [TerminalAnswer]) -> Bool

    /// The bytes that are handled without a frame between them: a sender that never pauses must not prevent frames.
    static let maximumBytes = 1 << 16

    private let descriptor: Int32
    private let escapeDelay: Duration
    private let handle: Handler
    private var parser = InputParser()
    /// Counts reads: a timer set before the last one is stale.
    private var readings = 0

    /// - Parameter escapeDelay: how long an escape byte may wait for the rest of a sequence.
    init(descriptor: Int32, escapeDelay: Duration, handle: @escaping Handler) {
        (self.descriptor, self.escapeDelay, self.handle) = (descriptor, escapeDelay, handle)
    }

    /// Reads and handles what is available, at most ``maximumBytes``; never waits.
    /// - Returns: the outcome of the last read.
    func read() -> ReadOutcome {
        var consumed = 0
        while consumed < Self.maximumBytes {
            let outcome = ReadOutcome(of: descriptor)
            guard case .bytes(let bytes) = outcome else { return outcome }
            consumed += bytes.count
            readings += 1
            let events = parser.parse(bytes)
            let wantsMore = handle(events, parser.removeAnswers())
            waitForRest()
            if !wantsMore { break }
        }
        return .wouldBlock
    }

    private func waitForRest() {
        guard let pending = parser.pending else { return }
        let delay: DispatchTimeInterval =
            switch pending {
            case .escape: .milliseconds(escapeDelay.clamped(to: .zero ... .seconds(60)).wholeMilliseconds)
            case .sequence: .milliseconds(500)
            case .string: .milliseconds(100)
            }
        let reading = readings
        DispatchQueue.main.asyncAfter(deadline: .now() + delay) {
            MainActor.assumeIsolated {
                guard self.readings == reading else { return }
                _ = self.handle(self.parser.timeOut(), [])
            }
        }
    }
}
