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
    /// To `OSC 11 ; ?` and to `CSI ? 996 n`, and without a query after `CSI ? 2031 h`: whether the background is light.
    case background(isLight: Bool)
    /// The user came to the terminal's window or left it; sent without a query, after `CSI ? 1004 h`.
    case focus(isGained: Bool)

    /// Parses the content of a DCS (`P`) or OSC (`]`) string.
    init?(string bytes: [UInt8], introducer: UInt8) {
        switch introducer {
        case UInt8(ascii: "P") where bytes.starts(with: Array(">|".utf8)):
            self = .version(String(decoding: bytes.dropFirst(2), as: UTF8.self))
        case UInt8(ascii: "]"):
            guard let isLight = TerminalBackground.isLight(answer: bytes) else { return nil }
            self = .background(isLight: isLight)
        default: return nil
        }
    }
}
