internal import Glibc
public import Terminal

/// A program in a pseudo-terminal, and its output with timestamps. For measurements: the output is not interpreted while the
/// program runs, so that parsing does not affect the times; ``replay(until:)`` interprets it afterwards.
///
/// It blocks its thread while waiting.
public final class TerminalRecorder {
    /// The result of one read of the terminal.
    public struct Chunk: Sendable {
        public let time: ContinuousClock.Instant
        public let bytes: [UInt8]
    }

    public let start: ContinuousClock.Instant
    public private(set) var chunks: [Chunk] = []
    private let terminal: PseudoTerminal
    private let size: Size

    /// Starts the program; times are measured from just before.
    public init(
        path: String, arguments: [String] = [], environment: [String: String], size: Size, input: String? = nil
    ) throws(PtyError) {
        start = .now
        self.size = size
        terminal = try PseudoTerminal(
            path: path, arguments: arguments, environment: environment, size: size, input: input)
    }

    public var process: Int32 { terminal.process }

    public func send(_ bytes: [UInt8]) { _ = terminal.write(bytes) }

    /// Reads until there was no output for this time; false if the program has closed its terminal.
    @discardableResult
    public func read(untilQuietFor milliseconds: Int32) -> Bool {
        while wait(milliseconds: milliseconds) {
            guard readChunk() else { return false }
        }
        return true
    }

    /// Reads until the deadline.
    public func read(until deadline: ContinuousClock.Instant) {
        while true {
            let left = ContinuousClock.now.duration(to: deadline).components
            guard left.seconds >= 0, left.attoseconds >= 0 else { return }
            // Rounded up: a poll of 0 would spin.
            let milliseconds = Int32(left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000) + 1
            if wait(milliseconds: milliseconds), !readChunk() { return }
        }
    }

    /// Feeds the chunks in sequence to a virtual terminal, until the condition holds.
    /// - Returns: the index of the chunk that made it hold; nil if none did.
    public func replay(until condition: (_ screen: VirtualTerminal, _ chunk: Int) -> Bool) -> Int? {
        guard let screen = VirtualTerminal(size: size) else { return nil }
        for (index, chunk) in chunks.enumerated() {
            screen.feed(chunk.bytes)
            if condition(screen, index) { return index }
        }
        return nil
    }

    /// Reads until the program's end.
    /// - Returns: its exit status, as reported by a shell.
    @discardableResult
    public func waitForEnd() -> Int32 {
        while true {
            if let status = waitForEnd(until: .now + .seconds(3600)) { return status }
        }
    }

    /// Reads until the program's end; nil if it runs at the deadline.
    public func waitForEnd(until deadline: ContinuousClock.Instant) -> Int32? {
        while true {
            if let status = terminal.exitStatus {
                readRest()
                return status
            }
            guard ContinuousClock.now < deadline else { return nil }
            terminal.waiter(output: readChunk(), isWriting: false).wait(milliseconds: 1000)
        }
    }

    /// Reads what a program wrote before it ended.
    private func readRest() {
        var count = -1
        while count < chunks.count, wait(milliseconds: 0) {
            count = chunks.count
            guard readChunk() else { return }
        }
    }

    public func kill() {
        terminal.kill(SIGKILL)
        waitForEnd()
    }

    private func wait(milliseconds: Int32) -> Bool {
        var polled = pollfd(fd: terminal.master, events: Int16(POLLIN), revents: 0)
        return poll(&polled, 1, milliseconds) > 0  // blocking, as this type says
    }

    private func readChunk() -> Bool {
        guard let bytes = terminal.read() else { return false }
        let time = ContinuousClock.now
        if !bytes.isEmpty { chunks.append(Chunk(time: time, bytes: bytes)) }
        return true
    }
}
