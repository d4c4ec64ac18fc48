internal import Cards

/// The end of what a program wrote to its standard error: enough for the line that says why it stopped. It may be anything.
struct LastWords {
    static let maximumBytes = 2048
    static let maximumCharacters = 160

    private var bytes: [UInt8] = []

    mutating func add(_ more: [UInt8]) {
        bytes += more.suffix(Self.maximumBytes)
        bytes.removeFirst(max(0, bytes.count - Self.maximumBytes))
    }

    /// The last line that is not blank, as part of a sentence: nothing in it that a terminal would act on, and no longer
    /// than what is read. Nil when there is none.
    var line: String? {
        for line in bytes.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }).reversed() {
            var text = VisibleText.of(String(decoding: line, as: UTF8.self))[...]
            while let last = text.last, last == "." || last.isWhitespace { text.removeLast() }
            text = text.drop(while: \.isWhitespace)
            if text.isEmpty { continue }
            return text.count > Self.maximumCharacters ? text.prefix(Self.maximumCharacters - 1) + "…" : String(text)
        }
        return nil
    }
}
