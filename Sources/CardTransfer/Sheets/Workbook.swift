internal import Basics
internal import Cards

/// A workbook of a spreadsheet, told by what is in its archive: of Excel (.xlsx), or an OpenDocument (.ods). Of its sheets one has the cards.
struct Workbook {
    let sheets: [SheetCSV]

    /// Nil for an archive of anything else. Throws ``TransferError`` and ``ZipError``.
    init?(_ archive: ZipArchive, _ request: ImportRequest) throws {
        let parts = WorkbookParts(archive, password: request.password)
        let input = request.decimalMark.map(request.input.with) ?? request.input
        if let book = parts.names.first(where: Self.isExcel) {
            var workbook = try ExcelWorkbook(parts, book, input)
            sheets = try workbook.sheets()
        } else if parts.has("xl/workbook.bin") {
            throw TransferError.workbook("in Excel's binary format (.xlsb)")
        } else if parts.has("index/document.iwa") || parts.has("index.zip") {
            throw TransferError.workbook("of Numbers")
        } else if try parts.mimeType.hasPrefix("application/vnd.oasis.opendocument.spreadsheet") {
            sheets = try OpenDocumentSheets.read(parts, input)
        } else {
            return nil
        }
        if sheets.isEmpty { throw TransferError.workbook("of Excel or LibreOffice, but none of its sheets has rows") }
    }

    /// Some programs call it `xl/workbook2.xml`.
    private static func isExcel(_ name: String) -> Bool {
        name.hasPrefix("xl/workbook") && name.hasSuffix(".xml") && name.count { $0 == "/" } == 1
    }

    /// The first sheet with a header of cards; the first one if there is none.
    func table(naming columns: [String]) -> (bytes: [UInt8], unread: [String]) {
        let wanted = Set(columns.map(TableColumn.key))
        let index =
            sheets.firstIndex { sheet in
                let header = TableFrame(sheet.bytes, naming: columns, isSheet: true).header
                return TableColumn.recognized(in: header)[.name] != nil
                    || !wanted.isEmpty && wanted.isSubset(of: header.map(TableColumn.key))
            } ?? 0
        let unread = sheets.indices.filter { $0 != index }.map { sheets[$0].name }
        return (sheets[index].bytes, unread)
    }
}

/// The files in the archive of a workbook, whose names do not tell small from capital letters.
struct WorkbookParts {
    private let archive: ZipArchive
    private let password: [UInt8]?
    private let entries: [ExactText: ZipArchive.Entry]
    /// In lower case, in the order of the archive.
    let names: [String]

    init(_ archive: ZipArchive, password: [UInt8]?) {
        self.archive = archive
        self.password = password
        names = archive.entries.map { $0.name.lowercased() }
        entries = Dictionary(zip(names.map { ExactText($0) }, archive.entries), uniquingKeysWith: { first, _ in first })
    }

    func has(_ name: String) -> Bool { entries[ExactText(name)] != nil }

    /// Of an OpenDocument; empty without one.
    var mimeType: String {
        get throws {
            guard let entry = entries["mimetype"] else { return "" }
            return String(decoding: try archive.bytes(of: entry, password: password).prefix(100), as: UTF8.self)
        }
    }

    func text(_ name: String) throws -> [UInt8]? {
        try entries[ExactText(name.lowercased())].map { try archive.bytes(of: $0, password: password) }
    }

    /// Reads a part until `each` returns false. One that is missing has nothing.
    func read(_ name: String, _ each: (XML.Event) -> Bool) throws {
        guard let bytes = try text(name) else { return }
        do throws(XML.Problem) {
            _ = try XML.read(bytes, each)
        } catch {
            switch error {
            case .missing: throw TransferError.noXML
            case .noMemory: throw ZipError.outOfMemory
            case .malformed(let line): throw TransferError.workbook("whose part \(name) is damaged in line \(line)")
            case .refused(let line):
                throw TransferError.workbook("whose part \(name) has invalid content in line \(line)")
            }
        }
    }
}

/// The rows of a sheet as the text of a table with commas, one line each, also where they are blank: so that a sheet is read as its file of
/// comma-separated values is.
struct SheetCSV {
    let name: String
    private(set) var bytes: [UInt8] = []
    private var cells: [(column: Int, text: String)] = []
    /// Those behind the last one that is not.
    private var blankRows = 0
    /// How many bytes it may have.
    private let room: Int

    init(_ name: String, room: Int) { (self.name, self.room) = (name, room) }

    /// Puts a text into cells of the current row, from a column on, which counts from 0.
    /// - Returns: whether there is room.
    mutating func add(_ text: String, at column: Int, count: Int = 1) -> Bool {
        if text.isEmpty { return true }
        // One column too many tells that a row is too wide.
        let columns = min(column, TransferLimits.columns)..<min(column + count, TransferLimits.columns + 1)
        size += (text.utf8.count + 1) * columns.count
        guard size <= room else { return false }
        for column in columns { cells.append((column, text)) }
        return true
    }

    /// Of the texts of the current row.
    private var size = 0

    /// Ends the current row, which stands for several equal ones.
    /// - Returns: whether there is room.
    mutating func endRow(count: Int = 1) -> Bool {
        guard !cells.isEmpty else {
            blankRows += count
            return true
        }
        let row = record()
        guard blankRows * 2 + row.count * count <= room - bytes.count else { return false }
        for _ in 0..<blankRows { bytes += CSVWriter.lineEnd }
        for _ in 0..<count { bytes += row }
        (blankRows, size) = (0, 0)
        cells.removeAll(keepingCapacity: true)
        return true
    }

    /// Rows that are not in the file at all.
    mutating func skipRows(_ count: Int) { blankRows += count }

    private mutating func record() -> [UInt8] {
        if zip(cells, cells.dropFirst()).contains(where: { $0.column >= $1.column }) {
            cells.sort { $0.column < $1.column }
        }
        var (row, next): ([UInt8], Int) = ([], 0)
        for cell in cells where cell.column >= next {
            row += [UInt8](repeating: UInt8(ascii: ","), count: cell.column - max(next - 1, 0))
            row += CSVWriter.field(cell.text, isFirst: cell.column == 0)
            next = cell.column + 1
        }
        return row + CSVWriter.lineEnd
    }
}
