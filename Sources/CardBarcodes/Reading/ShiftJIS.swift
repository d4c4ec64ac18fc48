internal import Glibc

/// Japanese text without a declared character set, such as the kanji of a QR code (ISO/IEC 18004, 7.3.6).
enum ShiftJIS {
    /// Nil for bytes that are not Shift JIS, or could be Latin text as well: nearly all Japanese text has bytes of 0x80 to 0x9F,
    /// which are no characters in ISO 8859-1. Also nil where the C library lacks the conversion.
    static func text(of bytes: [UInt8]) -> String? {
        guard bytes.contains(where: { (0x80...0x9F).contains($0) }),
            let converter = iconv_open("UTF-8", "CP932"), converter != iconv_t(bitPattern: -1)
        else { return nil }
        defer { iconv_close(converter) }
        // At most three bytes of UTF-8 for one byte.
        var output = [UInt8](repeating: 0, count: bytes.count * 3)
        var input = bytes
        let count = input.withUnsafeMutableBytes { input in
            output.withUnsafeMutableBytes { output -> Int? in
                var from = input.baseAddress?.assumingMemoryBound(to: CChar.self)
                var to = output.baseAddress?.assumingMemoryBound(to: CChar.self)
                var (left, available) = (input.count, output.count)
                guard iconv(converter, &from, &left, &to, &available) != -1, left == 0 else { return nil }
                return output.count - available
            }
        }
        guard let count, let text = String(validating: output.prefix(count), as: UTF8.self),
            // Private use characters have no common meaning.
            text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .privateUse })
        else { return nil }
        return text
    }
}
