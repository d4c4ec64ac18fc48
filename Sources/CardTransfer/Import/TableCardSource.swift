internal import Basics
internal import Cards

/// Reads a table of anybody's, such as a spreadsheet writes: the columns are recognized by their usual names and by what is in them, or named
/// by the user; values are read as the form reads them. What is in other columns goes into the note, and so does what cannot be read.
struct TableCardSource: CardSource {
    static let program = "csv"
    private static let batchCards = 500
    /// So many rows tell what a column has.
    private static let sampledRows = 200
    /// So many texts of a column show what it has.
    private static let shownRows = 3

    private var reader: CSVReader
    private let columns: [TableColumn: Int]
    private let others: [(index: Int, name: String)]
    private let width: Int
    private let file: OriginFile
    private let makeIdentifier: @Sendable () -> CardID
    private var input: LocalInput
    private let isOwn: Bool
    private let unreadSheets: [String]
    private var count = 0

    let reading: TableReading

    /// Of a sheet of a workbook. Throws ``TransferError``.
    init(_ workbook: Workbook, _ request: ImportRequest) throws(TransferError) {
        let table = workbook.table(naming: Array(request.columns.values))
        try self.init(
            TableFrame(table.bytes, naming: Array(request.columns.values), isSheet: true), request,
            unreadSheets: table.unread)
    }

    /// Throws ``TransferError``.
    init(_ bytes: [UInt8], _ request: ImportRequest) throws(TransferError) {
        var text = TextDecoding.decoded(bytes)
        if let encoding = request.encoding {
            guard let named = TextDecoding.decoded(bytes, as: encoding) else { throw .otherEncoding(encoding) }
            text = named
        }
        try self.init(TableFrame(text.bytes, naming: Array(request.columns.values)), request, text: text)
    }

    /// - Parameters:
    ///   - text: as it was decoded; nil for a sheet.
    ///   - unreadSheets: the names of those beside the table in its workbook.
    private init(
        _ frame: TableFrame, _ request: ImportRequest, text: DecodedText? = nil, unreadSheets: [String] = []
    ) throws(TransferError) {
        if frame.isHeaderTooLarge { throw .headerTooLarge }
        let names = frame.header
        isOwn = TableCardSink.isOwn(names)
        var columns: [TableColumn: Int] = [:]
        let samples = Self.samples(names.count, of: frame.reader)
        for (column, name) in request.columns where request.assignedColumns == nil {
            guard let index = names.firstIndex(where: { TextFolding.fold($0) == TextFolding.fold(name) }) else {
                throw .unknownColumn(name)
            }
            columns[column] = index
        }
        if let assigned = request.assignedColumns {
            columns = assigned.filter { names.indices.contains($0.value) }
        } else if isOwn, columns.isEmpty {
            for (index, name) in names.enumerated() {
                if let column = TableColumn(rawValue: name) { columns[column] = index }
            }
        } else {
            columns = TableColumn.recognized(in: names, beside: columns)
            Self.correct(&columns, Set(request.columns.keys), by: samples, request.input)
        }
        guard columns[.name] != nil else { throw .noNameColumn(columns: names.map { String($0.prefix(40)) }) }
        let used = Set(columns.values)
        others = names.enumerated().filter { !used.contains($0.offset) }.map { ($0.offset, $0.element) }
        let known = TableColumn.allCases.compactMap { column in columns[column].map { ($0, column) } }
        let fields = Dictionary(known) { first, _ in first }
        reader = frame.reader
        self.columns = columns
        width = names.count
        file = OriginFile(program: Self.program)
        makeIdentifier = request.makeIdentifier
        self.unreadSheets = unreadSheets
        var reading = TableReading(
            columns: names.enumerated().map { index, name in
                FileColumn(name: name, field: fields[index], samples: Array(samples[index].prefix(Self.shownRows)))
            }, encoding: text?.encoding, otherEncoding: text?.other, badLine: text?.badLine)
        // The numbers of a sheet have the decimal mark of the locale, whoever wrote it.
        if isOwn, text != nil {
            input = LocalInput(format: .iso, today: request.input.today)
        } else if request.decimalMark == nil,
            let amounts = columns[.balance].map({ Self.texts(in: $0, of: frame.reader) })
        {
            (input, reading.undecided) = request.input.deciding(amounts)
        } else {
            input = request.decided
        }
        if !isOwn {
            let days = [TableColumn.validFrom, .expiry, .used].compactMap { columns[$0] }
            input = input.decidingDays(days.flatMap { Self.texts(in: $0, of: frame.reader) })
            if columns[.balance] != nil { reading.decimalMark = input.decimalMark }
            reading.lacksNumbers = columns[.number].map { samples[$0].isEmpty } ?? true
        }
        self.reading = reading
    }

