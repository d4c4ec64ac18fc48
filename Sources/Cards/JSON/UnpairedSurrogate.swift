/// Half a surrogate pair in a key (RFC 8259, 8.2), which no text can hold. A scalar of plane 16, for private use, stands for it in the text
/// of the key, so that keys stay different and such a member is written as it came.
enum UnpairedSurrogate {
    private static let offset: UInt32 = 0x10_0000
    /// Of each such scalar in UTF-8.
    static let firstByte: UInt8 = 0xF4

    static func scalar(for code: UInt32) -> Unicode.Scalar { Unicode.Scalar(offset + code) ?? "\u{FFFD}" }

    /// As it is written in JSON; nil for another scalar.
    static func escape(of scalar: Unicode.Scalar) -> String? {
        guard (0x10_D800...0x10_DFFF).contains(scalar.value) else { return nil }
        return "\\u" + String(scalar.value - offset, radix: 16)
    }
}
