internal import Cards
internal import ChildProcesses
internal import Glibc

/// The camera's command, running: what it writes, and its end. It is asked to end by
/// ``end(collecting:)``; who lets go of it ends it at once.
///
/// Should the program itself end, by whatever way, the command ends with it: a second shell in its group waits at a pipe
/// that nobody writes to, and kills the group when that is closed.
struct CameraProcess: ~Copyable {
    enum Event {
        case output([UInt8])
        case errors([UInt8])
        /// Nobody can write to its output any more.
        case outputEnded
        case errorsEnded
        case stopped
        case timedOut
    }

    /// How long the command may take to end before it is ended without being asked.
    private static let patience = Duration.milliseconds(500)

    /// The guard, and then the command in place of the shell that started it. The guard has nothing of the command's open:
    /// the end of the output is seen. It outlives the request to end, in case something else does.
    private static let script = """
        { trap '' TERM; read -r nothing <&3; kill -KILL 0; } > /dev/null 2>&1 &
        exec /bin/sh -c "$1" 3<&-
        """

    let child: ChildProcess
    private let output: Descriptor
    private let errors: Descriptor
    /// As long as it is open, the command may run.
    let lifeline: Descriptor
    private var isOutputOpen = true
    private var areErrorsOpen = true

    /// Starts it with `/bin/sh`. The line is the user's own setting, or ours.
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

    /// Waits for what comes next. Blocks.
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

    /// Ends the command with all that it started, and waits for that. Blocks, for a second at most.
    consuming func end(collecting words: inout LastWords) -> ChildEnd {
        // Who has closed its output is about to end by itself, and is let.
        if !isOutputOpen { waitForEnd(collecting: &words) }
        child.signalGroup(SIGTERM)
        waitForEnd(collecting: &words)
        child.signalGroup(SIGKILL)
        return child.wait()
    }

    /// Returns when neither the command nor anything else that can write to its outputs runs, or patience ends. The outputs
    /// are read on: who waits to be read cannot end.
    private mutating func waitForEnd(collecting words: inout LastWords) {
        let deadline = ContinuousClock.now.advanced(by: Self.patience)
        let end = child.endDescriptor()
        var isRunning = end.number >= 0
        while isRunning || isOutputOpen || areErrorsOpen, ContinuousClock.now < deadline {
            switch next(orStop: isRunning ? end.number : -1, until: deadline) {
            case .errors(let bytes): words.add(bytes)
            case .stopped: isRunning = false
            case .output, .outputEnded, .errorsEnded, .timedOut: continue
            }
        }
    }
}
