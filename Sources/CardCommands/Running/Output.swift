internal import CardSettings
internal import Glibc

/// Where text of a command goes: standard output or standard error.
public struct TextSink: Sendable {
    /// Whether someone may be looking: text from cards is then made safe.
    public let isTerminal: Bool
    /// Writes all of it, or throws.
    let write: @Sendable ([UInt8]) throws -> Void

    public init(isTerminal: Bool, write: @escaping @Sendable ([UInt8]) throws -> Void) {
        (self.isTerminal, self.write) = (isTerminal, write)
    }

    public static let standardOutput = TextSink(descriptor: STDOUT_FILENO, name: "standard output")
    public static let standardError = TextSink(descriptor: STDERR_FILENO, name: "standard error")

    /// Nothing is buffered: a command writes in large pieces.
    init(descriptor: Int32, name: String) {
        self.init(isTerminal: isatty(descriptor) == 1) { bytes in
            var written = 0
            while written < bytes.count {
                let count = bytes.withUnsafeBytes { buffer in
                    Glibc.write(descriptor, buffer.baseAddress.map { $0 + written }, buffer.count - written)
                }
                if count >= 0 {
                    written += count
                    continue
                }
                switch errno {
                case EINTR: continue
                case EAGAIN:
                    // Someone else made the terminal or pipe non-blocking.
                    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    poll(&waiting, 1, -1)
                case EPIPE: throw OutputClosed()
                case let code: throw FileError(path: name, action: .write, errno: code)
                }
            }
        }
    }
}

/// Nobody reads what we write any more: a reason to end, not an error.
public struct OutputClosed: Error {
    public init() {}
}

/// What a command writes to, and how text becomes safe to look at and how wide it is: both belong to the terminal's room and are
/// handed in.
public struct Output: Sendable {
    let out: TextSink
    let err: TextSink
    private let makeSafe: @Sendable (String) -> String
    let width: @Sendable (String) -> Int
    let isolate: @Sendable (String) -> String

    /// `safeText` makes one line safe for a terminal, `isolate` keeps the writing direction of a column to it.
    public init(
        out: TextSink = .standardOutput, err: TextSink = .standardError,
        safeText: @escaping @Sendable (String) -> String, width: @escaping @Sendable (String) -> Int = { $0.count },
        isolate: @escaping @Sendable (String) -> String = { $0 }
    ) {
        (self.out, self.err, makeSafe, self.width, self.isolate) = (out, err, safeText, width, isolate)
    }

    /// A line of standard output, made safe where it has to be.
    func print(_ line: String) throws { try write(safe(line) + "\n") }

    /// Text that is safe as it is.
    func write(_ text: String) throws { try out.write(Array(text.utf8)) }

    /// JSON for standard output. On a terminal what would act on it, or hide, is written as an escape of JSON, so that it is
    /// the same JSON still. In a pipe only what programs take for the end of a line is.
    func write(json bytes: [UInt8]) throws {
        guard out.isTerminal else { return try out.write(JSONForTerminal.withoutLineSeparators(bytes)) }
        try write(JSONForTerminal.text(of: bytes))
    }

    /// A part of standard output: one line, safe where it has to be.
    func safe(_ text: String) -> String { out.isTerminal ? makeSafe(text) : text }

    /// Words for standard error, a line or several. They may hold what a backend or a file said, and are read by people wherever
    /// they go: what a terminal would act on is never in them. Nothing can be done where even that is closed.
    func complain(_ words: String) {
        let lines = words.split(separator: "\n", omittingEmptySubsequences: false)
        let text = lines.map { makeSafe(String($0)) }.joined(separator: "\n")
        try? err.write(Array((text + "\n").utf8))
    }
}
