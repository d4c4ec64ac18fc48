internal import Basics

/// How the text of a barcode becomes bytes. Kinds that hold only letters or digits have no choice.
public enum BarcodeEncoding: String, Sendable, CaseIterable {
    /// One byte per character, without a mark: every scanner reads it.
    case latin1 = "ISO-8859-1"
    /// Marked as UTF-8 (ECI 26) unless it is plain ASCII: without the mark scanners guess.
    case utf8 = "UTF-8"
    /// The text is the bytes as hexadecimal, two digits each.
    case hexadecimal = "HEX"
    /// The text is GS1 elements, `(01)…`, and the code is marked as GS1 (FNC1): QR, Data Matrix and Aztec.
    case gs1 = "GS1"

    // The other character sets that a code can declare, by their IANA names. The code is marked with them, as with UTF-8.
    case latin2 = "ISO-8859-2"
    case latin3 = "ISO-8859-3"
    case latin4 = "ISO-8859-4"
    case cyrillic = "ISO-8859-5"
    case arabic = "ISO-8859-6"
    case greek = "ISO-8859-7"
    case hebrew = "ISO-8859-8"
    case latin5 = "ISO-8859-9"
    case latin6 = "ISO-8859-10"
    case thai = "ISO-8859-11"
    case latin7 = "ISO-8859-13"
    case latin8 = "ISO-8859-14"
    case latin9 = "ISO-8859-15"
    case latin10 = "ISO-8859-16"
    case shiftJIS = "Shift_JIS"
    case windows1250 = "windows-1250"
    case windows1251 = "windows-1251"
    case windows1252 = "windows-1252"
    case windows1256 = "windows-1256"
    case utf16BigEndian = "UTF-16BE"
    case big5 = "Big5"
    case gb2312 = "GB2312"
    case eucKR = "EUC-KR"
    case gbk = "GBK"
    case gb18030 = "GB18030"
    case utf16LittleEndian = "UTF-16LE"

    /// Those that are offered; the others are what codes of other programs declare.
    public static let offered: [BarcodeEncoding] = [.latin1, .utf8, .hexadecimal, .gs1]

    /// Nil for an unknown name. Names are those here and those of IANA, such as `utf8`, `latin1` and `us-ascii`; case does not matter.
    public init?(name: String) {
        guard name.utf8.count <= Self.longestName, let known = Self.names[Self.bare(name)] else { return nil }
        self = known
    }

    private static let longestName = 40

    private static let names: [String: BarcodeEncoding] = {
        var names = aliases
        for encoding in allCases { names[bare(encoding.rawValue)] = encoding }
        return names
    }()

    private static let aliases: [String: BarcodeEncoding] = [
        "ISO885911987": .latin1, "ISOIR100": .latin1, "LATIN1": .latin1, "L1": .latin1, "IBM819": .latin1,
        "CP819": .latin1, "USASCII": .latin1, "ASCII": .latin1, "LATIN2": .latin2, "LATIN9": .latin9,
        "SJIS": .shiftJIS, "WINDOWS31J": .shiftJIS, "CP932": .shiftJIS, "MS932": .shiftJIS, "CP1250": .windows1250,
        "CP1251": .windows1251, "CP1252": .windows1252, "CP1256": .windows1256, "CP936": .gbk,
    ]

    private static func bare(_ name: String) -> String {
        name.uppercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
}

// MARK: - Character sets

extension BarcodeEncoding {
    /// The encoding that a code declares (AIM's Extended Channel Interpretations); nil for another declaration, and for none (0).
    public init?(eci: Int) {
        // ISO-8859-1 and ASCII are also what a code without a declaration holds.
        let known = [1, 3, 27].contains(eci) ? .latin1 : Self.allCases.first { $0.eci == eci && eci > 0 }
        guard let known else { return nil }
        self = known
    }

    /// The number that marks it in a code; 0 where there is no mark.
    public var eci: Int {
        switch self {
        case .latin1, .hexadecimal, .gs1: 0
        case .latin2: 4
        case .latin3: 5
        case .latin4: 6
        case .cyrillic: 7
        case .arabic: 8
        case .greek: 9
        case .hebrew: 10
        case .latin5: 11
        case .latin6: 12
        case .thai: 13
        case .latin7: 15
        case .latin8: 16
        case .latin9: 17
        case .latin10: 18
        case .shiftJIS: 20
        case .windows1250: 21
        case .windows1251: 22
        case .windows1252: 23
        case .windows1256: 24
        case .utf16BigEndian: 25
        case .utf8: 26
        case .big5: 28
        case .gb2312: 29
        case .eucKR: 30
        case .gbk: 31
        case .gb18030: 32
        case .utf16LittleEndian: 33
        }
    }

    /// The text that these bytes are in a character set; nil where they are none, or other bytes would be made of the text.
    public func text(of bytes: [UInt8]) -> String? {
        let text =
            switch self {
            case .hexadecimal, .gs1: nil as String?
            case .latin1: bytes.reduce(into: "") { $0.unicodeScalars.append(Unicode.Scalar($1)) }
            case .utf8: String(validating: bytes, as: UTF8.self)
            default:
                CharacterSets.converted(bytes, from: libraryName).flatMap { String(validating: $0, as: UTF8.self) }
            }
        guard let text, let again = try? self.bytes(of: text), again == bytes else { return nil }
        return text
    }

    public func bytes(of value: String) throws(BarcodeProblem) -> [UInt8] {
        switch self {
        case .utf8: return Array(value.utf8)
        case .gs1: return try GS1Message(value).bytes
        case .hexadecimal:
            guard let bytes = Hexadecimal.bytes(of: value[...]) else { throw .notHexadecimal }
            return bytes
        case .latin1:
            if let odd = value.unicodeScalars.first(where: { $0.value > 0xFF }) { throw lacks(odd) }
            return value.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        default:
            if let bytes = converted(value) { return bytes }
            throw lacks(value.unicodeScalars.first { converted(String($0)) == nil } ?? "\u{FFFD}")
        }
    }

    private func converted(_ value: String) -> [UInt8]? {
        CharacterSets.converted(Array(value.utf8), from: "UTF-8", to: libraryName)
    }

    /// The name by which the C library knows it.
    private var libraryName: String {
        switch self {
        case .shiftJIS: "CP932"
        case .windows1250, .windows1251, .windows1252, .windows1256: "CP" + rawValue.suffix(4)
        default: rawValue
        }
    }

    private func lacks(_ scalar: Unicode.Scalar) -> BarcodeProblem {
        .character(
            Character(scalar), allowed: "the characters of \(rawValue); \(Self.utf8.rawValue) supports all", fixed: nil)
    }
}
