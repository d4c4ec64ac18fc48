internal import Glibc

/// Asks a question on the terminal that is answered with yes or no.
public enum ConsentPrompt {
    private static let maximumBytes = 64

    /// True for y and yes. Nil without a terminal, and where standard input is none.
    public static func ask(_ question: String) throws -> Bool? {
        guard isatty(STDIN_FILENO) == 1 else { return nil }
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else { return nil }
        defer { close(terminal) }
        let text = question + " [y/N] "
        _ = write(terminal, text, text.utf8.count)
        var answer: [UInt8] = []
        while answer.count < maximumBytes {
            var byte: UInt8 = 0
            let count = read(terminal, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1, byte != 0x0A, byte != 0x0D else { break }
            answer.append(byte)
        }
        return ["y", "yes"].contains(String(decoding: answer, as: UTF8.self).lowercased())
    }
}
