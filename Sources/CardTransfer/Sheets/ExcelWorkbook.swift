internal import Basics
internal import Cards

/// Reads the sheets of a workbook of Excel (ECMA-376). Nothing is worked out: the cell of a formula has the value that was saved with it.
struct ExcelWorkbook {
    /// Excel allows no more.
    private static let (maximumRows, maximumColumns) = (1_048_576, 16_384)
    /// No workbook has more styles, formats, parts or sheets.
    private static let maximumListed = 65_536
    private static let spaces = [
        "http://schemas.openxmlformats.org/spreadsheetml/2006/main", "http://purl.oclc.org/ooxml/spreadsheetml/main",
    ]

    private let parts: WorkbookParts
    private let input: LocalInput
    private var sheetParts: [(name: String, part: String)] = []
    private var countsFrom1904 = false
    /// The texts that cells have by their number.
    private var texts: [String] = []
    /// The numbers of the formats, by the styles of cells.
    private var styles: [Int] = []
    private var codes: [Int: String] = [:]
    private var formats: [Int: SheetFormat] = [:]

    /// - Parameter book: the part that lists the sheets.
    init(_ parts: WorkbookParts, _ book: String, _ input: LocalInput) throws {
        self.parts = parts
        self.input = input
        let relations = try Self.relations(of: book, parts)
        var (shown, hidden): ([(String, String)], [(String, String)]) = ([], [])
        var (from1904, seen) = (false, Set<ExactText>())
        try parts.read(book) { event in
            guard case .start(let name, let attributes) = event else { return true }
            switch Self.local(name) {
            case "workbookPr": from1904 = ["1", "true"].contains(attributes["date1904"])
            case "sheet":
                let key = attributes.first { $0.key.hasSuffix("/relationshipsid") }?.value
                guard let relation = key.flatMap({ relations[$0] }), relation.kind == "worksheet",
                    seen.insert(ExactText(relation.part)).inserted
                else { break }
                let sheet = (attributes["name"] ?? "", relation.part)
                if attributes["state"] == nil || attributes["state"] == "visible" {
                    shown.append(sheet)
                } else {
                    hidden.append(sheet)
                }
            default: break
            }
            return true
        }
        sheetParts = shown.isEmpty ? hidden : shown
        countsFrom1904 = from1904
        func part(_ kind: String) -> String? { relations.values.first { $0.kind == kind }?.part }
        if let part = part("sharedStrings") { try readTexts(part) }
        if let part = part("styles") { try readStyles(part) }
    }

    /// Those with rows.
    mutating func sheets() throws -> [SheetCSV] {
        var sheets: [SheetCSV] = []
        for (name, part) in sheetParts {
            let room = TransferLimits.textBytes - sheets.reduce(0) { $0 + $1.bytes.count }
            let rows = try rows(of: part, named: name, room: room)
            if !rows.bytes.isEmpty { sheets.append(rows) }
        }
        return sheets
    }

    private static func local(_ name: String) -> Substring {
        for space in spaces where name.hasPrefix(space) { return name.dropFirst(space.utf8.count) }
        return name[...]
    }

    // MARK: - What the cells name

    /// The parts that a part names: `rId1` is the worksheet `xl/worksheets/sheet1.xml`.
    private static func relations(
        of part: String, _ parts: WorkbookParts
    ) throws -> [String: (kind: String, part: String)] {
        let steps = part.split(separator: "/").map(String.init)
        let (folders, name) = (Array(steps.dropLast()), steps.last ?? "")
        let list = (folders + ["_rels", name + ".rels"]).joined(separator: "/")
        var relations: [String: (kind: String, part: String)] = [:]
        try parts.read(list) { event in
            guard case .start(_, let attributes) = event, let key = attributes["Id"], let type = attributes["Type"],
                let target = attributes["Target"], relations.count < maximumListed
            else { return true }
            var path = target.hasPrefix("/") ? [] : folders
            for step in target.split(separator: "/") {
                if step == ".." { _ = path.popLast() } else { path.append(String(step)) }
            }
            relations[key] = (type.split(separator: "/").last.map(String.init) ?? "", path.joined(separator: "/"))
            return true
        }
        return relations
    }

    private mutating func readTexts(_ part: String) throws {
        var (texts, text, inside, size, isTooLarge) = ([String](), "", [Substring](), 0, false)
        try parts.read(part) { event in
            switch event {
            case .start(let name, _): inside.append(Self.local(name))
            // Not how a Japanese text is pronounced.
            case .text(let part): if inside.last == "t", !inside.contains("rPh") { text += part }
            case .end:
                guard inside.popLast() == "si" else { break }
                texts.append(Self.unescaped(text))
                size += text.utf8.count + MemoryLayout<String>.stride
                isTooLarge = size > TransferLimits.textBytes
                text = ""
            }
            return !isTooLarge
        }
        if isTooLarge { throw TransferError.textTooLarge(limit: TransferLimits.textBytes) }
        self.texts = texts
    }

