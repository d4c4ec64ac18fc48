internal import Glibc

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
