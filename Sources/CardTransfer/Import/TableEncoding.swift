internal import Basics

/// The encoding of a text, by a name that the C library knows.
public struct TableEncoding: Hashable, Sendable {
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
