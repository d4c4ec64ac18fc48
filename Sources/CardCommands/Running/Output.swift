internal import CardSettings
internal import Glibc
internal import Synchronization

/// The destination of a command's text: standard output or standard error.
public struct TextSink: Sendable {
    /// The columns of the terminal now; nil for a pipe or file.
    let columns: (@Sendable () -> Int)?
    /// Writes all bytes, or throws.
    let write: @Sendable ([UInt8]) throws -> Void

    public init(columns: (@Sendable () -> Int)?, write: @escaping @Sendable ([UInt8]) throws -> Void) {
        self.columns = columns
        self.write = write
    }

    /// Text from cards is made safe for a terminal.
    var isTerminal: Bool { columns != nil }

    /// - Parameter columns: the columns of the terminal, if it is one.
    public static func standardOutput(columns: @escaping @Sendable () -> Int) -> TextSink {
        TextSink(
            descriptor: STDOUT_FILENO, name: "standard output", columns: isatty(STDOUT_FILENO) == 1 ? columns : nil)
    }

    /// Nothing that is written to it depends on whether it is a terminal.
    public static let standardError = TextSink(descriptor: STDERR_FILENO, name: "standard error")

    /// Unbuffered: commands write in large chunks.
    init(descriptor: Int32, name: String, columns: (@Sendable () -> Int)? = nil) {
        self.init(columns: columns) { bytes in
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
                    // Another process made the terminal or pipe non-blocking.
                    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    poll(&waiting, 1, -1)
                case EPIPE: throw OutputClosed()
                case let code: throw FileError(path: name, action: .write, errno: code)
                }
            }
        }
    }
}

/// The reader has closed the pipe: a reason to end, not an error.
public struct OutputClosed: Error {
    public init() {}
}

/// The outputs of a command, with functions that make text safe and measure its width. These belong to Terminal and are injected.
public struct Output: Sendable {
    private(set) var out: TextSink
    let err: TextSink
    /// Whether messages are JSON objects, one in a line, as the command's result is.
    private let hasJSONMessages: Bool
    /// The messages of a quiet command, which are told if it fails; nil for one that is not quiet.
    private var held: HeldMessages?
    private let makeSafe: @Sendable (String) -> String
    let width: @Sendable (String) -> Int
    let isolate: @Sendable (String) -> String

    /// `safeText` makes one line safe for a terminal; `isolate` confines the writing direction of a column to it.
    public init(
        out: TextSink, err: TextSink = .standardError, hasJSONMessages: Bool = false,
        safeText: @escaping @Sendable (String) -> String, width: @escaping @Sendable (String) -> Int = { $0.count },
        isolate: @escaping @Sendable (String) -> String = { $0 }
    ) {
        self.out = out
        self.err = err
        self.hasJSONMessages = hasJSONMessages
        makeSafe = safeText
        self.width = width
        self.isolate = isolate
    }

    /// Writes a line to standard output, made safe.
    func print(_ line: String) throws { try write(safe(line) + "\n") }

    var isQuiet: Bool { held != nil }

    /// Writes a line that says what was done: it is no result, so a quiet command has none.
    func report(_ line: String) throws { if !isQuiet { try print(line) } }

    /// Writes text that is already safe.
    func write(_ text: String) throws { try out.write(Array(text.utf8)) }

    /// Writes JSON to standard output. On a terminal, control and invisible characters are escaped, which preserves the value; in a
    /// pipe only control characters and what programs treat as line ends.
    func write(json bytes: [UInt8]) throws {
        guard out.isTerminal else { return try out.write(JSONForTerminal.neutralized(bytes)) }
        try write(JSONForTerminal.text(of: bytes))
    }

    /// Text for a question or a message, wherever it goes.
    func visible(_ text: String) -> String { makeSafe(text) }

    /// One line or part of a line for standard output. In a pipe, too, control characters become their pictures: the next program may be
    /// a pager, or a terminal.
    func safe(_ text: String) -> String { out.isTerminal ? makeSafe(text) : ControlSymbols.text(of: text) }

    /// Writes a message of one or more lines to standard error. It may contain text from a backend or a file and is read by people
    /// wherever it goes, so control characters are always removed. If standard error is closed, the message is dropped.
    /// What begins with the program's name is why the command failed.
    func warn(_ message: String) {
        if let held, !message.hasPrefix("\(CommandLineTable.program): ") { return held.add(message) }
        write(message: message)
    }

    /// The same output for a quiet command: only results, and why it failed.
    func quiet() -> Output {
        var output = self
        output.held = HeldMessages()
        return output
    }

    /// The same output that collects what is for standard output.
    func collecting(in text: CollectedText) -> Output {
        var output = self
        output.out = TextSink(columns: out.columns, write: text.add)
        return output
    }

    /// Writes what a quiet command has held back: it has failed.
    func writeHeld() { for message in held?.take() ?? [] { write(message: message) } }

    /// Writes a fact that was asked for by `--verbose`: no warning.
    func tell(_ fact: String) { write(message: fact, kind: "info") }

    private func write(message: String, kind: String = "warning") {
        let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
        let text = lines.map { makeSafe(String($0)) }.joined(separator: "\n")
        guard hasJSONMessages else {
            try? err.write(Array((text + "\n").utf8))
            return
        }
        let program = "\(CommandLineTable.program): "
        let isFailure = text.hasPrefix(program)
        let sentence = isFailure ? String(text.dropFirst(program.count)) : text
        let line = CommandRunner.line([(isFailure ? "error" : kind, .string(sentence))])
        try? err.write(JSONForTerminal.neutralized(line))
    }
}

/// Messages that are written only if the command fails.
private final class HeldMessages: Sendable {
    private let messages = Mutex<[String]>([])

    func add(_ message: String) { messages.withLock { $0.append(message) } }

    func take() -> [String] {
        messages.withLock { messages in
            defer { messages = [] }
            return messages
        }
    }
}

/// Text for a pager. It is written as it comes where it is too much to be kept.
final class CollectedText: Sendable {
    private static let limit = 4 << 20

    private let sink: TextSink
    /// Nil as soon as it is written as it comes.
    private let bytes = Mutex<[UInt8]?>([])

    init(for sink: TextSink) { self.sink = sink }

    func add(_ more: [UInt8]) throws {
        let due = bytes.withLock { bytes -> [UInt8] in
            guard let kept = bytes else { return more }
            guard kept.count + more.count > Self.limit else {
                bytes?.append(contentsOf: more)
                return []
            }
            bytes = nil
            return kept + more
        }
        if !due.isEmpty { try sink.write(due) }
    }

    func take() -> [UInt8] {
        bytes.withLock { bytes in
            defer { bytes = nil }
            return bytes ?? []
        }
    }
}
