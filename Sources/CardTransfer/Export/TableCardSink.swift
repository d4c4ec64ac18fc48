internal import Cards

/// Writes cards as a table for spreadsheets: a header, one card a row, no photos.
struct TableCardSink: CardSink {
    private static let columns: [TableColumn] = [
        .name, .number, .barcode, .note, .validFrom, .expiry, .balance, .currency, .group, .phone, .website, .color,
        .code,
        .encoding, .star, .archived, .used,
    ]

    /// Whether a table was written by this program: the first columns are those of every version.
    static func isOwn(_ header: [String]) -> Bool { header.starts(with: columns.prefix(12).map(\.rawValue)) }

    private var bytes: [UInt8]
    private(set) var omissions: [String: Int] = [:]

    /// The fields that have a column.
    private static let fields: FieldSet = [
        .name, .number, .barcode, .note, .validFrom, .expiry, .balance, .currency, .groups, .phone, .website, .color,
        .isStarred, .isArchived, .used,
    ]

    init() {
        // The byte order mark tells Excel that it is UTF-8.
        bytes = [0xEF, 0xBB, 0xBF] + CSVWriter.record(Self.columns.map(\.rawValue)) + CSVWriter.lineEnd
    }

    let needsPhotos = false

    mutating func append(_ card: Card, photos: [PhotoHash: [UInt8]], origin: KeptOrigin?) {
        let texts = Self.columns.map { Self.text(of: card, $0) }
        bytes += CSVWriter.record(texts.map(Self.harmless)) + CSVWriter.lineEnd
        let left = Set(card.filledFields.subtracting(Self.fields).filter { !$0.isBookkeeping }.map(Self.name))
        for name in left { omissions[name, default: 0] += 1 }
    }

    private static func name(of field: CardField) -> String {
        if case .unknown = field { return "values of other programs" }
        return field.label
    }

    mutating func finish() {}
    var byteCount: Int { bytes.count }

    mutating func drain() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }

    private static func text(of card: Card, _ column: TableColumn) -> String {
        switch column {
        case .name: card.name
        case .number: card.number
        case .barcode: card.barcode?.format.rawValue ?? unread(.barcode, card)
        case .note: card.note
        case .expiry: card.expiry?.text ?? unread(.expiry, card)
        case .balance: card.balance
        case .currency: card.currency ?? ""
        case .group: LocalInput.text(ofGroups: card.groups)
        case .validFrom: card.validFrom?.text ?? unread(.validFrom, card)
        case .phone: card.phone
        case .website: card.website
        case .color: card.color?.text ?? unread(.color, card)
        case .code: card.barcode?.value ?? ""
        case .encoding: card.barcode?.encoding ?? ""
        case .star: card.isStarred ? "yes" : ""
        case .archived: card.isArchived ? "yes" : ""
        case .used: card.used?.text ?? unread(.used, card)
        }
    }

    /// A text that could not be read is written as it came; an import has it in the note.
    private static func unread(_ field: CardField, _ card: Card) -> String {
        field.definition.flatMap { card.unknownFields[$0.key]?.shownText } ?? ""
    }

    /// A spreadsheet takes a text that begins with one of these for a formula, and may run it. An amount or a phone number with a
    /// sign is none. An apostrophe that stands there already gets another one.
    static func harmless(_ text: String) -> String {
        if text.first == "'", case let rest = String(text.drop { $0 == "'" }), harmless(rest) != rest {
            return "'" + text
        }
        // A program that reads the file goes by code points: a sign with a mark above it is one for it.
        let scalars = text.unicodeScalars
        guard let first = scalars.first, "=+-@\t\r\n".unicodeScalars.contains(first) else { return text }
        let isNumber =
            ["+", "-"].contains(text.first) && text.dropFirst().allSatisfy { $0.isNumber || " .-()/".contains($0) }
        return isNumber ? text : "'" + text
    }
}
