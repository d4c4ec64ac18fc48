import Basics
import CardStorage
import Cards
import TestSupport
import Testing

@testable import CardTransfer

/// Tables as spreadsheets write them, and as people fill them.
@Suite("Reading a stranger's table", .timeLimit(.minutes(5)))
struct TableReadingTests {
    private static let plain = LocalFormat.iso
    private static let german = LocalFormat(
        days: LocalFormat.iso.days,
        amounts: AmountFormat(decimalMark: ",", groupMark: ".", groupSizes: [3], currency: "EUR", symbol: "€"))

    private func cards(
        _ text: String, _ format: LocalFormat = plain
    ) async throws -> (cards: [Card], report: ImportReport) {
        let store = try SQLiteCardStore.inMemory()
        let result = try await store.take(text) { $0.input = LocalInput(format: format, today: .first) }
        return (try await store.everything(), result.report)
    }

    // MARK: - Values

    @Test("spaces of a number that its barcode would hold are told")
    func spaces() async throws {
        let (cards, report) = try await cards("Name;Number;Barcode\nA;6330 1212 3456;Code 128\nB;9638 5074;EAN-8\n")
        #expect(cards.map(\.number) == ["6330 1212 3456", "9638 5074"])
        #expect(
            report.remarks.map(\.userMessage) == [
                "card 1, line 2: the barcode: it includes the spaces in the number, which few barcodes have"
            ])
    }

    @Test(
        "a cell that is alone in its column is read as the form reads it, in every locale",
        arguments: [
            "12,50 €", "$12.50", "1.234,56 €", "¥1,200", "1,250 pts", "12,50 zł", "1.250 €", "1'234.50 CHF", "1 234,5",
            "12", "-3.5",
            "0,5", "0.500", "12,345.6", "340 points", "1,234,567", "10 kr. x", "XY",
        ])
    func amounts(text: String) async throws {
        for format in [Self.plain, Self.german] {
            let (cards, report) = try await cards("Name;Balance\nA;\"\(text)\"\n", format)
            let typed = try? LocalInput(format: format, today: .first).amount(from: text)
            let card = try #require(cards.first)
            #expect(card.balance == typed?.amount ?? "")
            if case .currency(let code)? = typed?.unit {
                #expect(card.currency == code)
            } else {
                #expect(card.currency == nil)
            }
            #expect(
                card.note == (typed == nil ? "balance: \(text)" : "") && report.remarks.count == (typed == nil ? 1 : 0))
        }
    }

    @Test(
        "what is no value of its column is in the note, and no part of it means something else",
        arguments: [
            ("balance;currency", "12.50;XYZW", "", "balance: 12.50\ncurrency: XYZW"),
            ("balance;currency", "ca. 5;EUR", "", "balance: ca. 5\ncurrency: EUR"),
            ("balance;currency", "5 EUR;USD", "5 EUR", "currency: USD"), ("balance;currency", "5;EUR", "5 EUR", ""),
            ("balance;currency", ";EUR", "", ""),
            ("barcodetext;encoding", "XYZ;UTF-8", "", "code: XYZ\nencoding: UTF-8"),
            ("star;archived", "maybe;yes", "", "star: maybe"),
        ])
    func notes(header: String, row: String, balance: String, note: String) async throws {
        let (cards, report) = try await cards("Name;Number;\(header)\nA;1;\(row)\n")
        let card = try #require(cards.first)
        #expect([card.balance, card.currency ?? ""].filter { !$0.isEmpty }.joined(separator: " ") == balance)
        #expect(Set(card.note.split(separator: "\n")) == Set(note.split(separator: "\n")))
        #expect(report.remarks.count == note.split(separator: "\n").count)
    }

    @Test("the order of day and month is that of the clear dates of the table, otherwise that of the locale")
    func dayOrder() async throws {
        func days(_ texts: [String], _ order: DayFormat.Order) async throws -> [String] {
            let format = LocalFormat(days: DayFormat(order), amounts: .plain)
            let rows = texts.enumerated().map { "Card \($0.offset);\($0.element)\n" }.joined()
            return try await cards("Name;Expiry\n" + rows, format).cards.map { $0.expiry?.text ?? $0.note }
        }
        for order in DayFormat.Order.allCases {
            #expect(try await days(["13/05/2027", "05/06/2027"], order) == ["2027-05-13", "2027-06-05"])
            #expect(try await days(["05/13/2027", "05/06/2027"], order) == ["2027-05-13", "2027-05-06"])
        }
        // They contradict each other.
        #expect(
            try await days(["13/05/2027", "05/13/2027", "05/06/2027"], .monthDayYear) == [
                "2027-05-13", "2027-05-13", "2027-05-06",
            ])
        #expect(try await days(["05/06/2027"], .dayMonthYear) == ["2027-06-05"])
    }

    @Test("a blank divides thousands, and no other digits; zeros in front are none")
    func blanks() throws {
        let input = LocalInput(format: Self.plain, today: .first)
        for (text, amount) in [
            ("1 234,50", "1234.50"), ("12 345 678 EUR", "12345678"), ("007", "7"), ("00.50", "0.50"),
        ] {
            #expect(try input.amount(from: text).amount == amount)
        }
        for text in ["12 50 EUR", "7 40", "1 23", "1 2345"] {
            #expect(throws: TypingError.self) { try input.amount(from: text) }
        }
    }

    @Test("a group of blanks is none, also in quotes")
    func noGroup() {
        #expect(LocalInput.groups(from: #"a, "  ", ;" b ""#) == ["a", " b "])
        #expect(LocalInput.groups(from: #"a, " b ""#, keeping: []) == ["a", "b"])
        #expect(LocalInput.text(ofGroups: ["a", " b "]) == #"a, " b ""#)
    }

    @Test("our own table brings back what no other would: blanks of a code and of a group, an unknown kind")
    func own() async throws {
        var card = Card(identifier: try #require(CardID("a")), name: "A")
        (card.number, card.groups) = ("1", [" g ", "h"])
        card.barcode = Barcode(format: BarcodeFormat(rawValue: "FOO_9"), value: " AB ")
        card.unknownFields["expiry"] = .string("soon")
        var sink = TableCardSink()
        sink.append(card, photos: [:], origin: nil)
        let read = try await cards(String(decoding: sink.drain(), as: UTF8.self)).cards.first
        #expect(read?.groups == card.groups && read?.barcode == card.barcode)
        #expect(read?.note == "expiry: soon")
    }

    @Test("the decimal mark of a column is that of its clear cells, otherwise that of the locale")
    func column() async throws {
        let clear = try await cards("Name;Balance\nA;1.250\nB;12,5\nC;3\n").cards
        #expect(clear.map(\.balance) == ["1250", "12.5", "3"])
        let other = try await cards("Name;Balance\nA;1,250\nB;12.5\n", Self.german).cards
        #expect(other.map(\.balance) == ["1250", "12.5"])
        let mixed = "Name;Balance\nA;1,250\nB;12.5\nC;12,5\n"
        #expect(try await cards(mixed).cards.map(\.balance) == ["1250", "12.5", "12.5"])
        #expect(try await cards(mixed, Self.german).cards.map(\.balance) == ["1.250", "12.5", "12.5"])
    }

    @Test(
        "currencies, colours, kinds and days are read by their everyday names; what is unknown is told and in the note")
    func values() async throws {
        let (cards, report) = try await cards(
            """
            Name;Number;Type;Balance;Currency;Color;Expires
            A;036000291452;UPC;5;€;teal;2026-12-31T23:59:59Z
            B;96385074;EAN;5;euro;red;31.12.2026 00:00:00
            C;1;Strichcode;5;shells;nocolour;soon
            D;2;;5;points;;
            E;3;;5;PTS;;
            F;4;;5;XYZ;;
            """)
        #expect(cards.map { $0.barcode?.format } == [.upcA, .ean8, nil, nil, nil, nil])
        #expect(cards.map(\.currency) == ["EUR", "EUR", nil, nil, nil, nil])
        #expect(cards.map { $0.color?.name } == ["teal", "red", nil, nil, nil, nil])
        #expect(cards.map { $0.expiry?.text } == ["2026-12-31", "2026-12-31", nil, nil, nil, nil])
        #expect(cards.map(\.note).dropFirst(3) == ["", "", "currency: XYZ\nbalance: 5"])
        #expect(cards[2].note == "barcode: Strichcode\nexpiry: soon\ncurrency: shells\nbalance: 5\ncolor: nocolour")
        #expect(report.remarks.count == 7)
    }

    @Test(
        "what a spreadsheet did to a number is mended where one reading is right, and told",
        arguments: [
            ("\"=\"\"0012345\"\"\"", "0012345", 0), ("'0012345", "0012345", 0),
            ("\u{202A}4006381333931\u{202C}", "4006381333931", 0),
            ("4006381333931.0", "4006381333931", 0), ("4006381333932.0", "4006381333932.0", 1),
            ("4.00638E+12", "4.00638E+12", 1), ("36000291452", "036000291452", 1), ("36000291453", "36000291453", 0),
        ])
    func numbers(cell: String, number: String, remarks: Int) async throws {
        let kind = number.count < 13 && number.count > 10 ? "UPC_A" : ""
        let (cards, report) = try await cards("Name,Number,Type\nA,\(cell),\(kind)\n")
        #expect(cards.map(\.number) == [number] && report.remarks.count == remarks)
    }

    // MARK: - The header and what is around it

    @Test(
        "the columns are found in many languages, and by what is in them",
        arguments: [
            "Name,Barcode\nTea,0012345", "id,name,card_number,barcode_type\n7,Tea,0012345,QR",
            "Store name,Card #\nTea,0012345",
            "Name;Membership No.\nTea;0012345", "Geschäft;Kartennummer\nTea;0012345",
            "Magasin;N° de carte\nTea;0012345",
            "Tienda;Número de tarjeta\nTea;0012345", "Negozio;Numero tessera\nTea;0012345",
            "Winkel;Kaartnummer\nTea;0012345",
            "Sklep;Numer karty\nTea;0012345", "Loja;Número do cartão\nTea;0012345", "店名,カード番号\nTea,0012345",
            "Name,Wort\nTea,0012345", "cardNumber\tname\n0012345\tTea", "sep=;\r\nName;Number\r\nTea;0012345\r\n\u{1A}",
            "My cards;;\r\n;;\r\nName;Number;\r\nTea;0012345;\r\n;;\r\n ; ;\r\n", "My cards\nName,Number\nTea,0012345",
            "\"Name\";\"Number;old\";Nr\nTea;;0012345",
        ])
    func header(table: String) async throws {
        let (cards, report) = try await cards(table)
        #expect(cards.map(\.name) == ["Tea"] && cards.map(\.number) == ["0012345"])
        #expect(report.skipped.isEmpty && report.remarks.isEmpty)
    }

    @Test(
        "kinds and amounts are found by what is in a column of an unknown name; a plain number or a day may be anything"
    )
    func byValues() async throws {
        let cards = try await cards(
            "Name;Wort;Was;Rest;Seit;Zahl\nA;0012345;QR;12,50 €;31.12.2027;5\nB;0012346;EAN;3 €;;6\n"
        ).cards
        #expect(cards.map(\.number) == ["0012345", "0012346"] && cards.map { $0.barcode != nil } == [true, true])
        #expect(cards.map(\.balance) == ["12.50", "3"] && cards.map(\.currency) == ["EUR", "EUR"])
        #expect(cards.map(\.note) == ["Seit: 31.12.2027\nZahl: 5", "Zahl: 6"])
    }

    @Test("a quote that is never closed takes no other card with it")
    func loneQuote() async throws {
        let (cards, report) = try await cards(
            "Name,Number,Note\n\"A\",1,\"never closed\n\"B\",2,last\n\"C\",3,\"two\nlines\"\n")
        #expect(cards.map(\.name) == ["B", "C"] && cards.last?.note == "two\nlines")
        #expect(report.skipped.map(\.userMessage) == ["card 1, line 2: a quote is never closed"])
    }

    @Test(
        "a table in a code page of Excel is read by what gives a plausible text",
        arguments: [
            ("CP1252", "Café – „Öko“ 5 €;00112233"), ("CP1252", "Prêt-à-porter été;£12.50"),
            ("CP1252", "Bäckerei Groß;1"), ("CP1252", "Bäckerei Fern;1"), ("CP1252", "Prêt;1"), ("CP932", "Tポイント;1"),
            ("CP1250", "Żabka Łódź;00112233"), ("CP1250", "Příliš žluťoučký kůň;1"), ("CP1251", "Магазин у дома;1"),
            ("CP932", "スーパー店舗;0012345"), ("EUC-JP", "東京の薬局;0012345"), ("UTF-8", "Žluťoučký kůň ěščřž;1"),
        ])
    func codePages(encoding: String, row: String) async throws {
        let bytes = try #require(
            CharacterSets.converted(Array("Name;Number\r\n\(row)\r\n".utf8), from: "UTF-8", to: encoding))
        let store = try SQLiteCardStore.inMemory()
        _ = try await store.take(bytes)
        let parts = row.split(separator: ";").map(String.init)
        #expect(try await store.everything().map { [$0.name, $0.number] } == [parts])
        // One byte that is none spoils no table in UTF-8.
        if encoding == "UTF-8" {
            let other = try SQLiteCardStore.inMemory()
            _ = try await other.take(bytes + Array("B".utf8) + [0xE9] + Array(";2\r\n".utf8))
            #expect(try await other.everything().map(\.name).sorted() == ["B\u{FFFD}", parts[0]])
        }
    }

    // MARK: - What is in doubt

    private func reading(
        _ table: String, _ format: LocalFormat = plain, _ change: @Sendable (inout ImportRequest) -> Void = { _ in }
    ) async throws -> (cards: [Card], remedies: [String]) {
        let store = try SQLiteCardStore.inMemory()
        let result = try await store.take(table) {
            $0.input = LocalInput(format: format, today: .first)
            change(&$0)
        }
        return (try await store.everything(), result.tables.flatMap(\.doubts).map(\.remedy))
    }

    @Test(
        "amounts with three digits behind their only mark are told, and read as the user says",
        arguments: [
            (["1,250", "2,500"], "1250", "comma", "1.250"), (["1.250"], "1.250", "comma", "1250"),
            (["1,250 pts", "7"], "1250", "comma", "1.250"), (["1,250", "1.5", "1,5"], "1250", "comma", "1.250"),
        ])
    func undecided(cells: [String], read: String, mark: String, other: String) async throws {
        let table = "Name;Number;Balance\n" + cells.enumerated().map { "A\($0);\($0);\($1)\n" }.joined()
        let plain = try await reading(table)
        #expect(plain.cards.first?.balance == read && plain.remedies == ["--decimal \(mark)"])
        let told = try await reading(table) { $0.decimalMark = DecimalMark(rawValue: mark) }
        #expect(told.cards.first?.balance == other && told.remedies == [])
        // In Germany it is the other one.
        let local = try await reading(table, Self.german)
        #expect(local.cards.first?.balance == other && local.remedies == ["--decimal point"])
    }

    @Test("a clear cell, three digits behind a zero, and tables with a fixed mark leave no doubt")
    func decided() async throws {
        for table in ["Name,Number,Balance\nA,1,\"1,250\"\nB,2,2.5\n", "Name,Number,Balance\nA,1,0.250\nB,2,12\n"] {
            #expect(try await reading(table).remedies == [])
        }
    }

    @Test("cards that all have no number are told", arguments: ["Name,Points\nA,5\n", "Name,Number\nA,\n"])
    func noNumbers(table: String) async throws {
        #expect(try await reading(table).remedies == ["--columns number=COLUMN"])
    }

    @Test("an encoding that is not certain is told, and the user can name another")
    func encodings() async throws {
        func bytes(_ text: String, _ encoding: String) throws -> [UInt8] {
            try #require(CharacterSets.converted(Array(text.utf8), from: "UTF-8", to: encoding))
        }
        func names(_ bytes: [UInt8], _ encoding: String?) async throws -> (names: [String], table: TableReading?) {
            let store = try SQLiteCardStore.inMemory()
            let result = try await store.take(bytes) { $0.encoding = encoding.flatMap { TableEncoding($0) } }
            return (try await store.everything().map(\.name), result.tables.first)
        }
        // A letter that is one in several code pages.
        let doubtful = try await names(bytes("Name,Number\nÆgir,1\n", "CP1252"), nil)
        #expect(doubtful.names == ["Ægir"] && doubtful.table?.encoding?.label == "windows-1252")
        #expect(doubtful.table?.doubts.map(\.remedy) == ["--encoding windows-1250"])
        let greek = try bytes("Name,Number\nΩμέγα,1\n", "ISO-8859-7")
        let told = try await names(greek, "iso-8859-7")
        #expect(told.names == ["Ωμέγα"] && told.table?.doubts == [])
        #expect(try await names(bytes("Name,Number\nCafé,1\n", "CP850"), "cp850").names == ["Café"])
        #expect(try await names(bytes("Name,Number\nCafé,1\n", "UTF-16LE"), "utf-16le").names == ["Café"])
        await #expect(throws: TransferError.self) { try await names([0xFF] + Array("Name,N\nA,1\n".utf8), "Shift_JIS") }
        #expect(TableEncoding("nothing") == nil && TableEncoding("UTF-8//IGNORE") == nil && TableEncoding("") == nil)
        #expect(TableEncoding("utf8") == .utf8 && TableEncoding("shift-jis")?.name == "CP932")
        // The line of the byte that is none.
        let bad = Array("Name,Number\nÄäÖöÜ,1\nB".utf8) + [0xE9] + Array(",2\n".utf8)
        #expect(try await names(bad, nil).table?.doubts.map(\.text) == ["Line 3 has bytes that are not UTF-8."])
    }

    // MARK: - Our own table

    @Test("our own table comes back as it was, byte for byte, and a second import changes nothing")
    func roundTrip() async throws {
        var generator = SeededGenerator(seed: SeededGenerator.seed())
        let pieces = [
            "=1+1", "-20%", "+48 22", "'", "'=x", "@", "\"", ",", ";", "a", "Ü", "店", " ", "\n", "0", "1.5", "x\u{301}",
            "\0", "\u{1B}",
        ]
        func text(_ generator: inout SeededGenerator) -> String {
            (0..<Int.random(in: 0...4, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? "" }
                .joined().trimmed
        }
        let store = try SQLiteCardStore.inMemory()
        var cards: [Card] = []
        for index in 0..<200 {
            var card = Card(identifier: .random(), name: "\(text(&generator).filter { $0 != "\n" })\(index)")
            (card.number, card.note) = ("\(index)" + text(&generator).filter { $0 != "\n" }, text(&generator))
            if Bool.random(using: &generator) {
                card.barcode = Barcode(format: .qrCode, value: text(&generator), encoding: "UTF-8")
            }
            if card.barcode?.value?.isEmpty == true { card.barcode?.value = nil }
            card.groups = Set(
                (0..<2).map { _ in text(&generator).filter { !"\n\"".contains($0) }.trimmed }.filter { !$0.isEmpty }
            ).sorted()
            (card.isStarred, card.isArchived) = (Bool.random(using: &generator), Bool.random(using: &generator))
            if Bool.random(using: &generator) {
                // A code that is in no list was stored by an earlier version.
                (card.balance, card.currency) = ("1\(index % 3 == 0 ? ".250" : "")", index % 5 == 0 ? "XYZ" : "EUR")
            }
            if Bool.random(using: &generator) { card.validFrom = CalendarDay("2026-01-02") }
            if Bool.random(using: &generator) { card.color = CardColor("#00897b") }
            cards.append(card)
        }
        try await store.apply(cards.map { .set(CardPatch(from: nil, to: $0)) })
        func table(_ store: SQLiteCardStore) async throws -> [UInt8] {
            let export = try await ExportFormat.csv.export(.all, of: store, now: Timestamp(milliseconds: 0))
            var bytes: [UInt8] = []
            while let chunk = try await export.nextChunk() { bytes += chunk }
            return bytes
        }
        let first = try await table(store)
        for format in [Self.plain, Self.german] {
            let other = try SQLiteCardStore.inMemory()
            let request: @Sendable (inout ImportRequest) -> Void = {
                $0.input = LocalInput(format: format, today: .first)
            }
            #expect(try await other.take(first, request).report.added == 200)
            #expect(try await other.take(first, request).report.unchanged == 200)
            let lines = [first, try await table(other)].map {
                String(decoding: $0, as: UTF8.self).split(separator: "\r\n")
            }
            for (before, after) in zip(lines[0], lines[1]) where before != after {
                Issue.record("\(before) is \(after)")
            }
            #expect(lines[0] == lines[1])
        }
    }
}
