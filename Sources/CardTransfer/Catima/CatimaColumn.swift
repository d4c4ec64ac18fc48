internal import Cards

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
struct CatimaHeader: Hashable, Sendable {
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
