internal import Glibc

/// Japanese text without a mark of its character set, as the kanji of a QR code are (ISO/IEC 18004, 7.3.6).
enum ShiftJIS {
    /// Nil for bytes that are no such text, and where the C library cannot read it. What could be text of western Europe as well is
    /// not for here: nearly all Japanese text holds bytes of 0x80 to 0x9F, which are no characters there.
    static func text(of bytes: [UInt8]) -> String? {
        guard bytes.contains(where: { (0x80...0x9F).contains($0) }),
            let converter = iconv_open("UTF-8", "CP932"), converter != iconv_t(bitPattern: -1)
        else { return nil }
        defer { iconv_close(converter) }
        // Three bytes of UTF-8 for one at most.
        var output = [UInt8](repeating: 0, count: bytes.count * 3)
        var input = bytes
        let count = input.withUnsafeMutableBytes { input in
            output.withUnsafeMutableBytes { output -> Int? in
                var from = input.baseAddress?.assumingMemoryBound(to: CChar.self)
                var to = output.baseAddress?.assumingMemoryBound(to: CChar.self)
                var (left, room) = (input.count, output.count)
                guard iconv(converter, &from, &left, &to, &room) != -1, left == 0 else { return nil }
                return output.count - room
            }
        }
        guard let count, let text = String(validating: output.prefix(count), as: UTF8.self),
            // Characters that somebody made up for themselves.
            text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .privateUse })
        else { return nil }
        return text
    }
}
