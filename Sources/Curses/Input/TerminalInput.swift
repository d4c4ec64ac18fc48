internal import Basics
internal import Dispatch
internal import Terminal

/// The input of the terminal: reads the bytes that are there, and makes events and answers of them. Its only timer runs while a
/// sequence or a paste is unfinished.
@MainActor
final class TerminalInput {
    /// Handles what was read together. Returns whether more is wanted now.
    typealias Handler = @MainActor (_ events: [InputEvent], _ answers: [TerminalAnswer]) -> Bool

    /// The bytes that are handled without a frame between them: a sender that never pauses must not prevent frames.
    static let maximumBytes = 1 << 16

    /// How long a paste is silent before the user is told how to end it.
    private static let patience = Duration.seconds(1)
    /// On a slow line an escape byte may come this much before the rest of its sequence.
    private static let longestEscapeDelay = Duration.milliseconds(100)

    private let descriptor: Int32
    private let escapeDelay: Duration
    private let handle: Handler
    private var parser = InputParser()
    /// Counts reads: a timer set before the last one is stale.
    private var readings = 0
    private var lastRead = ContinuousClock.now
    /// Until when the terminal may still answer a question; nil if none is out. What may be the beginning of an answer is no key until then.
    var answerDeadline: @MainActor () -> ContinuousClock.Instant? = { nil }
    /// Called when a paste is silent, and when it has ended.
    var onSilentPaste: @MainActor (Bool) -> Void = { _ in }
    private var isPasteSilent = false
    /// Whether the terminal is somebody else's.
    var isPaused = false { didSet { if !isPaused { forget() } } }
    /// How long the terminal took to answer, as far as is known.
    var answerTime = Duration.zero {
        didSet { parser.escapeDelay = max(escapeDelay, min(answerTime / 2, Self.longestEscapeDelay)) }
    }

    /// - Parameter escapeDelay: how long an escape byte may wait for the rest of a sequence.
    init(descriptor: Int32, escapeDelay: Duration, handle: @escaping Handler) {
        self.descriptor = descriptor
        self.escapeDelay = escapeDelay
        self.handle = handle
        parser.escapeDelay = escapeDelay
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
            let now = ContinuousClock.now
            let events = parser.parse(bytes, after: lastRead.duration(to: now))
            lastRead = now
            tellOfPaste()
            let wantsMore = handle(events, parser.removeAnswers())
            waitForRest()
            if !wantsMore { break }
        }
        return .wouldBlock
    }

    private func forget() {
        readings += 1
        parser.reset()
        tell(isPasteSilent: false)
    }

    private func waitForRest() {
        guard let pending = parser.pending else { return }
        var delay: Duration =
            switch pending {
            case .escape: parser.escapeDelay
            case .introducer, .sequence: .milliseconds(500)
            case .string: .milliseconds(100)
            case .paste: Self.patience
            case .pasteEnd, .pasteRest: InputParser.pause
            }
        if [.escape, .introducer, .sequence, .string].contains(pending), let deadline = answerDeadline() {
            delay = max(delay, ContinuousClock.now.duration(to: deadline))
        }
        let milliseconds = delay.clamped(to: Duration.zero ... .seconds(60)).wholeMilliseconds
        let reading = readings
        DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
            MainActor.assumeIsolated { self.timeOut(pending, since: reading) }
        }
    }

    private func timeOut(_ pending: InputParser.Pending, since reading: Int) {
        guard readings == reading, !isPaused else { return }
        // The rest may have arrived while the main queue was busy.
        _ = read()
        guard readings == reading, parser.pending == pending else { return }
        guard pending != .paste else { return tell(isPasteSilent: true) }
        readings += 1
        let events = parser.timeOut()
        tellOfPaste()
        _ = handle(events, [])
        waitForRest()
    }

    private func tellOfPaste() {
        if !parser.isInPaste { tell(isPasteSilent: false) }
    }

    private func tell(isPasteSilent new: Bool) {
        guard new != isPasteSilent else { return }
        isPasteSilent = new
        onSilentPaste(new)
    }
}
