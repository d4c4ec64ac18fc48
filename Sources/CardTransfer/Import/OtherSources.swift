internal import Cards

/// Reads Catima's share links, one a line.
struct LinkCardSource: CardSource {
    private var cards: ListedCards

    init(_ bytes: [UInt8], _ request: ImportRequest) {
        let lines = String(decoding: TextDecoding.utf8(bytes), as: UTF8.self)
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        let file = OriginFile(program: FileFormat.links.rawValue)
        cards = ListedCards(lines.count) { index in
            let text = lines[index].trimmed
            if text.isEmpty { return nil }
            let position = ImportedCard.Position.element(index + 1, line: index + 1)
            do throws(ShareLinkError) {
                let card = try ShareLink.card(from: text, identifier: request.makeIdentifier())
                return .made(card, at: position, place: index, file: file)
            } catch {
                return ImportedCard(.rejected(reason: error.userMessage), at: position)
            }
        }
    }

    mutating func next() throws -> [ImportedCard]? { try cards.next() }
}

/// Reads the export of Voucher Vault: an array of vouchers as JSON.
struct VoucherVaultSource: CardSource {
    private var cards: ListedCards

    /// Throws ``TransferError``.
    init(_ bytes: [UInt8], _ request: ImportRequest) throws(TransferError) {
        let elements: [JSON]
        do throws(JSONError) {
            elements = try JSONParser.parse(bytes).array ?? []
        } catch {
            throw .json(file: "the file", reason: error.userMessage)
        }
        let file = OriginFile(program: FileFormat.voucherVault.rawValue)
        cards = ListedCards(elements.count) { index in
            Self.card(elements[index], index, file, request.makeIdentifier())
        }
    }

    mutating func next() throws -> [ImportedCard]? { try cards.next() }

    private static func card(
        _ element: JSON, _ index: Int, _ file: OriginFile, _ identifier: CardID
    ) -> ImportedCard {
        let name = element["description"]?.string ?? ""
        let position = ImportedCard.Position.key(name.isEmpty ? element["uuid"]?.string ?? String(index + 1) : name)
        var (card, remarks) = (Card(identifier: identifier, name: name), [String]())
        card.number = element["code"]?.string ?? ""
        card.note = element["notes"]?.string ?? ""
        if let type = element["codeType"]?.string, type != "TEXT" {
            if let format = BarcodeFormat(typed: type, for: card.number) {
                card.barcode = Barcode(format: format)
            } else {
                remarks.append("the kind of barcode \"\(type.prefix(30))\" is unknown and was left out")
            }
        }
        if let expires = element["expires"]?.string {
            card.expiry = CalendarDay(String(expires.prefix(10)))
            if card.expiry == nil {
                remarks.append("the expiry date \"\(expires.prefix(30))\" is not a date and was left out")
            }
        }
        card.balance = balance(element)
        card.color = element["color"]?.string.flatMap { colors[$0] }.flatMap { CardColor($0) }
        return .made(
            card, at: position, key: element["uuid"]?.string, place: index, file: file, remarks: remarks)
    }

    private static func balance(_ element: JSON) -> String {
        if case .number(let text)? = element["balanceMilliunits"], let thousandths = Int64(text) {
            let digits = String(thousandths.magnitude)
            let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            var fraction = padded.suffix(3)
            while fraction.last == "0" { fraction.removeLast() }
            let sign = thousandths < 0 ? "-" : ""
            return sign + padded.dropLast(3) + (fraction.isEmpty ? "" : "." + fraction)
        }
        guard case .number(let text)? = element["balance"] else { return "" }
        return Balance.amount(withExponent: text) ?? ""
    }

    private static let colors = [
        "GREY": "#9e9e9e", "BLUE": "#2196f3", "GREEN": "#4caf50", "ORANGE": "#ff9800", "PURPLE": "#9c27b0",
        "RED": "#f44336", "YELLOW": "#ffeb3b",
    ]
}

/// Reads FidMe's archive: a table of loyalty programs with semicolons. Its other tables are ignored.
struct FidMeSource: CardSource {
    private var cards: ListedCards

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
        cards = ListedCards(rows.count) { index in
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
