internal import Cards
internal import ChildProcesses
internal import Glibc

/// The running camera command with its outputs. ``end(collecting:)`` asks it to end; destroying this value kills it.
///
/// If the program itself ends, in whatever way, so does the command: a second shell in its group blocks on a pipe to which nobody
/// writes, and kills the group when that is closed.
struct CameraProcess: ~Copyable {
    enum Event {
        case output([UInt8])
        case errors([UInt8])
        /// No process has its standard output open any more.
        case outputEnded
        case errorsEnded
        case stopped
        case timedOut
    }

    /// How long the command may take to end before it is killed.
    private static let gracePeriod = Duration.milliseconds(500)

    /// Starts the guard, then replaces the shell by the command. The guard has none of the command's outputs open, so that their
    /// end is seen. It ignores SIGTERM, in case another process of the group does.
    private static let script = """
        { trap '' TERM; read -r nothing <&3; kill -KILL 0; } > /dev/null 2>&1 &
        exec /bin/sh -c "$1" 3<&-
        """

    let child: ChildProcess
    private let output: Descriptor
    private let errors: Descriptor
    /// The command runs as long as this is open.
    let lifeline: Descriptor
    private var isOutputOpen = true
    private var areErrorsOpen = true

    /// - Parameter command: a line for `/bin/sh`, from the user's config or our own.
    init(command: String) throws(CameraError) {
        do throws(StartError) {
            let output = try Pipe()
            let errors = try Pipe()
            let lifeline = try Pipe()
            let files = [output.writer.number, errors.writer.number, lifeline.reader.number]
            let line = ChildCommand(
                shell: Self.script, arguments: [command], files: [.nothing] + files.map { .descriptor($0) })
            child = try ChildProcess(starting: line)
            self.output = output.reader
            self.errors = errors.reader
            self.lifeline = lifeline.writer
        } catch {
            throw .notStarted(reason: error.reason)
        }
    }

    /// Blocks until the next event.
    /// - Parameter stop: a descriptor that ends the waiting when it becomes ready.
    mutating func next(orStop stop: Int32 = -1, until deadline: ContinuousClock.Instant? = nil) -> Event {
        let waiting = [stop, areErrorsOpen ? errors.number : -1, isOutputOpen ? output.number : -1]
        switch Readiness.first(of: waiting, until: deadline) {
        case 0: return .stopped
        case 1:
            if let bytes = errors.read(upTo: Pipe.capacity) { return .errors(bytes) }
            areErrorsOpen = false
            return .errorsEnded
        case 2:
            if let bytes = output.read(upTo: Pipe.capacity) { return .output(bytes) }
            isOutputOpen = false
            return .outputEnded
        default: return .timedOut
        }
    }

    /// Ends the command with all processes that it started. Blocks until they have ended, for at most a second.
    consuming func end(collecting errorOutput: inout ErrorOutputTail) -> ChildEnd {
        // A command that has closed its output is probably ending by itself.
        if !isOutputOpen { waitForEnd(collecting: &errorOutput) }
        child.signalGroup(SIGTERM)
        waitForEnd(collecting: &errorOutput)
        child.signalGroup(SIGKILL)
        return child.wait()
    }

    /// Returns when neither the command nor any other process with its outputs open runs, or after ``gracePeriod``. The outputs
    /// are still read: a process that blocks on a full pipe cannot end.
    private mutating func waitForEnd(collecting errorOutput: inout ErrorOutputTail) {
        let deadline = ContinuousClock.now.advanced(by: Self.gracePeriod)
        let end = child.endDescriptor()
        var isRunning = end.number >= 0
        while isRunning || isOutputOpen || areErrorsOpen, ContinuousClock.now < deadline {
            switch next(orStop: isRunning ? end.number : -1, until: deadline) {
            case .errors(let bytes): errorOutput.add(bytes)
            case .stopped: isRunning = false
            case .output, .outputEnded, .errorsEnded, .timedOut: continue
            }
        }
    }
}

/// The last bytes of a program's standard error, for the line that says why it ended. They may be anything.
struct ErrorOutputTail {
    static let maximumBytes = 2048
    static let maximumCharacters = 160

    private var bytes: [UInt8] = []

    mutating func add(_ more: [UInt8]) {
        bytes += more.suffix(Self.maximumBytes)
        bytes.removeFirst(max(0, bytes.count - Self.maximumBytes))
    }

    /// The last non-blank line as a part of a sentence, without terminal control characters and limited in length. Nil when there
    /// is none.
    var line: String? {
        let lines = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
            .map(Self.text).filter { !$0.isEmpty }
        guard let last = lines.last else { return nil }
        let text = Self.cause(of: last, in: lines) ?? last
        return text.shortened(to: Self.maximumCharacters)
    }

    private static func text(of line: some Sequence<UInt8>) -> String {
        var text = VisibleText.of(String(decoding: Array(line), as: UTF8.self))[...]
        while let last = text.last, last == "." || last.isWhitespace { text.removeLast() }
        return String(text.drop(while: \.isWhitespace))
    }

    /// Since version 6.1 ffmpeg's last line has the reason but not the device. The first line with the same reason names it,
    /// after a prefix for the part of ffmpeg that wrote it: "[v4l2 @ 0x55b7] ".
    private static func cause(of last: String, in lines: [String]) -> String? {
        guard last.hasPrefix("Error opening input files: "), let colon = last.lastIndex(of: ":"),
            let cause = lines.first(where: { $0.hasSuffix(last[colon...]) }), cause != last
        else { return nil }
        guard cause.hasPrefix("["), let end = cause.firstIndex(of: "]") else { return cause }
        return String(cause[cause.index(after: end)...].drop(while: \.isWhitespace))
    }
}
