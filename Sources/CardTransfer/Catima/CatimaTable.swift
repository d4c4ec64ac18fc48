internal import Cards

/// The text of `catima.csv`: its groups, which card is in which of them, and a cursor over its rows of cards. It holds the bytes of
/// the text, and no card.
struct CatimaTable: Sendable {
    let header: CatimaHeader
    /// In the order of the file.
    let groups: [String]
    /// The groups of the cards by their identifiers in the file.
    let links: [ExactText: [String]]
    private var reader: CSVReader
    private var isAtEnd = false

    /// Throws ``TransferError``.
    init(_ bytes: [UInt8]) throws(TransferError) {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var reader = CSVReader(bytes, at: start)
        var (header, groups, links): (CatimaHeader?, [String], [ExactText: [String]]) = (nil, [], [:])
        var cards: CSVReader?
        // A group alone, as most cards have one: these cards share the list.
        var known: [ExactText: [String]] = [:]
        // The first record of a section tells which one it is.
        var section = Section.none
        while case let before = reader, let record = reader.next() {
            if record.isBlank {
                section = .none
                continue
            }
            if section == .cards { continue }
            let first = record.isTooLarge ? "" : record.fields.first.map(reader.text) ?? ""
            if section == .none {
                if record.isTooLarge { throw .headerTooLarge }
                let head = CatimaHeader(Array(bytes[record.range]))
                if head.isOfCards, cards == nil {
                    section = .cards
                    header = head
                    cards = reader
                } else if record.fields.count == 2, first == "cardId" {
                    section = .links
                } else if record.fields.count == 1, first == "_id" {
                    section = .groups
                } else if record.fields.count == 1, let version = Int(first), before.isAt(start) {
                    guard version == 2 else { throw .catimaVersion(first) }
                } else {
                    throw .catimaSection(line: record.line)
                }
            } else if section == .groups {
                if known.updateValue([first], forKey: ExactText(first)) == nil { groups.append(first) }
            } else if section == .links, record.fields.count >= 2 {
                guard let group = known[ExactText(reader.text(record.fields[1]))] else { continue }
                let card = ExactText(first)
                if links[card] == nil { links[card] = group } else { links[card]?.append(contentsOf: group) }
            }
        }
        guard let header, let cards else { throw .noCatimaCards }
        self.header = header
        self.groups = groups
        self.links = links
        self.reader = cards
    }

    private enum Section { case none, groups, cards, links }

    /// The next row of a card; nil at their end.
    mutating func next() -> CSVReader.Record? {
        guard !isAtEnd, let record = reader.next(), !record.isBlank else {
            isAtEnd = true
            return nil
        }
        return record
    }

    func bytes(of record: CSVReader.Record) -> [UInt8] { Array(reader.bytes[record.range]) }

    /// The text of a column, or what a missing one means.
    func text(_ column: CatimaColumn, of record: CSVReader.Record) -> String {
        guard let index = header.index(of: column), index < record.fields.count else { return column.missing }
        return reader.text(record.fields[index])
    }
}

/// The columns of a card in Catima's file, in its order.
enum CatimaColumn: String, CaseIterable {
    case id = "_id"
    case store, note
    case validFrom = "validfrom"
    case expiry, balance
    case currency = "balancetype"
    case number = "cardid"
    case barcodeValue = "barcodeid"
    case barcodeFormat = "barcodetype"
    case barcodeEncoding = "barcodeencoding"
    case color = "headercolor"
    case star = "starstatus"
    case lastUsed = "lastused"
    case archive

    /// What Catima takes for a missing column.
    var missing: String {
        switch self {
        case .balance, .star, .lastUsed, .archive: "0"
        case .barcodeEncoding, .id, .store, .note, .validFrom, .expiry, .currency, .number, .barcodeValue,
            .barcodeFormat,
            .color:
            ""
        }
    }
}

/// The header of a table of cards: which field of a record is which column. Unknown columns are those of no case.
struct CatimaHeader: Equatable, Sendable {
    /// As the file has it.
    let bytes: [UInt8]
    let names: [String]
    private let indexes: [CatimaColumn: Int]

    init(_ bytes: [UInt8]) {
        var reader = CSVReader(bytes)
        let record = reader.next()
        self.bytes = bytes
        let names = record?.fields.map(reader.text) ?? []
        self.names = names
        indexes = Dictionary(
            names.enumerated().compactMap { index, name in CatimaColumn(rawValue: name).map { ($0, index) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// The header of the present version.
    static let usual = CatimaHeader(CSVWriter.record(CatimaColumn.allCases.map(\.rawValue)))

    func index(of column: CatimaColumn) -> Int? { indexes[column] }

    /// Whether it is that of a table of cards.
    var isOfCards: Bool { indexes[.store] != nil && indexes[.number] != nil }
}

extension CatimaHeader {
    static func == (left: CatimaHeader, right: CatimaHeader) -> Bool { left.bytes == right.bytes }
    func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}
