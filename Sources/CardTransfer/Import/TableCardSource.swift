internal import Basics
internal import Cards

/// What a column of a table of cards is.
public enum TableColumn: String, Sendable, CaseIterable {
    case name, number, barcode, note, expiry, balance, currency, group
    case validFrom = "valid-from"
    case phone, website, color

    /// The usual names of such a column, folded.
    private var names: Set<String> {
        switch self {
        case .name: ["name", "store", "shop", "merchant", "retailer", "company", "title", "card", "card name"]
        case .number: ["number", "code", "id", "card number", "cardid", "card id", "member", "membership", "no", "no."]
        case .barcode: ["barcode", "type", "format", "barcode type", "barcode format", "barcodetype"]
        case .note: ["note", "notes", "comment", "comments", "remark", "remarks", "description"]
        case .expiry: ["expiry", "expires", "valid until", "valid to", "expiry date", "expiration", "end"]
        case .balance: ["balance", "amount", "value", "points"]
        case .currency: ["currency"]
        case .group: ["group", "groups", "category", "categories", "tag", "tags"]
        case .validFrom: ["valid from", "from", "start", "start date"]
        case .phone: ["phone", "telephone", "tel"]
        case .website: ["website", "url", "web", "homepage"]
        case .color: ["color", "colour"]
        }
    }

    /// The columns of a header that have usual names, beside those that are known.
    static func recognized(in header: [String], beside known: [TableColumn: Int] = [:]) -> [TableColumn: Int] {
        var columns = known
        for column in allCases where columns[column] == nil {
            let used = Set(columns.values)
            columns[column] = header.indices.first { index in
                !used.contains(index)
                    && column.names.contains(TextFolding.fold(header[index]).replacing("_", with: " "))
            }
        }
        return columns
    }
}

/// Reads a table of anybody's, such as a spreadsheet writes: the columns are recognized by their usual names, or named by the user.
/// What is in other columns goes into the note.
struct TableCardSource: CardSource {
    static let program = "csv"
    private static let batchCards = 500

    private var reader: CSVReader
    private let columns: [TableColumn: Int]
    private let others: [(index: Int, name: String)]
    private let width: Int
    private let file: OriginFile
    private let makeIdentifier: @Sendable () -> CardID
    private let input: LocalInput
    private var count = 0

    var otherColumns: [String] { others.map(\.name) }
    let allColumns: [FileColumn]

