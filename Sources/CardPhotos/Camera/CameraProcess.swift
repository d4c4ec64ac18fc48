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
