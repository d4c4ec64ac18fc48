public import Cards

/// Reads the cards of Catima's `catima.csv` of versions 1 and 2, alone or in a ZIP archive with the pictures. It holds the table and
/// the pictures of one batch.
public struct CatimaCardSource: CardSource {
    public static let program = "catima"
    private static let batchCards = 500
    /// Ten photos: this batch and the one that is read ahead are in memory.
    private static let batchBytes = 2 << 20

    private var table: CatimaTable
    private let file: OriginFile
    private let pictures: CatimaPictures?
    private let localDay: @Sendable (Timestamp) -> CalendarDay
    private let makeIdentifier: @Sendable () -> CardID
    private var count = 0

    /// - Parameters:
    ///   - pictures: those of the archive.
    ///   - localDay: the day of an instant where the cards were, for files of old versions.
    init(
        _ bytes: [UInt8], pictures: CatimaPictures? = nil, localDay: @escaping @Sendable (Timestamp) -> CalendarDay,
        makeIdentifier: @escaping @Sendable () -> CardID
    ) throws(TransferError) {
        // Catima writes UTF-8; a spreadsheet may have saved it.
        table = try CatimaTable(TextDecoding.isUTF16(bytes) ? TextDecoding.utf8(bytes) : bytes)
        file = OriginFile(program: Self.program, header: table.header.bytes, groups: table.groups)
        self.pictures = pictures
        self.localDay = localDay
        self.makeIdentifier = makeIdentifier
    }

    public mutating func next() throws -> [ImportedCard]? {
        var (cards, bytes): ([ImportedCard], Int) = ([], 0)
        while cards.count < Self.batchCards, bytes < Self.batchBytes, let record = table.next() {
            let card = try card(of: record)
            if case .patch(let patch) = card.content { bytes += patch.photos.values.reduce(0) { $0 + $1.count } }
            cards.append(card)
        }
        return cards.isEmpty ? nil : cards
    }

    private mutating func card(of record: CSVReader.Record) throws -> ImportedCard {
        count += 1
        let position = ImportedCard.Position.element(count, line: record.line)
        if let problem = record.problem { return ImportedCard(.rejected(reason: problem), at: position) }
        let row = CatimaRow(identifier: makeIdentifier(), localDay: localDay) { table.text($0, of: record) }
        guard let row else {
            return ImportedCard(.rejected(reason: CardJSONError.missingName.userMessage), at: position)
        }
        let key = table.text(.id, of: record)
        var (card, remarks) = (row.card, row.remarks)
        // A file may list a link twice.
        var seen: Set<ExactText> = []
        card.groups = (table.links[ExactText(key)] ?? []).filter { seen.insert(ExactText($0)).inserted }
        var patch = CardPatch(values: card, fields: Self.fields)
        if let pictures, !key.isEmpty {
            for side in Card.Side.allCases {
                guard let bytes = try pictures.bytes(of: side, card: key) else { continue }
                guard PhotoFileName.isPicture(bytes) else {
                    remarks.append("the \(side.rawValue) picture is not a valid picture and was left out")
                    continue
                }
                let hash = PhotoHash(of: bytes)
                patch.values[side] = hash
                patch.photos[hash] = bytes
            }
        }
        // A table without its pictures says nothing of them.
        for side in Card.Side.allCases where pictures != nil { patch.fields.insert(side.field) }
        do throws(CardJSONError) {
            let origin = CardOrigin(file: file, key: key, place: count - 1, raw: table.bytes(of: record))
            return ImportedCard(.patch(try patch.checked()), at: position, origin: origin, remarks: remarks)
        } catch {
            return ImportedCard(.rejected(reason: error.userMessage), at: position)
        }
    }

    private static let fields: FieldSet = [
        .name, .number, .barcode, .note, .validFrom, .expiry, .balance, .currency, .groups, .color, .isStarred,
        .isArchived, .ownFields, .codes, .used,
    ]
}

extension Card.Side {
    /// Catima has the same three pictures of a card, under the same names.
    func catimaName(of key: String) -> String { "card_\(key)_\(rawValue).png" }
}

/// The pictures in an archive of Catima, by their names without folders.
struct CatimaPictures: Sendable {
    private let archive: ZipArchive
    private let password: [UInt8]?
    private let entries: [ExactText: ZipArchive.Entry]

    /// Throws ``ZipError`` for two pictures of one name.
    init(_ archive: ZipArchive, password: [UInt8]?) throws(ZipError) {
        var entries: [ExactText: ZipArchive.Entry] = [:]
        for entry in archive.entries where entry.lastName.hasPrefix("card_") {
            guard entries.updateValue(entry, forKey: ExactText(String(entry.lastName))) == nil else {
                throw .duplicate(String(entry.lastName))
            }
        }
        self.archive = archive
        self.password = password
        self.entries = entries
    }

    func bytes(of side: Card.Side, card key: String) throws(ZipError) -> [UInt8]? {
        guard let entry = entries[ExactText(side.catimaName(of: key))] else { return nil }
        return try archive.bytes(of: entry, password: password)
    }
}
