internal import CProcess
internal import Cards
internal import Glibc

/// The camera's command, running: what it writes, and its end. Whoever starts it must call ``end(collecting:)``.
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
    /// As much as a pipe holds.
    private static let pieceSize = 64 << 10

    /// Also the number of the group in which it runs with all that it starts.
    let identifier: pid_t
    private let output: Descriptor
    private let errors: Descriptor
    /// As long as it is open, the command may run.
    private let lifeline: Descriptor
    private var isOutputOpen = true
    private var areErrorsOpen = true

    /// Starts it with `/bin/sh`. The line is the user's own setting, or ours.
    init(command: String) throws(CameraError) {
        let output = try Pipe()
        let errors = try Pipe()
        let lifeline = try Pipe()
        identifier = try Self.spawn(
            command, descriptors: [output.writer.number, errors.writer.number, lifeline.reader.number])
        self.output = output.reader
        self.errors = errors.reader
        self.lifeline = lifeline.writer
    }

    /// Waits for what comes next. Blocks.
    /// - Parameter stop: a descriptor that ends the waiting when it becomes ready.
    mutating func next(orStop stop: Int32 = -1, until deadline: ContinuousClock.Instant? = nil) -> Event {
        while true {
            // A negative descriptor is passed over.
            var waiting = [stop, isOutputOpen ? output.number : -1, areErrorsOpen ? errors.number : -1]
                .map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            let ready = poll(&waiting, nfds_t(waiting.count), deadline.map(Self.milliseconds) ?? -1)
            if ready == 0 { return .timedOut }
            guard ready > 0 else { continue }
            if waiting[0].revents != 0 { return .stopped }
            if waiting[2].revents != 0 {
                if let bytes = Self.read(errors.number) { return .errors(bytes) }
                areErrorsOpen = false
                return .errorsEnded
            }
            if let bytes = Self.read(output.number) { return .output(bytes) }
            isOutputOpen = false
            return .outputEnded
        }
    }

    /// Ends the command with all that it started, and waits for that. Blocks, for a second at most.
    /// - Returns: what waitpid says of the command.
    mutating func end(collecting words: inout LastWords) -> Int32 {
        // Who has closed its output is about to end by itself, and is let.
        if !isOutputOpen { waitForEnd(collecting: &words) }
        kill(-identifier, SIGTERM)
        waitForEnd(collecting: &words)
        // The number is not given to others before it was waited for.
        kill(-identifier, SIGKILL)
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        return status
    }

    /// Returns when neither the command nor anything else that can write to its outputs runs, or patience ends. The outputs
    /// are read on: who waits to be read cannot end.
    private mutating func waitForEnd(collecting words: inout LastWords) {
        let deadline = ContinuousClock.now.advanced(by: Self.patience)
        let process = Descriptor(owning: cprocess_descriptor(identifier))
        var isRunning = process.number >= 0
        while isRunning || isOutputOpen || areErrorsOpen, ContinuousClock.now < deadline {
            switch next(orStop: isRunning ? process.number : -1, until: deadline) {
            case .errors(let bytes): words.add(bytes)
            case .stopped: isRunning = false
            case .output, .outputEnded, .errorsEnded, .timedOut: continue
            }
        }
    }

    /// Nil at the end.
    private static func read(_ descriptor: Int32) -> [UInt8]? {
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: pieceSize) { buffer, filled in
            repeat { count = Glibc.read(descriptor, buffer.baseAddress, pieceSize) } while count < 0 && errno == EINTR
            filled = max(0, count)
        }
        return count > 0 ? bytes : nil
    }

    private static func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
        let (seconds, attoseconds) = ContinuousClock.now.duration(to: deadline).components
        // Rounded up, so that a wait never turns into a busy loop at its end.
        return Int32(clamping: max(0, seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1))
    }

    // MARK: - Starting

    /// The guard, and then the command in place of the shell that started it. The guard has nothing of the command's open:
    /// the end of the output is seen. It outlives the request to end, in case something else does.
    private static let script = """
        { trap '' TERM; read -r nothing <&3; kill -KILL 0; } > /dev/null 2>&1 &
        exec /bin/sh -c "$1" 3<&-
        """

    /// In a session of its own: Ctrl-C in the terminal does not reach it, it has no terminal to write to, and its number is
    /// that of its group.
    /// - Parameter descriptors: from standard output on.
    private static func spawn(_ command: String, descriptors: [Int32]) throws(CameraError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        for (number, descriptor) in zip(STDOUT_FILENO..., descriptors) {
            posix_spawn_file_actions_adddup2(&actions, descriptor, number)
        }
        posix_spawn_file_actions_addclosefrom_np(&actions, STDOUT_FILENO + Int32(descriptors.count))

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | Int16(CPROCESS_SPAWN_SETSID))

        let words = ["/bin/sh", "-c", script, "sh", command]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
        arguments.append(nil)
        defer { arguments.forEach { free($0) } }
        var identifier: pid_t = 0
        let result = posix_spawn(&identifier, "/bin/sh", &actions, &attributes, arguments, environ)
        guard result == 0 else { throw .notStarted(reason: String(cString: strerror(result))) }
        return identifier
    }
}
