/// A terminal's answer to one of our queries, or a report that we asked for. It is never a key.
enum TerminalAnswer: Hashable, Sendable {
    /// To `CSI 14 t`: the size of the text area in pixels.
    case area(width: Int, height: Int)
    /// To `CSI > q`: name and version, as "XTerm(379)".
    case version(String)
    /// To `CSI c`: its features, by DEC's numbers.
    case attributes([Int])
    /// To `CSI ? 2 ; 4 ; 0 S`: the largest picture in sixels, in pixels (XTSMGRAPHICS).
    case sixelLimit(width: Int, height: Int)
    /// The user came to the terminal's window or left it; sent without a query, after `CSI ? 1004 h`.
    case focus(isGained: Bool)

    /// Parses the content of a DCS string.
    init?(string bytes: [UInt8]) {
        guard bytes.starts(with: Array(">|".utf8)) else { return nil }
        self = .version(String(decoding: bytes.dropFirst(2), as: UTF8.self))
    }
}
