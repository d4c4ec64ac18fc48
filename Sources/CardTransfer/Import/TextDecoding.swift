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

/// The encoding of a text, by a name that the C library knows.
public struct TableEncoding: Equatable, Sendable {
    public let name: String

    private init(known name: String) { self.name = name }

    /// Nil for a name that the C library does not know.
    public init?(_ name: String) {
        // Behind a slash iconv takes orders.
        guard !name.isEmpty, !name.contains("/"), CharacterSets.isKnown(name) else { return nil }
        let key = Self.key(name)
        self.name = Self.offered.first { Self.key($0.name) == key || Self.key($0.label) == key }?.name ?? name
    }

    /// "utf8" is "UTF-8".
    private static func key(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }

    static let utf8 = TableEncoding(known: "UTF-8")
    static let utf16LittleEndian = TableEncoding(known: "UTF-16LE")
    static let utf16BigEndian = TableEncoding(known: "UTF-16BE")
    static let latin1 = TableEncoding(known: "ISO-8859-1")

    /// The code pages of spreadsheets that are told by what they give, the likeliest last.
    static let codePages = ["EUC-JP", "CP932", "CP1251", "CP1250", "CP1252"].map(TableEncoding.init(known:))

    /// Those that a person may choose from.
    public static let offered =
        [utf8] + codePages.reversed()
        + ["ISO-8859-2", "ISO-8859-15", "CP437", "CP850", "KOI8-R", "GB18030", "BIG5", "EUC-KR"]
        .map(TableEncoding.init(known:)) + [utf16LittleEndian, utf16BigEndian]

    /// The name for people.
    public var label: String {
        switch name {
        case "CP932": "Shift_JIS"
        case let page where page.hasPrefix("CP12"): "windows-" + page.dropFirst(2)
        default: name
        }
    }
}

/// How plausible a text is in a code page: letters of one script beside each other, no controls, signs of currencies beside digits.
enum CodePageScore {
    /// Less than any other for bytes that are no text of the code page.
    static func score(of bytes: [UInt8], in codePage: String) -> Int {
        guard let converted = text(of: bytes, in: codePage) else { return .min }
        let scalars = Array(String(decoding: converted, as: UTF8.self).unicodeScalars)
        var score = 0
        for (index, scalar) in scalars.enumerated() where !scalar.isASCII {
            let neighbours = [index - 1, index + 1].compactMap { scalars.indices.contains($0) ? scalars[$0] : nil }
            score += Self.score(of: scalar, before: index > 0 ? scalars[index - 1] : " ", neighbours)
        }
        return score
    }

    /// The end of a sample may be within a character.
    private static func text(of bytes: [UInt8], in codePage: String) -> [UInt8]? {
        CharacterSets.converted(bytes, from: codePage)
            ?? CharacterSets.converted(Array(bytes.dropLast()), from: codePage)
    }

    private enum Script { case latin, cyrillic, eastAsian, other }

    private static func script(of scalar: Unicode.Scalar) -> Script? {
        guard scalar.properties.isAlphabetic else { return nil }
        switch scalar.value {
        case 0..<0x250, 0x1E00..<0x1F00: return .latin
        case 0x400..<0x530: return .cyrillic
        case 0x3000..<0xA000, 0xAC00..<0xD800: return .eastAsian
        default: return .other
        }
    }

    private static func score(
        of scalar: Unicode.Scalar, before: Unicode.Scalar, _ neighbours: [Unicode.Scalar]
    ) -> Int {
        let scripts = neighbours.compactMap(script)
        let properties = scalar.properties
        switch script(of: scalar) {
        case .eastAsian:
            // Two bytes each; with Latin letters only where a word begins or ends: alone in a Latin word it is a letter with a mark and the
            // next letter.
            if scripts.contains(.cyrillic) || scripts.contains(.other) { return -2 }
            return scripts.contains(.eastAsian) ? 4 : scripts.contains(.latin) ? -2 : 1
        case .other?: return -2
        case let own?:
            if scripts.contains(where: { $0 != own }) { return -2 }
            // A letter that is large behind a small one, or alone among digits, is none.
            if properties.isUppercase, before.properties.isLowercase { return -2 }
            if scripts.isEmpty { return neighbours.contains { $0.properties.numericType != nil } ? -2 : 0 }
            // In a Latin word most letters have no mark.
            let isBesideMarked = own == .latin && neighbours.contains { !$0.isASCII && script(of: $0) == .latin }
            return isBesideMarked ? 0 : 2
        case nil: break
        }
        switch properties.generalCategory {
        case .control, .privateUse, .unassigned: return -8
        case .currencySymbol: return scripts.isEmpty ? 2 : -2
        case .mathSymbol, .modifierSymbol, .otherSymbol, .otherNumber: return scripts.isEmpty ? 0 : -2
        default: return 0
        }
    }
}
