/// Decodes code points from bytes as they arrive; an invalid sequence becomes one U+FFFD and never swallows the byte
/// that ended it.
struct UTF8Assembler: Hashable, Sendable {
    private var value: UInt32 = 0
    private var missing = 0
    /// The range of the next byte: narrower after E0, ED, F0 and F4, which excludes overlong forms and surrogates.
    private var allowed: ClosedRange<UInt8> = 0x80...0xBF

    /// The code points that this byte completes: none, one, or two if it breaks a sequence and is a character itself.
    mutating func consume(_ byte: UInt8) -> [Unicode.Scalar] {
        if missing > 0 {
            guard allowed.contains(byte) else {
                missing = 0
                return ["\u{FFFD}"] + consume(byte)
            }
            value = value << 6 | UInt32(byte & 0x3F)
            missing -= 1
            allowed = 0x80...0xBF
            return missing == 0 ? [Unicode.Scalar(value) ?? "\u{FFFD}"] : []
        }
        switch byte {
        case ..<0x80: return [Unicode.Scalar(byte)]
        case 0xC2...0xDF: begin(byte & 0x1F, missing: 1, allowed: 0x80...0xBF)
        case 0xE0: begin(0, missing: 2, allowed: 0xA0...0xBF)
        case 0xED: begin(0x0D, missing: 2, allowed: 0x80...0x9F)
        case 0xE1...0xEF: begin(byte & 0x0F, missing: 2, allowed: 0x80...0xBF)
        case 0xF0: begin(0, missing: 3, allowed: 0x90...0xBF)
        case 0xF1...0xF3: begin(byte & 0x07, missing: 3, allowed: 0x80...0xBF)
        case 0xF4: begin(4, missing: 3, allowed: 0x80...0x8F)
        default: return ["\u{FFFD}"]
        }
        return []
    }

    /// Ends an unfinished character: U+FFFD if there was one.
    mutating func breakOff() -> Unicode.Scalar? {
        defer { missing = 0 }
        return missing > 0 ? "\u{FFFD}" : nil
    }

    private mutating func begin(_ bits: UInt8, missing: Int, allowed: ClosedRange<UInt8>) {
        (value, self.missing, self.allowed) = (UInt32(bits), missing, allowed)
    }
}