    // MARK: - Columns by what is in them

    /// The texts of the first rows by column, without empty ones.
    private static func samples(_ width: Int, of reader: CSVReader) -> [[String]] {
        var rows = reader
        var values = [[String]](repeating: [], count: width)
        for _ in 0..<sampledRows {
            guard let record = rows.next() else { break }
            for (index, field) in record.fields.prefix(width).enumerated() {
                let text = CardNumberText(rows.text(field)).text
                if !text.isEmpty { values[index].append(text) }
            }
        }
        return values
    }

    /// A column that is called as a kind of barcode and has numbers is the number; one of no known name is what all its texts are, where no other
    /// is: numbers, kinds of barcodes, amounts with their unit.
    private static func correct(
        _ columns: inout [TableColumn: Int], _ named: Set<TableColumn>, by values: [[String]], _ input: LocalInput
    ) {
        func areNumbers(_ index: Int) -> Bool {
            let texts = values[index]
            let numbers = texts.count { text in text.count { $0.isNumber } >= 4 && !text.contains { ".,/".contains($0) }
            }
            return !texts.isEmpty && numbers * 2 > texts.count
        }
        if let index = columns[.barcode], !named.contains(.barcode), areNumbers(index),
            !values[index].contains(where: { BarcodeFormat(typed: $0) != nil })
        {
            columns[.barcode] = nil
            if columns[.number] == nil { columns[.number] = index }
        }
        /// `7/10` may be stamps, and may be a day.
        func isFraction(_ text: String) -> Bool { text.contains("/") && !text.contains(where: \.isLetter) }
        func find(_ column: TableColumn, _ isOne: (Int) -> Bool) {
            guard columns[column] == nil else { return }
            let used = Set(columns.values)
            columns[column] = values.indices.first { !used.contains($0) && !values[$0].isEmpty && isOne($0) }
        }
        find(.number, areNumbers)
        find(.barcode) { values[$0].allSatisfy { BarcodeFormat(typed: $0) != nil } }
        // Without a unit a number may be anything, and a day need not be the last one.
        find(.balance) { values[$0].allSatisfy { (try? input.amount(from: $0))?.unit != nil && !isFraction($0) } }
    }

    /// The texts of a column, once each.
    private static func texts(in column: Int, of reader: CSVReader) -> Set<String> {
        var (rows, texts) = (reader, Set<String>())
        while let record = rows.next() {
            if column < record.fields.count { texts.insert(rows.text(record.fields[column])) }
        }
        return texts
    }

    // MARK: - Rows

    mutating func next() throws -> [ImportedCard]? {
        var cards: [ImportedCard] = []
        while cards.count < Self.batchCards, let record = reader.next() {
            if record.problem == nil, record.fields.allSatisfy({ reader.text($0).trimmed.isEmpty }) { continue }
            count += 1
            cards.append(card(of: record))
        }
        return cards.isEmpty ? nil : cards
    }

