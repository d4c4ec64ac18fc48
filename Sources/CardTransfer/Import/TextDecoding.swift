internal import Basics

/// A text as UTF-8, and what it was.
struct DecodedText {
    let bytes: [UInt8]
    let encoding: TableEncoding
    /// Another encoding that is as plausible, and gives another text.
    var other: TableEncoding?
    /// The first line that has bytes of no character.
    var badLine: Int?
}

/// The encodings that files of cards come in: UTF-8, UTF-16 with and without a byte order mark, and for what is no UTF-8 the code page of
/// spreadsheets that gives the most plausible text.
enum TextDecoding {
    private enum ByteOrder { case little, big }

    /// Also of the beginning of a file, which may end within a character.
    static func isUTF8(_ bytes: [UInt8]) -> Bool {
        String(validating: bytes, as: UTF8.self) != nil || isCutUTF8(bytes)
    }

    static func isUTF16(_ bytes: [UInt8]) -> Bool { byteOrder(of: bytes) != nil }

    /// The same text as UTF-8, without a byte order mark.
    static func utf8(_ bytes: [UInt8]) -> [UInt8] { decoded(bytes).bytes }

    /// The text in the encoding that it is in, told by its mark, by being valid, or else by what is plausible.
    static func decoded(_ bytes: [UInt8]) -> DecodedText {
        if bytes.starts(with: utf8Mark) { return DecodedText(bytes: Array(bytes.dropFirst(3)), encoding: .utf8) }
        if let order = byteOrder(of: bytes) { return utf16(bytes, order) }
        if isUTF8(bytes) { return DecodedText(bytes: bytes, encoding: .utf8) }
        // One bad byte among good ones spoils no text.
        if isMostlyUTF8(bytes) { return repaired(bytes) }
        let sample = Array(bytes.prefix(sampleBytes))
        // Of equal ones the last is first.
        let scored = TableEncoding.codePages.reversed().map { ($0, CodePageScore.score(of: sample, in: $0.name)) }
            .sorted { $0.1 > $1.1 }
        let texts = scored.lazy.filter { $0.1 > .min }.compactMap { encoding, score in
            CharacterSets.converted(bytes, from: encoding.name).map { (bytes: $0, encoding: encoding, score: score) }
        }
        guard let best = texts.first else {
            let latin = CharacterSets.converted(bytes, from: TableEncoding.latin1.name)
            return latin.map { DecodedText(bytes: $0, encoding: .latin1) } ?? repaired(bytes)
        }
        // Many code pages give the same letters for the bytes of a text.
        let other = texts.first { $0.bytes != best.bytes && $0.score >= best.score - doubtful }
        return DecodedText(bytes: best.bytes, encoding: best.encoding, other: other?.encoding)
    }

    /// The text as the user says it is encoded; nil where it is not.
    static func decoded(_ bytes: [UInt8], as encoding: TableEncoding) -> DecodedText? {
        switch encoding {
        case .utf8: bytes.starts(with: utf8Mark) ? decoded(bytes) : repaired(bytes)
        case .utf16LittleEndian: utf16(bytes, .little)
        case .utf16BigEndian: utf16(bytes, .big)
        default:
            CharacterSets.converted(bytes, from: encoding.name).map { DecodedText(bytes: $0, encoding: encoding) }
        }
    }

    private static func utf16(_ bytes: [UInt8], _ order: ByteOrder) -> DecodedText {
        let start = hasUTF16Mark(bytes) ? 2 : 0
        let units = stride(from: start, to: bytes.count - 1, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return order == .little ? second << 8 | first : first << 8 | second
        }
        return DecodedText(
            bytes: Array(String(decoding: units, as: UTF16.self).utf8),
            encoding: order == .little ? .utf16LittleEndian : .utf16BigEndian)
    }

    /// Valid UTF-8, with a sign for each part that was not.
    private static func repaired(_ bytes: [UInt8]) -> DecodedText {
        let text = Array(String(decoding: bytes, as: UTF8.self).utf8)
        guard text != bytes else { return DecodedText(bytes: text, encoding: .utf8) }
        let good = zip(text, bytes).prefix { $0 == $1 }.count
        return DecodedText(bytes: text, encoding: .utf8, badLine: bytes.prefix(good).count { $0 == 0x0A } + 1)
    }

    private static let utf8Mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    private static let sampleBytes = 64 << 10
    /// Scores that differ by so little do not tell which encoding it is.
    private static let doubtful = 1

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