    /// Throws ``TransferError``.
    init(_ bytes: [UInt8], _ request: ImportRequest) throws(TransferError) {
        let text = TextDecoding.utf8(bytes)
        let line = text.prefix { $0 != 0x0A && $0 != 0x0D }
        let delimiter = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09].max { left, right in
            line.count { $0 == left } < line.count { $0 == right }
        }
        var reader = CSVReader(text, delimiter: delimiter ?? UInt8(ascii: ","))
        let header = reader.next()
        if header?.isTooLarge == true { throw .headerTooLarge }
        let names = header.map { record in record.fields.map { reader.text($0).trimmed } } ?? []
        var columns: [TableColumn: Int] = [:]
        for (column, name) in request.columns where request.assignedColumns == nil {
            guard let index = names.firstIndex(where: { TextFolding.fold($0) == TextFolding.fold(name) }) else {
                throw .unknownColumn(name)
            }
            columns[column] = index
        }
        columns =
            request.assignedColumns?.filter { names.indices.contains($0.value) }
            ?? TableColumn.recognized(in: names, beside: columns)
        guard columns[.name] != nil else { throw .noNameColumn(columns: names.map { String($0.prefix(40)) }) }
        let used = Set(columns.values)
        others = names.enumerated().filter { !used.contains($0.offset) }.map { ($0.offset, $0.element) }
        let known = TableColumn.allCases.compactMap { column in columns[column].map { ($0, column) } }
        let fields = Dictionary(known) { first, _ in first }
        allColumns = names.enumerated().map { FileColumn(name: $0.element, field: fields[$0.offset]) }
        (self.reader, self.columns, width) = (reader, columns, names.count)
        file = OriginFile(program: Self.program)
        (makeIdentifier, input) = (request.makeIdentifier, request.input)
    }

    mutating func next() throws -> [ImportedCard]? {
        var cards: [ImportedCard] = []
        while cards.count < Self.batchCards, let record = reader.next() {
            if record.isBlank { continue }
            count += 1
            cards.append(card(of: record))
        }
        return cards.isEmpty ? nil : cards
    }

    private func card(of record: CSVReader.Record) -> ImportedCard {
        let position = ImportedCard.Position.element(count, line: record.line)
        if let problem = record.problem { return ImportedCard(.rejected(reason: problem), at: position) }
        func text(_ column: TableColumn) -> String {
            guard let index = columns[column], index < record.fields.count else { return "" }
            return reader.text(record.fields[index]).trimmed
        }
        var card = Card(identifier: makeIdentifier(), name: text(.name))
        var remarks: [String] = []
        (card.number, card.phone, card.website) = (text(.number), text(.phone), text(.website))
        card.barcode = barcode(text(.barcode), &remarks)
        card.groups = text(.group).split { $0 == "," || $0 == ";" }.map { String($0).trimmed }.filter { !$0.isEmpty }
        var notes = [text(.note)]
        func day(_ column: TableColumn) -> CalendarDay? {
            let text = text(column)
            if text.isEmpty { return nil }
            do throws(TypingError) {
                return try input.day(from: text, isStart: column == .validFrom)
            } catch {
                remarks.append("\(column.rawValue) \"\(text.prefix(30))\" is in the note: \(error.message)")
                notes.append("\(column.rawValue): \(text)")
                return nil
            }
        }
        (card.validFrom, card.expiry) = (day(.validFrom), day(.expiry))
        (card.balance, card.currency) = balance(text(.balance), text(.currency), &notes)
        card.color = CardColor(text(.color))
        // They are in the order of the header: most of a short row's are behind its end.
        for (index, name) in others.prefix(while: { $0.index < record.fields.count }) {
            let text = reader.text(record.fields[index]).trimmed
            if !text.isEmpty { notes.append(name.isEmpty ? text : "\(name): \(text)") }
        }
        // Fields of a row that is longer than the header have no name.
        for field in record.fields.dropFirst(width) where !field.isEmpty { notes.append(reader.text(field)) }
        card.note = notes.filter { !$0.isEmpty }.joined(separator: "\n")
        return ImportedCard.made(card, at: position, place: count - 1, file: file, remarks: remarks)
    }

    private func barcode(_ text: String, _ remarks: inout [String]) -> Barcode? {
        if text.isEmpty { return nil }
        func plain(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }
        let format = BarcodeFormat.known.first { plain($0.rawValue) == plain(text) || plain($0.label) == plain(text) }
        if format == nil { remarks.append("the kind of barcode \"\(text.prefix(30))\" is unknown, and was left out") }
        return format.map { Barcode(format: $0) }
    }

    /// What is no amount goes into the note.
    private func balance(_ text: String, _ currency: String, _ notes: inout [String]) -> (String, String?) {
        if text.isEmpty { return ("", nil) }
        let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
        let code = Balance.currency(from: currency.isEmpty ? parts.last ?? "" : currency)
        guard let amount = Balance.amount(from: text) ?? parts.first.flatMap({ Balance.amount(from: $0) }) else {
            notes.append("balance: \(text)")
            return ("", nil)
        }
        return (amount, code)
    }
}

extension ImportedCard {
    /// A card of another program, with all the fields that it has, checked.
    /// - Parameters:
    ///   - key: what the program calls the card; nil for its number.
    ///   - isIdentifier: whether the key, if there is one, tells which card it is.
    static func made(
        _ card: Card, photos: [PhotoHash: [UInt8]] = [:], at position: Position, key: String? = nil,
        isIdentifier: Bool = true, place: Int,
        file: OriginFile, attachment: [UInt8]? = nil, remarks: [String] = []
    ) -> ImportedCard {
        // It only tells whether two cards are the same, as the hash of a long one does.
        let isIdentifier = isIdentifier && key != nil
        let text = key ?? card.number
        let short = text.utf8.count > CardBounds.lineBytes ? PhotoHash(of: Array(text.utf8)).text : text
        do throws(CardJSONError) {
            let patch = try CardPatch(values: card, fields: card.filledFields.union([.name]), photos: photos).checked()
            let origin =
                attachment.map {
                    CardOrigin(
                        attachment: PhotoHash(of: $0), file: file, key: short, isIdentifier: isIdentifier, place: place)
                } ?? CardOrigin(file: file, key: short, isIdentifier: isIdentifier, place: place)
            return ImportedCard(
                .patch(patch), at: position, origin: origin, attachment: attachment, remarks: remarks)
        } catch {
            return ImportedCard(.rejected(reason: error.userMessage), at: position)
        }
    }
}
