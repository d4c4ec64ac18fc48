/// What a terminal answers to a question of ours. It is never a key.
enum TerminalAnswer: Hashable, Sendable {
    /// To `CSI 14 t`: the area of the cells, in pixels.
    case area(width: Int, height: Int)
    /// To `CSI > q`: name and version, as "XTerm(379)".
    case version(String)
    /// To `CSI c`: what it can do, by DEC's numbers.
    case attributes([Int])

    /// The string behind DCS.
    init?(string bytes: [UInt8]) {
        guard bytes.starts(with: Array(">|".utf8)) else { return nil }
        self = .version(String(decoding: bytes.dropFirst(2), as: UTF8.self))
    }
}