    private mutating func readStyles(_ part: String) throws {
        var (styles, codes, isOfCells) = ([Int](), [Int: String](), false)
        try parts.read(part) { event in
            guard case .start(let name, let attributes) = event else { return true }
            let number = attributes["numFmtId"].flatMap { Int($0) }
            switch Self.local(name) {
            case "numFmt": if let number { codes[number] = attributes["formatCode"] }
            case "cellXfs": isOfCells = true
            case "xf": if isOfCells { styles.append(number ?? 0) }
            case "cellStyles": isOfCells = false
            default: break
            }
            return styles.count < Self.maximumListed && codes.count < Self.maximumListed
        }
        (self.styles, self.codes) = (styles, codes)
    }

    /// `_x000D_` stands for a character that XML cannot have.
    private static func unescaped(_ text: String) -> String {
        guard text.contains(bytesOf: "_x") else { return text }
        let units = Array(text.utf16)
        var (result, index): ([UInt16], Int) = ([], 0)
        while index < units.count {
            let escape = units[index...].prefix(7)
            if escape.count == 7, escape.starts(with: "_x".utf16), escape.last == UInt16(ascii: "_"),
                let unit = UInt16(String(decoding: escape.dropFirst(2).prefix(4), as: UTF16.self), radix: 16)
            {
                result.append(unit)
                index += 7
            } else {
                result.append(units[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF16.self).replacing(bytesOf: "\r\n", with: "\n")
    }

    // MARK: - The cells

    private struct Cell {
        var column = -1
        var type = "n"
        var style = 0
        var value = ""
    }

    private mutating func rows(of part: String, named name: String, room: Int) throws -> SheetCSV {
        var (rows, next, cell, hasRoom) = (SheetCSV(name, room: room), 1, Cell(), true)
        var inside: [Substring] = []
        // Only this struct's formats change meanwhile.
        var book = self
        try parts.read(part) { event in
            switch event {
            case .start(let name, let attributes):
                let element = Self.local(name)
                inside.append(element)
                if element == "row" {
                    let number = attributes["r"].flatMap { Int($0) } ?? next
                    if number > next, number <= Self.maximumRows { rows.skipRows(number - next) }
                    next = max(next, min(number, Self.maximumRows)) + 1
                    cell.column = -1
                } else if element == "c" {
                    cell = Cell(
                        column: attributes["r"].flatMap(Self.column) ?? cell.column + 1,
                        type: attributes["t"] ?? "n", style: attributes["s"].flatMap { Int($0) } ?? 0)
                }
            case .text(let part):
                if inside.last == "v" || inside.last == "t", !inside.contains("rPh") { cell.value += part }
            case .end:
                let element = inside.popLast()
                if element == "c" { hasRoom = rows.add(book.text(cell), at: cell.column) }
                if element == "row" { hasRoom = rows.endRow() && hasRoom }
            }
            return hasRoom
        }
        formats = book.formats
        if !hasRoom { throw TransferError.textTooLarge(limit: TransferLimits.textBytes) }
        return rows
    }

    /// The number of a column, from 0, of the name of a cell: 27 for `AB7`.
    private static func column(_ name: String) -> Int? {
        var column = 0
        for byte in name.utf8.prefix(while: { (0x41...0x5A).contains($0) }) {
            column = column * 26 + Int(byte - 0x40)
            guard column <= maximumColumns else { return nil }
        }
        return column == 0 ? nil : column - 1
    }

    private mutating func text(_ cell: Cell) -> String {
        switch cell.type {
        case "s":
            let index = Int(cell.value.trimmed) ?? -1
            return texts.indices.contains(index) ? texts[index] : ""
        case "b": return cell.value.trimmed == "1" ? "TRUE" : "FALSE"
        case "e": return ""
        case "n": return number(cell.value.trimmed, style: cell.style)
        case "d": return WorkbookText.day(cell.value)
        default: return Self.unescaped(cell.value)
        }
    }

    private mutating func number(_ text: String, style: Int) -> String {
        if text.isEmpty { return "" }
        guard let number = SheetNumber(text) else { return text }
        let format = format(ofStyle: style)
        if format.hasDay || format.hasTime, let value = Double(text),
            let day = SheetDay.text(value, format, countsFrom1904: countsFrom1904)
        {
            return day
        }
        return format.text(number, input.format.amounts)
    }

    private mutating func format(ofStyle style: Int) -> SheetFormat {
        let number = styles.indices.contains(style) ? styles[style] : 0
        if let format = formats[number] { return format }
        let format = SheetFormat(codes[number] ?? SheetFormat.usual(number), input)
        formats[number] = format
        return format
    }
}

extension UInt16 {
    fileprivate init(ascii scalar: Unicode.Scalar) { self.init(UInt8(ascii: scalar)) }
}
