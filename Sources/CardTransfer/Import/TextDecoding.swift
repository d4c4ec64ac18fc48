internal import Basics

/// The encodings that files of cards come in: UTF-8, UTF-16 with a byte order mark, and ISO-8859-1 for what is no UTF-8.
enum TextDecoding {
    static func isUTF16(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    }

    /// The same text as UTF-8, without a byte order mark.
    static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
        if isUTF16(bytes) {
            let isLittle = bytes[0] == 0xFF
            let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
                let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
                return isLittle ? second << 8 | first : first << 8 | second
            }
            return Array(String(decoding: units, as: UTF16.self).utf8)
        }
        if String(validating: bytes, as: UTF8.self) != nil || isCutUTF8(bytes) { return bytes }
        return bytes.flatMap { $0 < 0x80 ? [$0] : [0xC0 | $0 >> 6, 0x80 | $0 & 0x3F] }
    }

    /// Whether only the last character is incomplete: of the beginning of a file.
    private static func isCutUTF8(_ bytes: [UInt8]) -> Bool {
        (1...3).contains { String(validating: bytes.dropLast($0), as: UTF8.self) != nil }
            && (bytes.last ?? 0) >= 0x80
    }
}