    private func card(of record: CSVReader.Record) -> ImportedCard {
        let position = ImportedCard.Position.element(count, line: record.line)
        if let problem = record.problem { return ImportedCard(.rejected(reason: problem), at: position) }
        var (remarks, notes): ([String], [String]) = ([], [])
        if count == 1, !unreadSheets.isEmpty {
            let names = unreadSheets.map { "\"\($0.shortened(to: 30))\"" }.prefix(5).joined(separator: ", ")
            remarks.append("this is one of several sheets; these were not read: \(names)")
        }
        func whole(_ column: TableColumn) -> String {
            guard let index = columns[column], index < record.fields.count else { return "" }
            return Self.unguarded(reader.text(record.fields[index]))
        }
        func text(_ column: TableColumn) -> String { whole(column).trimmed }
        func flag(_ column: TableColumn) -> Bool {
            let text = text(column)
            let flag = text.isEmpty ? false : LocalInput.flag(from: text)
            if flag == nil { note(column, "use yes or no") }
            return flag ?? false
        }
        func note(_ column: TableColumn, _ reason: String) {
            let text = text(column)
            remarks.append("\(column.rawValue) \"\(text.shortened(to: 30))\" was added to the note: \(reason)")
            notes.append("\(column.rawValue): \(text)")
        }
        /// Nil for an empty text, and for one that cannot be read: that is in the note then.
        func value<Value>(_ column: TableColumn, _ read: (String) throws(TypingError) -> Value?) -> Value? {
            let text = text(column)
            if text.isEmpty { return nil }
            do throws(TypingError) {
                return try read(text)
            } catch {
                note(column, error.message)
                return nil
            }
        }
        var card = Card(identifier: makeIdentifier(), name: text(.name))
        (card.phone, card.website) = (text(.phone), text(.website))
        let number = CardNumberText(text(.number))
        let kind = value(.barcode) { text throws(TypingError) in
            // Our own table brings back what was stored, also a kind that is unknown here.
            if isOwn, BarcodeFormat(typed: text, for: number.text) == nil { return BarcodeFormat(rawValue: text) }
            return try input.barcodeFormat(from: text, for: number.text)
        }
        card.number = isOwn ? text(.number) : number.mended(for: kind, &remarks)
        card.barcode = kind.map { Barcode(format: $0) }
        if card.barcode != nil {
            let code = isOwn ? whole(.code) : text(.code)
            if !code.isEmpty { card.barcode?.value = code }
            let encoding = text(.encoding)
            if !encoding.isEmpty { card.barcode?.encoding = encoding }
        } else {
            for column in [TableColumn.code, .encoding] where !text(column).isEmpty {
                note(column, "there is no kind of barcode")
            }
        }
        if !isOwn, let spaces = (try? card.barcode?.content(number: card.number))?.warning, case .spaces = spaces {
            remarks.append("the barcode: \(spaces.userMessage)")
        }
        card.groups = LocalInput.groups(from: text(.group))
        (card.isStarred, card.isArchived) = (flag(.star), flag(.archived))
        card.validFrom = value(.validFrom) { text throws(TypingError) in try input.day(from: text, isStart: true) }
        // Other tables only say whether.
        let isUsed = LocalInput.flag(from: text(.used))
        if isUsed == true {
            card.used = input.today
            remarks.append("it is used, but the table does not say since when: today was taken")
        } else if isUsed == nil {
            card.used = value(.used) { text throws(TypingError) in try input.day(from: text) }
        }
        card.expiry = value(.expiry) { text throws(TypingError) in try input.day(from: text) }
        var amount = value(.balance) { text throws(TypingError) in try input.amount(from: text) }
        let currency = value(.currency) { text throws(TypingError) in
            // Our own table brings back what was stored, also a code that is in no list.
            if isOwn, let code = Balance.currency(from: text) ?? (Self.isStamps(text) ? text : nil) {
                return BalanceUnit(code: code)
            }
            return try input.unit(from: text)
        }
        if let unit = amount?.unit {
            if let currency, unit != currency { note(.currency, "the balance is in \(unit.text)") }
        } else if amount != nil, currency == nil, !text(.currency).isEmpty {
            // Without its currency, an amount would mean points.
            note(.balance, "its currency is unknown")
            amount = nil
        } else if amount == nil, currency != nil, !text(.balance).isEmpty {
            note(.currency, "the balance cannot be read")
        }
        if let amount {
            card.balance = amount.amount
            card.currency = (amount.unit ?? currency)?.code
        }
        card.color = value(.color) { text throws(TypingError) in try input.color(from: text) }
        // They are in the order of the header: most of a short row's are behind its end.
        for (index, name) in others.prefix(while: { $0.index < record.fields.count }) {
            let text = reader.text(record.fields[index]).trimmed
            if !text.isEmpty { notes.append(name.isEmpty ? text : "\(name): \(text)") }
        }
        // Fields of a row that is longer than the header have no name.
        for field in record.fields.dropFirst(width) where !field.isEmpty { notes.append(reader.text(field)) }
        card.note = ([whole(.note)] + notes).filter { !$0.isEmpty }.joined(separator: "\n")
        var made = ImportedCard.made(card, at: position, place: count - 1, file: file, remarks: remarks)
        made.guessesDayOfUse = isUsed == true
        return made
    }

    /// Also a number of stamps that no card can have.
    private static func isStamps(_ text: String) -> Bool { text.hasPrefix("of ") && text.hasSuffix(" stamps") }

    /// Without the apostrophe before what a spreadsheet would take for a formula, see ``TableCardSink/harmless(_:)``.
    private static func unguarded(_ text: String) -> String {
        guard text.first == "'" else { return text }
        let rest = String(text.unicodeScalars.dropFirst())
        return TableCardSink.harmless(rest) == text ? rest : text
    }
}

/// A table in the frame that spreadsheets put around it: a line that names the delimiter, a title above the header, rows without content, and the
/// end of file of DOS.
struct TableFrame {
    /// Behind the header.
    let reader: CSVReader
    /// The texts of the header, without the columns at its end that have none.
    let header: [String]
    let isHeaderTooLarge: Bool

