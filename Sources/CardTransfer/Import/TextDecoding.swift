internal import Basics

/// The encodings that files of cards come in: UTF-8, UTF-16 with and without a byte order mark, and for what is no UTF-8 the code page of
/// spreadsheets that gives the most plausible text.
enum TextDecoding {
    private enum ByteOrder { case little, big }

    static func isUTF16(_ bytes: [UInt8]) -> Bool { byteOrder(of: bytes) != nil }

    /// The same text as UTF-8, without a byte order mark.
    static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
        if let order = byteOrder(of: bytes) {
            let start = hasUTF16Mark(bytes) ? 2 : 0
            let units = stride(from: start, to: bytes.count - 1, by: 2).map { index in
                let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
                return order == .little ? second << 8 | first : first << 8 | second
            }
            return Array(String(decoding: units, as: UTF16.self).utf8)
        }
        if String(validating: bytes, as: UTF8.self) != nil || isCutUTF8(bytes) { return bytes }
        // One bad byte among good ones spoils no text.
        if isMostlyUTF8(bytes) { return Array(String(decoding: bytes, as: UTF8.self).utf8) }
        let sample = Array(bytes.prefix(sampleBytes))
        // Of equal ones the last.
        let best = codePages.map { (name: $0, score: CodePageScore.score(of: sample, in: $0)) }.max {
            $0.score <= $1.score
        }
        return best.flatMap { CharacterSets.converted(bytes, from: $0.name) }
            ?? CharacterSets.converted(bytes, from: "ISO-8859-1") ?? Array(String(decoding: bytes, as: UTF8.self).utf8)
    }

    /// The likeliest last.
    private static let codePages = ["EUC-JP", "CP932", "CP1251", "CP1250", "CP1252"]
    private static let sampleBytes = 64 << 10

    /// Whether there are four whole characters of several bytes for each byte that belongs to none.
    private static func isMostlyUTF8(_ bytes: [UInt8]) -> Bool {
        let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
        let bad = scalars.count { $0 == "\u{FFFD}" }
        return scalars.count { !$0.isASCII } >= 5 * bad
    }

    private static func hasUTF16Mark(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    }

    /// By the byte order mark; without one a text of UTF-16 begins with characters of ASCII, each beside a zero.
    private static func byteOrder(of bytes: [UInt8]) -> ByteOrder? {
        if hasUTF16Mark(bytes) { return bytes[0] == 0xFF ? .little : .big }
        let beginning = bytes.prefix(8)
        guard beginning.count == 8 else { return nil }
        let zeros = beginning.indices.filter { beginning[$0] == 0 }
        return zeros == [1, 3, 5, 7] ? .little : zeros == [0, 2, 4, 6] ? .big : nil
    }

    /// Whether only the last character is incomplete: of the beginning of a file.
    private static func isCutUTF8(_ bytes: [UInt8]) -> Bool {
        (1...3).contains { String(validating: bytes.dropLast($0), as: UTF8.self) != nil }
            && (bytes.last ?? 0) >= 0x80
    }
}
