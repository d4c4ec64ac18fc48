internal import Cards

/// The last bytes of a program's standard error, for the line that says why it ended. They may be anything.
struct ErrorOutputTail {
    static let maximumBytes = 2048
    static let maximumCharacters = 160

    private var bytes: [UInt8] = []

    mutating func add(_ more: [UInt8]) {
        bytes += more.suffix(Self.maximumBytes)
        bytes.removeFirst(max(0, bytes.count - Self.maximumBytes))
    }

    /// The last non-blank line as a part of a sentence, without terminal control characters and limited in length. Nil when there
    /// is none.
    var line: String? {
        let lines = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
            .map(Self.text).filter { !$0.isEmpty }
        guard let last = lines.last else { return nil }
        let text = Self.cause(of: last, in: lines) ?? last
        return text.count > Self.maximumCharacters ? text.prefix(Self.maximumCharacters - 1) + "…" : text
    }

    private static func text(of line: some Sequence<UInt8>) -> String {
        var text = VisibleText.of(String(decoding: Array(line), as: UTF8.self))[...]
        while let last = text.last, last == "." || last.isWhitespace { text.removeLast() }
        return String(text.drop(while: \.isWhitespace))
    }

    /// Since version 6.1 ffmpeg's last line has the reason but not the device. The first line with the same reason names it,
    /// after a prefix for the part of ffmpeg that wrote it: "[v4l2 @ 0x55b7] ".
    private static func cause(of last: String, in lines: [String]) -> String? {
        guard last.hasPrefix("Error opening input files: "), let colon = last.lastIndex(of: ":"),
            let cause = lines.first(where: { $0.hasSuffix(last[colon...]) }), cause != last
        else { return nil }
        guard cause.hasPrefix("["), let end = cause.firstIndex(of: "]") else { return cause }
        return String(cause[cause.index(after: end)...].drop(while: \.isWhitespace))
    }
}
