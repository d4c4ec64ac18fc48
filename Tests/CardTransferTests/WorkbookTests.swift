import CardStorage
import Cards
import Testing

@testable import CardTransfer

/// Workbooks of Excel and of LibreOffice, whose parts the tests write.
@Suite("Reading a workbook", .timeLimit(.minutes(5)))
struct WorkbookTests {
    private static let german = LocalFormat(
        days: LocalFormat.iso.days,
        amounts: AmountFormat(decimalMark: ",", groupMark: ".", groupSizes: [3], currency: "EUR", symbol: "€"))

    private func cards(
        _ bytes: [UInt8], _ format: LocalFormat = .iso
    ) async throws -> (cards: [Card], report: ImportReport) {
        let store = try SQLiteCardStore.inMemory()
        let result = try await store.take(bytes) { $0.input = LocalInput(format: format, today: .first) }
        return (try await store.everything(), result.report)
    }

    // MARK: - Making workbooks

    /// - Parameter rows: the content of each sheet's `sheetData`, by its name.
    private static func excel(
        _ sheets: [(String, String)], texts: String = "", codes: [String] = [], book: String = ""
    ) throws -> [UInt8] {
        let main = #"xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main""#
        let types = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
        let numbers = sheets.indices.map { $0 + 1 }
        let list = zip(numbers, sheets).map { number, sheet in
            #"<sheet name="\#(sheet.0)" sheetId="\#(number)" r:id="rId\#(number)"/>"#
        }.joined()
        let relations =
            numbers.map {
                #"<Relationship Id="rId\#($0)" Type="\#(types)/worksheet" Target="worksheets/sheet\#($0).xml"/>"#
            } + [
                #"<Relationship Id="s" Type="\#(types)/styles" Target="/xl/styles.xml"/>"#,
                #"<Relationship Id="t" Type="\#(types)/sharedStrings" Target="sharedStrings.xml"/>"#,
            ]
        let formats = codes.enumerated().map {
            #"<numFmt numFmtId="\#(164 + $0)" formatCode="\#($1.replacing("\"", with: "&quot;"))"/>"#
        }
        let styles = ([0, 14] + codes.indices.map { 164 + $0 }).map { #"<xf numFmtId="\#($0)"/>"# }.joined()
        let parts =
            [
                (
                    "xl/workbook.xml",
                    #"<workbook \#(main) xmlns:r="\#(types)">\#(book)<sheets>\#(list)</sheets></workbook>"#
                ),
                (
                    "xl/_rels/workbook.xml.rels",
                    #"<Relationships xmlns="x">\#(relations.joined())</Relationships>"#
                ),
                (
                    "xl/styles.xml",
                    #"<styleSheet \#(main)><numFmts>\#(formats.joined())</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs>\#(styles)</cellXfs></styleSheet>"#
                ),
                ("xl/sharedStrings.xml", "<sst \(main)>\(texts)</sst>"),
            ]
            + zip(numbers, sheets).map {
                ("xl/worksheets/sheet\($0).xml", "<worksheet \(main)><sheetData>\($1.1)</sheetData></worksheet>")
            }
        return try Made.zip(parts.map { ($0.0, Array($0.1.utf8)) })
    }

    private static func inline(_ texts: String...) -> String {
        "<row>" + texts.map { #"<c t="inlineStr"><is><t>\#($0)</t></is></c>"# }.joined() + "</row>"
    }

    private static func openDocument(_ tables: String, manifest: String = "") throws -> [UInt8] {
        let names = ["office", "table", "text"].map {
            #"xmlns:\#($0)="urn:oasis:names:tc:opendocument:xmlns:\#($0):1.0""#
        }
        let content =
            "<office:document-content \(names.joined(separator: " "))><office:body><office:spreadsheet>\(tables)"
            + "</office:spreadsheet></office:body></office:document-content>"
        return try Made.zip([
            ("mimetype", Array("application/vnd.oasis.opendocument.spreadsheet".utf8)),
            ("META-INF/manifest.xml", Array("<manifest>\(manifest)</manifest>".utf8)),
            ("content.xml", Array(content.utf8)),
        ])
    }

    // MARK: - Cells

    /// What LibreOffice writes of both sheets below as CSV.
    private static let table = """
        My cards,,,,,,,
        ,,,,,,,
        Name,Number,Type,Balance,Expires,Star,Note,Limit
        Tea & Co,4006381333931,EAN,"12.50 €",2026-12-31,TRUE,"two
        lines",
        Ω Shop,0012345,,"1.125",31.12.2027,,,"0.3"
        ,,,,,,,
        Bus,00-77,,340,2026-02-01,FALSE,,
        """

    private static let excelRows = """
        <row r="1"><c r="A1" t="s"><v>0</v></c></row>
        <row r="3"><c r="A3" t="s"><v>1</v></c><c r="B3" t="inlineStr"><is><t>Number</t></is></c>
        <c r="C3" t="str"><f>"Ty"&amp;"pe"</f><v>Type</v></c><c r="D3" t="s"><v>2</v></c><c r="E3" t="s"><v>3</v></c>
        <c t="s"><v>4</v></c><c t="s"><v>5</v></c><c t="inlineStr"><is><t>Limit</t></is></c></row>
        <row r="4" spans="1:8"><c r="A4" t="s"><v>6</v></c><c r="B4"><v>4.006381333931E12</v></c>
        <c r="C4" t="inlineStr"><is><t>EAN</t></is></c><c r="D4" s="2"><v>12.5</v></c><c r="E4" s="1"><v>46387</v></c>
        <c r="F4" t="b"><v>1</v></c><c r="G4" t="s"><v>7</v></c><c r="H4" t="e"><v>#N/A</v></c><c r="XFD4" s="3"/></row>
        <row r="5"><c r="A5" t="s"><v>8</v></c><c r="B5" s="3"><v>12345</v></c><c r="D5"><v>1.125</v></c>
        <c r="E5" t="inlineStr"><is><t>31.12.2027</t></is></c><c r="H5"><v>0.30000000000000004</v></c></row>
        <row r="7"><c r="A7" t="inlineStr"><is><t>Bus</t></is></c><c r="B7" s="4"><v>77</v></c><c r="D7"><v>340</v></c>
        <c r="E7" s="5"><v>46054.99999</v></c><c r="F7" t="b"><v>0</v></c></row>
        """

    private static let excelTexts =
        ["My cards", "Name", "Balance", "Expires", "Star", "Note"].map {
            "<si><t>\($0)</t></si>"
        }.joined() + """
            <si><r><t>Tea</t></r><r><rPr><b/></rPr><t xml:space="preserve"> &amp; Co</t></r></si>\
            <si><t>two_x000D_
            lines</t></si><si><t>Ω Shop</t><rPh sb="0" eb="1"><t>omega</t></rPh></si>
            """

    private static func cell(_ text: String, _ attributes: String = "") -> String {
        "<table:table-cell \(attributes)><text:p>\(text)</text:p></table:table-cell>"
    }

    private static func number(_ value: String, _ shown: String, kind: String = "float", _ more: String = "") -> String
    {
        cell(shown, #"office:value-type="\#(kind)" office:value="\#(value)" \#(more)"#)
    }

    private static let blank = "<table:table-cell/>"

    private static let openDocumentRows = """
        <table:table table:name="A"><table:shapes><text:p>a picture</text:p></table:shapes><table:table-column/>
        <table:table-row>\(cell("My cards"))<table:covered-table-cell table:number-columns-repeated="7"/></table:table-row>
        <table:table-row><table:table-cell table:number-columns-repeated="1024"/></table:table-row>
        <table:table-header-rows><table:table-row>\(["Name", "Number", "Type", "Balance", "Expires", "Star", "Note", "Limit"]
            .map { cell($0) }.joined())</table:table-row></table:table-header-rows>
        <table:table-row>\
        <table:table-cell office:value-type="string"><office:annotation><text:p>mine</text:p></office:annotation>\
        <text:p>Tea<text:s/><text:span>&amp;
          Co</text:span></text:p></table:table-cell>\
        \(number("4006381333931", "4,00638E+012"))\(cell("EAN"))\
        \(number("12.5", "12,50 €", kind: "currency", #"office:currency="EUR""#))\
        <table:table-cell office:value-type="date" office:date-value="2026-12-31"><text:p>31.12.26</text:p></table:table-cell>\
        <table:table-cell office:value-type="boolean" office:boolean-value="true"><text:p>WAHR</text:p></table:table-cell>\
        <table:table-cell><text:p>two</text:p><text:p>lines</text:p></table:table-cell>\
        \(cell("#NV", #"office:value-type="error""#))\
        <table:table-cell table:number-columns-repeated="16376"/></table:table-row>
        <table:table-row>\(cell("Ω Shop"))\(number("12345", "0012345"))\(blank)\(number("1.125", "1,125"))\(cell("31.12.2027"))\
        <table:table-cell table:number-columns-repeated="2"/>\(number("0.30000000000000004", "0,3"))</table:table-row>
        <table:table-row table:number-rows-repeated="1"><table:table-cell/></table:table-row>
        <table:table-row>\(cell("Bus"))\(number("77", "00-77"))\(blank)\(number("340", "340"))\
        <table:table-cell office:value-type="date" office:date-value="2026-02-01T23:59:59"><text:p>1.2.</text:p></table:table-cell>\
        <table:table-cell office:value-type="boolean" office:boolean-value="false"/></table:table-row>
        <table:table-row table:number-rows-repeated="1048576"><table:table-cell/></table:table-row></table:table>
        """

    @Test("a sheet gives the cards that its file of comma-separated values gives, and the same row is named")
    func cards() async throws {
        let codes = [#"#,##0.00\ "€""#, "0000000", #"00\-00"#, "dd.mm.yyyy hh:mm"]
        let excel = try Self.excel([("A", Self.excelRows)], texts: Self.excelTexts, codes: codes)
        let openDocument = try Self.openDocument(Self.openDocumentRows)
        for format in [LocalFormat.iso, Self.german] {
            let mark = format.amounts.decimalMark
            let table = ["12.50", "1.125", "0.3"].reduce(Self.table) {
                $0.replacing($1, with: $1.replacing(".", with: mark))
            }
            let wanted = try await cards(Array(table.utf8), format)
            #expect(wanted.cards.map(\.name) == ["Tea & Co", "Bus", "Ω Shop"] && wanted.report.remarks.isEmpty)
            for bytes in [excel, openDocument] {
                let (cards, report) = try await cards(bytes, format)
                #expect(cards.map(Self.comparable) == wanted.cards.map(Self.comparable))
                #expect(report.remarks.isEmpty && report.skipped.isEmpty)
            }
        }
        // A row without a name, below one with two lines.
        let nameless = #"<row r="8"><c r="B8"><v>5</v></c></row>"#
        let report = try await cards(
            Self.excel([("A", Self.excelRows + nameless)], texts: Self.excelTexts, codes: codes)
        ).report
        #expect(report.skipped.map(\.userMessage) == ["card 4, line 8: the card has no name"])
    }

    private static func comparable(_ card: Card) -> [String] {
        [
            card.name, card.number, card.barcode?.format.rawValue ?? "", card.balance, card.currency ?? "",
            card.expiry?.text ?? "", "\(card.isStarred)", card.note,
        ]
    }

    @Test(
        "a number has all of its digits, or says that it has not",
        arguments: [
            ("4006381333931", "4006381333931"), ("4.006381333931E12", "4006381333931"), ("0", "0"), ("-0.0", "0"),
            ("21.749999999999996", "21.75"), ("0.1", "0.1"), ("1E-3", "0.001"), ("-12.5", "-12.5"), ("1250", "1250"),
            ("999999999999999.9", "1E+15"), ("0.99999999999999999", "1"),
            ("6.0175912345678899E18", "6.01759123456789E+18"),
            ("4000123412341230", "4.00012341234123E+15"), ("4000123412341234", "4000123412341234"), ("100", "100"),
        ])
    func numbers(value: String, text: String) throws {
        #expect(try #require(SheetNumber(value)).text() == text)
        for bad in ["", "-", "1e", "1E999", "1e\(Int.min)", "1e\(Int.max)", ".", "1.2.3", "0x1", "1,5", "٣"] {
            #expect(SheetNumber(bad) == nil)
        }
    }

    @Test(
        "the format of a number adds zeros, the currency or the day, and takes nothing away",
        arguments: [
            ("General", "12.5", "12.5"), ("0", "12.5", "12.5"), ("0.00", "12.5", "12.50"),
            ("0.0", "12.3456", "12.3456"),
            ("#,##0.00 [$€-407];[Red]-#,##0.00 [$€-407]", "1234.5", "1234.50 €"), ("[$$-409]#,##0", "5", "5 $"),
            (#""Nr. "0"#, "7", "7"), ("000 000", "1234567", "1234 567"), ("00000", "-5", "-5"),
            ("0.00E+00", "1200", "1200"),
            ("0%", "0.15", "15%"), ("# ?/?", "0.5", "0.5"), ("[h]:mm", "1.5", "1.5"),
            ("yyyy\\-mm", "46387", "2026-12-31"),
            ("d/m/yy h:mm", "46387.5", "2026-12-31 12:00"), ("h:mm AM/PM", "0.75", "18:00"),
            ("[$-F800]dddd", "61", "1900-03-01"),
            ("yyyy", "59", "1900-02-28"), ("yyyy", "-1", "-1"), ("mmm\\ yy", "99999999", "99999999"),
            ("@", "12345", "12345"),
        ])
    func formats(code: String, value: String, text: String) async throws {
        let rows = Self.inline("Name", "Value") + #"<row><c t="str"><v>A</v></c><c s="2"><v>\#(value)</v></c></row>"#
        let archive = try ZipArchive(MemoryFile(Self.excel([("A", rows)], codes: [code])))
        let workbook = try #require(try Workbook(archive, ImportRequest()))
        #expect(String(decoding: workbook.sheets[0].bytes, as: UTF8.self) == "Name,Value\r\nA,\(text)\r\n")
    }

    @Test("days are counted from 1904 where the workbook says so")
    func from1904() async throws {
        let rows = Self.inline("Name", "Expires") + #"<row><c t="str"><v>A</v></c><c s="1"><v>44925</v></c></row>"#
        let bytes = try Self.excel([("A", rows)], book: #"<workbookPr date1904="1"/>"#)
        #expect(try await cards(bytes).cards.map(\.expiry?.text) == ["2026-12-31"])
    }

    // MARK: - Sheets

    @Test("the first sheet with a header of cards is read, and the others with rows are named")
    func sheets() async throws {
        let sheets = [
            ("Info", Self.inline("made in May", "by me")), ("Empty", ""),
            ("Cards", Self.inline("Name", "Number") + Self.inline("A", "1") + Self.inline("B", "2")),
            ("Old", Self.inline("Name", "Number") + Self.inline("C", "3")),
        ]
        let (cards, report) = try await cards(Self.excel(sheets))
        #expect(cards.map(\.name) == ["A", "B"])
        #expect(
            report.remarks.map(\.userMessage) == [
                #"card 1, line 2: this is one of several sheets; these were not read: "Info", "Old""#
            ])
        let store = try SQLiteCardStore.inMemory()
        _ = try await store.take(Self.excel(sheets)) { $0.columns = [.name: "By me"] }
        #expect(try await store.everything().isEmpty)
    }

    // MARK: - What is no workbook, or a hostile one

    @Test(
        "what cannot be read says what it is, and what to do",
        arguments: [
            ("old", "in the old Excel format (.xls), or protected by a password"),
            ("xlsb", "Excel's binary format (.xlsb)"),
            ("numbers", "of Numbers"), ("password", "protected by a password"),
            ("empty", "none of its sheets has rows"),
            ("damaged", "whose part xl/workbook.xml is damaged in line 1"),
            ("entities", "whose part xl/workbook.xml has invalid content in line 1"),
        ])
    func refused(kind: String, words: String) async throws {
        let bytes: [UInt8] =
            switch kind {
            case "old": [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1] + [UInt8](repeating: 0, count: 600)
            case "xlsb": try Made.zip([("xl/workbook.bin", [1])])
            case "numbers": try Made.zip([("Index/Document.iwa", [1])])
            case "password": try Self.openDocument("", manifest: "<encryption-data/>")
            case "empty": try Self.excel([("A", "")])
            case "damaged": try Made.zip([("xl/workbook.xml", Array("<workbook>".utf8))])
            default:
                try Made.zip([
                    ("xl/workbook.xml", Array(#"<!DOCTYPE w [<!ENTITY a "aaaa">]><workbook>&a;</workbook>"#.utf8))
                ])
            }
        let store = try SQLiteCardStore.inMemory()
        do {
            _ = try await store.take(bytes)
            Issue.record("it was taken")
        } catch {
            let message = (error as? any UserFacingError)?.userMessage ?? ""
            #expect(
                message.contains(words) && message.contains("Save the sheet") && message.contains(".csv"), "\(error)")
        }
        #expect(try await store.count() == 0)
    }

    @Test("rows and columns that are repeated without end, and a text that all cells name, fill no memory")
    func repeated() async throws {
        let wide = #"table:number-columns-repeated="2000000000""#
        let header = "<table:table-row>\(Self.cell("Name"))\(Self.cell("Number"))</table:table-row>"
        let row = "<table:table-row>\(Self.cell("x", wide))</table:table-row>"
        let report = try await cards(
            Self.openDocument("<table:table>\(header)\(row)</table:table>")
        ).report
        #expect(report.skipped.map(\.userMessage) == ["card 1, line 2: it has more than 1,000 fields"])
        let limit = TransferError.textTooLarge(limit: TransferLimits.textBytes)
        let many =
            #"<table:table-row table:number-rows-repeated="1048576">\#(Self.cell(String(repeating: "x", count: 300)))</table:table-row>"#
        await #expect(throws: limit) {
            try await cards(Self.openDocument("<table:table>\(header)\(many)</table:table>"))
        }
        let blanks = #"<text:p><text:s text:c="1000000000"/></text:p>"#
        let cell =
            "<table:table-row>\(Self.cell("B"))<table:table-cell>\(String(repeating: blanks, count: 10_000))</table:table-cell></table:table-row>"
        let large = try await cards(Self.openDocument("<table:table>\(header)\(cell)</table:table>")).report
        #expect(large.skipped.map(\.userMessage) == ["card 1, line 2: it is larger than 4 MB"])
        let text = "<si><t>\(String(repeating: "x", count: 1 << 20))</t></si>"
        let cells = String(repeating: #"<c t="s"><v>0</v></c>"#, count: 300)
        await #expect(throws: limit) {
            try await cards(Self.excel([("A", Self.inline("Name") + "<row>\(cells)</row>")], texts: text))
        }
    }
}
