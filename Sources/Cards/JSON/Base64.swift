/// Bytes as base64 text (RFC 4648) and back. Our own, because FoundationEssentials for these two functions alone cost every
/// start 0.6 ms and 2 MB.
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")
    private static let unknown: UInt8 = 0xFF
    /// The value of each byte that is a digit.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: unknown, count: 256)
        for (value, digit) in alphabet.enumerated() { values[Int(digit)] = UInt8(value) }
        return values
    }()

    /// Padded to whole groups of four.
    static func encode(_ bytes: [UInt8]) -> String {
        let count = (bytes.count + 2) / 3 * 4
        return String(unsafeUninitializedCapacity: count) { text in
            var place = 0
            for start in stride(from: 0, to: bytes.count, by: 3) {
                let second = start + 1 < bytes.count ? bytes[start + 1] : 0
                let third = start + 2 < bytes.count ? bytes[start + 2] : 0
                text[place] = alphabet[Int(bytes[start] >> 2)]
                text[place + 1] = alphabet[Int((bytes[start] & 3) << 4 | second >> 4)]
                text[place + 2] = start + 1 < bytes.count ? alphabet[Int((second & 15) << 2 | third >> 6)] : padding
                text[place + 3] = start + 2 < bytes.count ? alphabet[Int(third & 63)] : padding
                place += 4
            }
            return count
        }
    }

    /// Passes over what is no digit, as line ends are; nil where digits or padding are missing, or digits stand behind padding.
    static func decode(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count / 4 * 3)
        var (bits, digits, pads) = (UInt32(0), 0, 0)
        for byte in text.utf8 {
            let value = values[Int(byte)]
            guard value != unknown else {
                if byte == padding { pads += 1 }
                continue
            }
            guard pads == 0 else { return nil }
            bits = bits << 6 | UInt32(value)
            digits += 1
            guard digits == 4 else { continue }
            bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
            bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
            bytes.append(UInt8(truncatingIfNeeded: bits))
            (bits, digits) = (0, 0)
        }
        switch (digits, pads) {
        case (0, 0): break
        case (2, 2): bytes.append(UInt8(truncatingIfNeeded: bits >> 4))
        case (3, 1):
            bytes.append(UInt8(truncatingIfNeeded: bits >> 10))
            bytes.append(UInt8(truncatingIfNeeded: bits >> 2))
        default: return nil
        }
        return bytes
    }
}
