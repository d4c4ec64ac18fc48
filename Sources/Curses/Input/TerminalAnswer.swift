/// What a terminal reports of itself: answers to our queries, and the focus. It is never a key.
enum TerminalAnswer: Hashable, Sendable {
    /// To `CSI 14 t`: the size of the text area in pixels.
    case area(width: Int, height: Int)
    /// To `CSI > q`: name and version, as "XTerm(379)".
    case version(String)
    /// To `CSI c`: its features, by DEC's numbers.
    case attributes([Int])
    /// The user has come back to this terminal.
    case focusGained

    /// Parses the content of a DCS string.
    init?(string bytes: [UInt8]) {
        guard bytes.starts(with: Array(">|".utf8)) else { return nil }
        self = .version(String(decoding: bytes.dropFirst(2), as: UTF8.self))
    }
}
