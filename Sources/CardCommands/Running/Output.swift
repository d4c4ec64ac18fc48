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

/// Text without control characters but tabs: each is replaced by its symbol in Unicode, or by U+FFFD where it has none.
enum ControlSymbols {
    static func text(of text: String) -> String {
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        return text.unicodeScalars.reduce(into: "") { $0.unicodeScalars.append(isControl($1) ? symbol(of: $1) : $1) }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 && scalar != "\t" || (0x7F...0x9F).contains(scalar.value)
    }

    private static func symbol(of scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
        case 0x7F: "\u{2421}"
        default: "\u{FFFD}"
        }
    }
}

/// JSON that is safe to display: characters that a terminal interprets, or that are invisible, are written as `\u`. Only strings
/// can contain such characters, so replacing them anywhere preserves the value.
enum JSONForTerminal {
    /// More combining marks than any language uses on a letter would cover the lines around it.
    private static let maximumMarks = 4

    static func text(of json: [UInt8]) -> String {
        let text = String(decoding: json, as: UTF8.self)
        if text.utf8.allSatisfy({ $0 < 0x7F }) { return text }
        var marks = 0
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            marks = isMark(scalar) ? marks + 1 : 0
            if isHidden(scalar) || marks > maximumMarks {
                result += escape(scalar)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }

    /// Escapes U+2028 and U+2029, which many programs treat as line ends, and the control characters from U+007F on. JSON has escaped
    /// those below.
    static func neutralized(_ json: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var copied = 0
        var index = 0
        while index < json.count {
            guard let (scalar, length) = unsafeScalar(in: json, at: index) else {
                index += 1
                continue
            }
            result += json[copied..<index]
            result += Array(escape(scalar).utf8)
            index += length
            copied = index
        }
        return copied == 0 ? json : result + json[copied...]
    }

    /// The character that begins there and has to be escaped, and its bytes.
    @inline(__always)
    private static func unsafeScalar(in json: [UInt8], at index: Int) -> (scalar: Unicode.Scalar, length: Int)? {
        let first = json[index]
        guard first >= 0x7F else { return nil }
        func byte(_ offset: Int) -> UInt8 { index + offset < json.count ? json[index + offset] : 0 }
        if first == 0x7F { return ("\u{7F}", 1) }
        if first == 0xC2, (0x80...0x9F).contains(byte(1)) { return (Unicode.Scalar(byte(1)), 2) }
        guard first == 0xE2, byte(1) == 0x80, byte(2) & 0xFE == 0xA8 else { return nil }
        return (byte(2) == 0xA8 ? "\u{2028}" : "\u{2029}", 3)
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        String(scalar).utf16.reduce(into: "") { result, unit in
            let digits = String(unit, radix: 16)
            result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: true
        default: false
        }
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        // The newlines between the cards are not part of a string.
        case .control: scalar != "\n"
        case .format, .lineSeparator, .paragraphSeparator, .privateUse: true
        default: false
        }
    }
}
