/// Collects the text of a bracketed paste up to its end mark, at most ``maximumBytes``; the rest is dropped and never typed.
struct PasteCollector: Hashable, Sendable {
    static let maximumBytes = 1_000_000

    static let startMark = Array("\u{1B}[200~".utf8)
    static let endMark = Array("\u{1B}[201~".utf8)

    private var bytes: [UInt8] = []
    /// The number of bytes of the end mark that have matched.
    private var matched = 0

    /// Whether this byte ends the paste.
    mutating func consume(_ byte: UInt8) -> Bool {
        if byte == Self.endMark[matched] {
            matched += 1
            return matched == Self.endMark.count
        }
        // Only the mark's first byte is an escape, so a failed match can restart only with this byte.
        for earlier in Self.endMark.prefix(matched) { append(earlier) }
        matched = byte == Self.endMark[0] ? 1 : 0
        if matched == 0 { append(byte) }
        return false
    }

    private mutating func append(_ byte: UInt8) {
        if bytes.count < Self.maximumBytes { bytes.append(byte) }
    }

    /// What came, with line ends as `\n`.
    var text: String {
        var lines: [UInt8] = []
        lines.reserveCapacity(bytes.count)
        var previous: UInt8 = 0
        for byte in bytes {
            if byte == 0x0D {
                lines.append(0x0A)
            } else if byte != 0x0A || previous != 0x0D {
                lines.append(byte)
            }
            previous = byte
        }
        return String(decoding: lines, as: UTF8.self)
    }
}
