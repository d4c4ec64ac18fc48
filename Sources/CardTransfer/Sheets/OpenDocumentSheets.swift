internal import Basics
internal import Cards

/// Reads the sheets of an OpenDocument, `content.xml`.
enum OpenDocumentSheets {
    private static let space = "urn:oasis:names:tc:opendocument:xmlns:"
    private static let (table, text, office) = (space + "table:1.0", space + "text:1.0", space + "office:1.0")
    private static let (tableName, row) = (table + "table", table + "table-row")
    private static let (cell, covered) = (table + "table-cell", table + "covered-table-cell")
    private static let groups: Set = [table + "table-row-group", table + "table-rows", table + "table-header-rows"]
    private static let (columnsRepeated, rowsRepeated) = (
        table + "number-columns-repeated", table + "number-rows-repeated"
    )
    /// More rows or columns are in no sheet.
    private static let maximumRepeated = 1 << 20

    /// Where an element stands.
    private enum Place { case outside, table, group, row, cell, covered, paragraph, span, ignored }

    /// Those with rows.
    static func read(_ parts: WorkbookParts, _ input: LocalInput) throws -> [SheetCSV] {
        // Of a document with a password these are no XML.
        let manifest = try parts.text("meta-inf/manifest.xml") ?? []
        if parts.has("encrypted-package")
            || String(decoding: manifest, as: UTF8.self).contains(bytesOf: "encryption-data")
        {
            throw TransferError.workbook("protected by a password")
        }
        var (sheets, places): ([SheetCSV], [Place]) = ([], [])
        var rows = SheetCSV("", room: TransferLimits.textBytes)
        var (rowCount, column, value, hasRoom) = (1, 0, Cell(), true)
        try parts.read("content.xml") { event in
            switch event {
            case .start(let name, let attributes):
                let place = place(of: name, in: places.last ?? .outside)
                switch place {
                case .table:
                    let room = TransferLimits.textBytes - sheets.reduce(0) { $0 + $1.bytes.count }
                    rows = SheetCSV(attributes[table + "name"] ?? "", room: room)
                case .row: (rowCount, column) = (repeated(attributes[rowsRepeated]), 0)
                case .cell, .covered: value = Cell(attributes, repeated(attributes[columnsRepeated]))
                case .paragraph: value.beginParagraph()
                case .span: value.add(name.dropFirst(text.utf8.count), count: repeated(attributes[text + "c"]))
                default: break
                }
                places.append(place)
            case .text(let part):
                if places.last == .paragraph || places.last == .span { value.add(part) }
            case .end:
                switch places.popLast() {
                case .cell:
                    hasRoom = rows.add(value.text(input), at: column, count: value.count)
                    column = min(column + value.count, maximumRepeated)
                case .covered: column = min(column + value.count, maximumRepeated)
                case .row: hasRoom = rows.endRow(count: rowCount) && hasRoom
                case .table: if !rows.bytes.isEmpty { sheets.append(rows) }
                default: break
                }
            }
            return hasRoom
        }
        if !hasRoom { throw TransferError.textTooLarge(limit: TransferLimits.textBytes) }
        return sheets
    }

    private static func repeated(_ text: String?) -> Int { min(max(text.flatMap { Int($0) } ?? 1, 1), maximumRepeated) }

    /// Comments, pictures and what was changed are ignored with all that is in them.
    private static func place(of name: String, in place: Place) -> Place {
        switch place {
        case .outside: name == tableName ? .table : .outside
        case .table, .group: name == row ? .row : groups.contains(name) ? .group : .ignored
        case .row: name == cell ? .cell : name == covered ? .covered : .ignored
        case .cell: name == text + "p" ? .paragraph : .ignored
        case .paragraph, .span:
            name.hasPrefix(text) && name != text + "note" && name != text + "ruby-text" ? .span : .ignored
        case .covered, .ignored: .ignored
        }
    }

    private struct Cell {
        let kind: String
        let value: String
        let currency: String?
        let count: Int
        /// As it is shown.
        private var shown = ""
        private var hasParagraph = false

        init() { self.init([:], 1) }

        init(_ attributes: [String: String], _ count: Int) {
            // What a formula could not work out.
            let isError = attributes.contains { $0.key.hasSuffix("value-type") && $0.value == "error" }
            kind = isError ? "error" : attributes[office + "value-type"] ?? ""
            let names = ["date": "date-value", "boolean": "boolean-value", "string": "string-value"]
            value = attributes[office + (names[kind] ?? "value")] ?? ""
            (currency, self.count) = (attributes[office + "currency"], count)
        }

        mutating func beginParagraph() {
            if hasParagraph { shown += "\n" }
            hasParagraph = true
        }

        /// A row that is larger is left out, and told.
        private var hasRoom: Bool { shown.utf8.count <= TransferLimits.rowBytes }

        /// White space counts once, and not at the beginning.
        mutating func add(_ part: String) {
            guard hasRoom else { return }
            for character in part {
                if !character.isWhitespace || character == "\u{A0}" || character == "\u{202F}" {
                    shown.append(character)
                } else if let last = shown.last, last != " ", last != "\n" {
                    shown += " "
                }
            }
        }

        /// What stands for white space that counts.
        mutating func add(_ element: Substring, count: Int) {
            guard hasRoom else { return }
            switch element {
            case "s": shown += String(repeating: " ", count: min(count, OpenDocumentSheets.longestBlank))
            case "tab": shown += "\t"
            case "line-break": shown += "\n"
            default: break
            }
        }

        func text(_ input: LocalInput) -> String {
            switch kind {
            case "error": return ""
            case "date": return WorkbookText.day(value)
            case "boolean": return value == "true" ? "TRUE" : "FALSE"
            case "string": return shown.isEmpty ? value : shown
            case "float", "currency":
                guard let number = SheetNumber(value) else { return shown }
                if let whole = number.whole, isFilled(whole) { return shown }
                let text = input.format.amounts.typedText(number.text(places: places(number)))
                return kind == "currency" ? text + (currency.map { " " + $0 } ?? "") : text
            default: return shown
            }
        }

        /// Whether the number is shown with zeros before it: `0012345`, `000-123`.
        private func isFilled(_ whole: String) -> Bool {
            let digits = shown.filter { $0.isASCII && $0.isNumber }
            return digits.count > whole.count && digits.drop { $0 == "0" } == whole
                && shown.allSatisfy { $0.isNumber || " -".contains($0) }
        }

        /// How many digits behind the point are shown, if all of the number are.
        private func places(_ number: SheetNumber) -> Int {
            let digits = shown.filter { $0.isASCII && $0.isNumber }
            guard let mark = shown.lastIndex(where: { ".,".contains($0) }) else { return 0 }
            let places = shown[mark...].dropFirst().prefix { $0.isNumber }.count
            let text = number.text(places: places).filter(\.isNumber)
            return places >= number.places && digits == text ? places : 0
        }
    }

    private static let longestBlank = 1000
}

enum WorkbookText {
    /// A day that is written as ISO 8601, without a time that says nothing.
    static func day(_ text: String) -> String {
        let parts = text.trimmed.split(separator: "T", maxSplits: 1)
        guard parts.count == 2, let day = CalendarDay(String(parts[0])) else { return text }
        let clock = parts[1].prefix(5)
        return clock == "00:00" ? day.text : "\(day.text) \(clock)"
    }
}
