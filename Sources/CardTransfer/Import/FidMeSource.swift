internal import Cards

/// Reads FidMe's archive: a table of loyalty programs with semicolons. Its other tables are ignored.
struct FidMeSource: CardSource {
    private var cards: IndexedCardSource

    /// Throws ``ZipError`` and ``TransferError``.
    init(_ archive: ZipArchive, _ request: ImportRequest) throws {
        guard let entry = archive.entries.first(where: { $0.lastName == "loyalty_programs.csv" }) else {
            throw TransferError.unknownArchive
        }
        let text = TextDecoding.utf8(try archive.bytes(of: entry, password: request.password))
        var reader = CSVReader(text, delimiter: UInt8(ascii: ";"))
        let header = reader.next().map { record in record.fields.map(reader.text) } ?? []
        var rows: [(line: Int, problem: String?, values: [String])] = []
        while let record = reader.next() {
            if record.isBlank { continue }
            let problem = record.problem
            rows.append((record.line, problem, problem == nil ? record.fields.map(reader.text) : []))
        }
        let (lines, file) = (rows, OriginFile(program: FileFormat.fidme.rawValue))
        cards = IndexedCardSource(rows.count) { index in
            let row = lines[index]
            let position = ImportedCard.Position.element(index + 1, line: row.line)
            if let problem = row.problem { return ImportedCard(.rejected(reason: problem), at: position) }
            let values = Dictionary(
                zip(header.map { ExactText($0) }, row.values), uniquingKeysWith: { first, _ in first })
            let number = values["Reference"] ?? ""
            if number.isEmpty { return ImportedCard(.rejected(reason: "it has no reference"), at: position) }
            var card = Card(identifier: request.makeIdentifier(), name: values["Retailer"] ?? "")
            card.number = number
            card.note = ["Program", "Added At", "Firstname", "Lastname"].compactMap { values[ExactText($0)] }
                .filter { !$0.isEmpty }.joined(separator: "\n")
            return .made(card, at: position, place: index, file: file)
        }
    }

    mutating func next() throws -> [ImportedCard]? { try cards.next() }
}