    /// So many records are looked at for the header.
    private static let lookedAt = 20
    private static let delimiters = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09]

    /// - Parameters:
    ///   - wanted: the names of columns that the user gave.
    ///   - isSheet: whether it was a sheet of a workbook: see ``SheetCSV``.
    init(_ bytes: [UInt8], naming wanted: [String], isSheet: Bool = false) {
        var text = bytes
        while let last = text.last, last == 0x1A || last == 0 { text.removeLast() }
        let (start, named) = isSheet ? (0, UInt8(ascii: ",")) : Self.namedDelimiter(in: text)
        let wanted = Set(wanted.map(TableColumn.key))
        var best: (reader: CSVReader, header: [String], score: Int)?
        var isTooLarge = false
        for delimiter in named.map({ [$0] }) ?? Self.delimiters {
            var reader = CSVReader(
                text, delimiter: delimiter, at: start, line: start > 0 ? 2 : 1, countsRecords: isSheet)
            for _ in 0..<Self.lookedAt {
                guard let record = reader.next() else { break }
                if record.isTooLarge {
                    isTooLarge = isTooLarge || best == nil
                    break
                }
                var texts = record.fields.map { reader.text($0).trimmed }
                while texts.last?.isEmpty == true { texts.removeLast() }
                if texts.isEmpty { continue }
                let known = TableColumn.recognized(in: texts)
                let named = texts.count { wanted.contains(TableColumn.key($0)) }
                // The names of columns count first, those of a card above all; then the number of columns. The first of equal ones.
                let score = (known[.name] == nil ? 0 : 10_000) + 1000 * (known.count + named) + min(texts.count, 999)
                if score > best?.score ?? -1 { best = (reader, texts, score) }
                // What a card has may be called as a column is.
                if known[.name] != nil, known.count > 1 { break }
            }
        }
        reader = best?.reader ?? CSVReader([])
        header = best?.header ?? []
        isHeaderTooLarge = isTooLarge
    }

    /// The delimiter of a first line `sep=;`, as Excel writes it, and where the next line begins.
    private static func namedDelimiter(in text: [UInt8]) -> (start: Int, delimiter: UInt8?) {
        let line = text.prefix(8).prefix { $0 != 0x0A && $0 != 0x0D }
        guard line.count == 5, line.starts(with: Array("sep=".utf8)) || line.starts(with: Array("SEP=".utf8)) else {
            return (0, nil)
        }
        let isPair = text.dropFirst(5).starts(with: [0x0D, 0x0A])
        return (min(text.count, 5 + (isPair ? 2 : 1)), text[4])
    }
}

/// The number of a card as a table has it: what spreadsheets and clipboards put around it is taken off; what they did to it is mended where
/// only one reading has a right check digit, and told.
struct CardNumberText {
    let text: String

    /// - Parameter cell: `"0012345"`, `="0012345"`, `'0012345`, or with marks that nobody sees.
    init(_ cell: String) {
        var text = cell.withoutInvisible.trimmed
        if text.hasPrefix("=\""), text.hasSuffix("\""), text.count > 3 { text = String(text.dropFirst(2).dropLast()) }
        if text.hasPrefix("'"), text.dropFirst().first?.isNumber == true { text.removeFirst() }
        self.text = text.trimmed
    }

    /// - Parameter kind: of the barcode; nil where the table has none.
    func mended(for kind: BarcodeFormat?, _ remarks: inout [String]) -> String {
        if isShortened {
            remarks.append(
                "the number \"\(text.shortened(to: 30))\" was shortened by a spreadsheet: its last digits are lost")
            return text
        }
        if text.hasSuffix(".0"), case let whole = String(text.dropLast(2)), whole.allSatisfy(\.isNumber) {
            if BarcodeFormat(digitsOf: whole) != nil { return whole }
            remarks.append("the number \"\(text.shortened(to: 30))\" ends with .0, which a spreadsheet may have added")
            return text
        }
        guard let kind, text.allSatisfy({ $0.isASCII && $0.isNumber }),
            kind.digits.map({ $0 == text.count + 1 }) == true,
            BarcodeFormat(digitsOf: "0" + text) == kind
        else { return text }
        remarks.append("the number \"\(text)\" has lost its leading zero, and is 0\(text)")
        return "0" + text
    }

    /// `4.00638E+12`.
    private var isShortened: Bool {
        let parts = text.uppercased().split(separator: "E", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].first == "+", parts[1].dropFirst().allSatisfy(\.isNumber), parts[1].count > 1
        else {
            return false
        }
        return parts[0].first?.isNumber == true && parts[0].allSatisfy { $0.isNumber || ".,".contains($0) }
    }
}
