internal import Glibc

/// Asks a question on the terminal that is answered with a line: yes or no, or a name.
public enum ConsentPrompt {
    private static let maximumBytes = 256

    /// True for y and yes. Nil without a terminal, and where standard input is none. Throws `CancellationError`.
    @concurrent public static func ask(_ question: String) async throws -> Bool? {
        try await line(question + " [y/N] ").map { ["y", "yes"].contains($0.lowercased()) }
    }

    /// What was typed; nil without a terminal, and where standard input is none. Throws `CancellationError` as soon as the task is
    /// cancelled, as by Ctrl-C.
    @concurrent public static func line(_ question: String) async throws -> String? {
        guard let terminal = openTerminal() else { return nil }
        defer { close(terminal) }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        let (cancellation, canceller) = (ends[0], ends[1])
        defer { for end in [cancellation, canceller] { close(end) } }
        return try await withTaskCancellationHandler {
            // What was typed before the question was seen, as while a child had the terminal, does not answer it.
            tcflush(terminal, TCIFLUSH)
            _ = write(terminal, question, question.utf8.count)
            guard let answer = answer(on: terminal, until: cancellation) else {
                _ = write(terminal, "\n", 1)
                throw CancellationError()
            }
            return String(decoding: answer, as: UTF8.self)
        } onCancel: {
            _ = write(canceller, "\n", 1)
        }
    }

    /// The terminal, to be closed by the caller; nil where there is none. A script that has one all the same, but another standard input,
    /// must not wait for one who types.
    static func openTerminal() -> Int32? {
        guard isatty(STDIN_FILENO) == 1 else { return nil }
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        return terminal < 0 ? nil : terminal
    }

    /// Reads a line, without its end. Nil when the second descriptor becomes readable first.
    private static func answer(on terminal: Int32, until cancellation: Int32) -> [UInt8]? {
        var answer: [UInt8] = []
        while answer.count < maximumBytes {
            var waiting = [terminal, cancellation].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            if poll(&waiting, nfds_t(waiting.count), -1) < 0, errno == EINTR { continue }
            if waiting[1].revents != 0 { return nil }
            var byte: UInt8 = 0
            let count = read(terminal, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1, byte != 0x0A, byte != 0x0D else { break }
            answer.append(byte)
        }
        return answer
    }
}

extension CommandRunner {
    /// Whether the user wants what the question says; where not, that is noted. Throws ``CommandFailure`` where there is nobody to ask.
    /// - Parameters:
    ///   - isGiven: whether `--yes` has answered.
    ///   - declined: what is noted after a no.
    func isAgreed(isGiven: Bool, _ question: String, declined: String = "Nothing was changed.") async throws -> Bool {
        if isGiven { return true }
        guard let answer = try await platform.askConsent(output.visible(oneLine(question))) else {
            throw CommandFailure(
                "cannot ask for confirmation without a terminal. \(declined) To confirm, use --yes.", .usage)
        }
        if !answer { output.warn(declined) }
        return answer
    }
}

/// Asks for a password on the terminal, without showing it. Nothing keeps it.
public enum PasswordPrompt {
    /// More than anything may have that is asked for, so that a longer text is refused and not cut.
    private static let maximumBytes = 64 << 10

    /// Nil without a terminal, where standard input is none, and when nothing was typed. Throws `CancellationError` on Ctrl-C.
    public static func read(_ prompt: String) throws -> [UInt8]? {
        guard let terminal = ConsentPrompt.openTerminal() else { return nil }
        defer { close(terminal) }
        var before = termios()
        guard tcgetattr(terminal, &before) == 0 else { return nil }
        var quiet = before
        // Ctrl-C is read as a key: the terminal must be restored in any case.
        quiet.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        guard tcsetattr(terminal, TCSAFLUSH, &quiet) == 0 else { return nil }
        defer { tcsetattr(terminal, TCSAFLUSH, &before) }
        say(prompt, terminal)
        defer { say("\n", terminal) }
        var password: [UInt8] = []
        while true {
            var byte: UInt8 = 0
            let count = Glibc.read(terminal, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return password.isEmpty ? nil : password }
            switch byte {
            case 0x03: throw CancellationError()
            case 0x04, 0x0A, 0x0D: return password.isEmpty ? nil : password
            case 0x08, 0x7F:
                // The whole character, in UTF-8.
                while let last = password.popLast(), last & 0xC0 == 0x80 {}
            case 0x15: password = []
            default: if password.count < maximumBytes { password.append(byte) }
            }
        }
    }

    private static func say(_ text: String, _ terminal: Int32) { _ = write(terminal, text, text.utf8.count) }
}
