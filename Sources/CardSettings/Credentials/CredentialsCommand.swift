internal import Glibc

/// Runs the user's command that prints credentials, with an end in sight: nothing to read from, no terminal to ask on, and
/// a time after which it is ended with all that it started.
struct CredentialsCommand {
    /// How often it is asked whether the command has ended: something that it left running may keep its output open, so
    /// the end of the output is not enough.
    private static let interval: Int32 = 20

    let command: String
    let log: Log
    let time: Duration

    /// What it printed, up to the end of the command. Blocks.
    func firstBytes() throws(CredentialsError) -> [UInt8] {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .commandNotStarted(reason: SystemWords.reason(for: errno)) }
        let (output, input) = (ends[0], ends[1])
        defer { close(output) }
        _ = fcntl(output, F_SETFD, FD_CLOEXEC)
        _ = fcntl(input, F_SETFD, FD_CLOEXEC)
        _ = fcntl(output, F_SETFL, O_NONBLOCK)
        let child: pid_t
        do {
            defer { close(input) }
            child = try start(output: input, errors: errorFile())
        }
        return try collect(from: output, until: child)
    }

    private func collect(from output: Int32, until child: pid_t) throws(CredentialsError) -> [UInt8] {
        let clock = ContinuousClock()
        let deadline = clock.now + time
        var bytes: [UInt8] = []
        while true {
            var waiting = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            poll(&waiting, 1, Self.interval)
            // Asked before the output is emptied: what an ended command printed is then all there.
            var status: Int32 = 0
            let hasEnded = waitpid(child, &status, WNOHANG) == child
            let isOpen = Self.drain(output, into: &bytes)
            if hasEnded {
                guard status == 0 else { throw .commandFailed(status: status) }
                return bytes
            }
            if clock.now >= deadline {
                // The whole group: a shell's own children would live on.
                kill(-child, SIGKILL)
                waitpid(child, &status, 0)
                throw .commandTooSlow(seconds: Int(time.components.seconds))
            }
            // An output that was closed reads as ready at once for ever.
            if !isOpen { usleep(useconds_t(Self.interval) * 1000) }
        }
    }

    /// False at the end of the output. What is beyond the limit is read and dropped, so that the command is not held up.
    private static func drain(_ output: Int32, into bytes: inout [UInt8]) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(output, &buffer, buffer.count)
            if count == 0 { return false }
            if count < 0 {
                if errno == EINTR { continue }
                return errno == EAGAIN
            }
            bytes += buffer.prefix(min(count, CredentialsReader.maximumBytes - bytes.count))
        }
    }

    /// The log, or nothing where it cannot be written.
    private func errorFile() throws(CredentialsError) -> OpenFile {
        do {
            return try log.openForAppending()
        } catch {
            do {
                return try OpenFile("/dev/null", O_WRONLY)
            } catch {
                throw .commandNotStarted(reason: error.reason)
            }
        }
    }

    /// In a session of its own: it has no terminal, and its number is that of its group.
    private func start(output: Int32, errors: borrowing OpenFile) throws(CredentialsError) -> pid_t {
        // POSIX_SPAWN_SETSID of glibc, which its headers show to GNU sources only.
        let newSession: Int16 = 0x80
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let flags = Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | newSession
        posix_spawnattr_setflags(&attributes, flags)

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, errors.descriptor, STDERR_FILENO)
        var child: pid_t = 0
        let words = ["/bin/sh", "-c", command]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
        arguments.append(nil)
        defer { arguments.forEach { free($0) } }
        let code = posix_spawn(&child, "/bin/sh", &actions, &attributes, arguments, environ)
        guard code == 0 else { throw .commandNotStarted(reason: SystemWords.reason(for: code)) }
        return child
    }

}
