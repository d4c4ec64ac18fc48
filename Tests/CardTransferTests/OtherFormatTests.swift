import CardStorage
import Cards
import TestSupport
import Testing

@testable import CardTransfer

@Suite("Files of other programs", .timeLimit(.minutes(5)))
struct OtherFormatTests {
    private func cards(
        _ bytes: [UInt8], _ format: FileFormat, _ change: @Sendable (inout ImportRequest) -> Void = { _ in }
    ) async throws -> (cards: [Card], report: ImportReport, store: SQLiteCardStore) {
        let store = try SQLiteCardStore.inMemory()
        let result = try await store.take(bytes, change)
        #expect(result.format == format)
        // Whatever the program: a second import changes nothing.
        let cards = try await store.everything()
        #expect(try await store.take(bytes, change).report.unchanged == cards.count)
        #expect(try await store.everything() == cards)
        return (cards, result.report, store)
    }

    // MARK: - Backups

    @Test("a card store in a pipe, and where nothing reads stores, is refused in words")
    func storeWithoutPath() async throws {
        let store = try SQLiteCardStore.inMemory()
        let bytes = Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 200)
        await #expect(throws: TransferError.storeIsNoFile) { try await store.take(bytes) }
        await #expect(throws: TransferError.storeIsNoFile) {
            try await store.take(bytes) { $0.readStore = { try StoreCardSource($0) } }
        }
    }

    // MARK: - Passes

    private static let pass = #"""
        {"formatVersion": 1, "passTypeIdentifier": "pass.x", "serialNumber": "1", "teamIdentifier": "T",
         "organizationName": "Cedar", "description": "A card", "backgroundColor": "rgb(1, 2, 3)",
         "expirationDate": "2027-03-01T10:00+02:00", "relevantDate": "never", "voided": true,
         "storeCard": {"primaryFields": [{"key": "balance", "label": "card_balance", "value": 12.5, "currencyCode": "EUR"}],
                       "backFields": [{"key": "a", "value": "no label"},]},
         "barcode": {"format": "PKBarcodeFormatCode128", "message": "old"},
         "barcodes": [{"format": "PKBarcodeFormatPDF417", "message": "MSG1", "messageEncoding": "iso-8859-1", "altText": "1 2"}]}
        """#

    @Test("a pass: name, fields in the note, dates, barcode, balance; its trailing comma is forgiven")
    func pass() async throws {
        let (cards, report, _) = try await cards(Array(Self.pass.utf8), .pass)
        let card = try #require(cards.first)
        #expect((card.name, card.number) == ("Cedar", "1 2"))
        #expect(card.note == "A card\n\ncard_balance: 12.5 EUR\n\nno label")
        #expect(card.barcode == Barcode(format: .pdf417, value: "MSG1", encoding: "ISO-8859-1"))
        #expect((card.balance, card.currency, card.isArchived) == ("12.5", "EUR", true))
        #expect((card.color, card.expiry) == (CardColor("#010203"), CalendarDay("2027-03-01")))
        #expect(
            report.remarks.map(\.userMessage) == [
                "pass.json: its text was not valid JSON and was repaired",
                "pass.json: the start date \"never\" is not a date and was left out",
            ])
    }

    @Test("a .pkpass has pictures and translations in UTF-16, and a changed pass.json is told")
    func archive() async throws {
        let strings = Array("\"card_balance\" = \"Guthaben\";".utf16)
        for isLittle in [true, false] {
            let units = ([0xFEFF] + strings).flatMap { isLittle ? $0.littleEndian8 : $0.bigEndian8 }
            let file = try Made.zip([
                ("__MACOSX/pass.json", [1]), ("pass.json", Array(Self.pass.utf8)), ("de.lproj/pass.strings", units),
                ("logo.png", Made.picture(1)), ("logo@2x.png", Made.picture(2)), ("strip.png", [1, 2, 3]),
                ("manifest.json", Array(#"{"pass.json": "00"}"#.utf8)), ("signature", [1]),
            ])
            let (cards, report, store) = try await cards(file, .pass) { $0.language = "de" }
            let card = try #require(cards.first)
            #expect(card.note.contains("Guthaben: 12.5"))
            #expect(card.icon == PhotoHash(of: Made.picture(2)))
            #expect(try await store.photo(PhotoHash(of: Made.picture(2))) == Made.picture(2))
            #expect(card.front == nil)
            #expect(
                report.remarks.map(\.reason).dropFirst() == [
                    "the start date \"never\" is not a date and was left out",
                    "strip.png is not a picture and was left out",
                    "pass.json was changed after the pass was signed",
                ])
        }
    }

    @Test("several passes in one file: a bad one costs itself only")
    func passes() async throws {
        let good = try Made.zip([("pass.json", Array(Self.pass.utf8))])
        let bad = try Made.zip([("pass.json", Array(#"{"formatVersion": 1}"#.utf8))])
        let file = try Made.zip([("a.pkpass", good), ("b.pkpass", bad), ("c.pkpass", [1, 2])])
        let (cards, report, _) = try await cards(file, .pass)
        #expect(cards.map(\.name) == ["Cedar"])
        #expect(report.skipped.map(\.position) == ["b.pkpass", "c.pkpass"])
    }

    @Test("a pass without anything, with 600 fields, with control characters and missing commas")
    func dirtyPasses() async throws {
        let store = try SQLiteCardStore.inMemory()
        #expect(try await store.take(#"{"formatVersion": 1}"#).report.skipped.count == 1)
        let fields = (0..<600).map { "{\"key\": \"k\($0)\", \"value\": \"v\($0)\"}" }.joined(separator: ",")
        let many = "{\"formatVersion\": 1 \"organizationName\": \"X\",\n\"generic\": {\"backFields\": [\(fields)]}}"
        let report = try await store.take(many).report
        #expect(report.added == 1)
        #expect(report.remarks.map(\.reason).dropFirst() == ["more than 500 fields: the others were left out"])
        let control =
            "{\"formatVersion\":1,\"organizationName\":\"Y\",\"generic\":{},\"barcode\":{\"format\":\"PKBarcodeFormatAztec\",\"message\":\"a\u{1}b\"}}"
        _ = try await store.take(control)
        #expect(try await store.cards(named: "Y").first?.number == "a\u{1}b")
    }

    @Test("an espass of PassAndroid")
    func espass() async throws {
        let json =
            ##"{"description": "Birch", "accentColor": "#ff010203", "barCode": {"format": "QR_CODE", "message": "M", "alternativeText": "9"}}"##
        let file = try Made.zip([("main.json", Array(json.utf8)), ("strip.png", Made.picture(4))])
        let card = try #require(try await cards(file, .espass).cards.first)
        #expect((card.name, card.number, card.color) == ("Birch", "9", CardColor("#010203")))
        #expect(card.barcode == Barcode(format: .qrCode, value: "M"))
        #expect(card.front == PhotoHash(of: Made.picture(4)))
    }

    // MARK: - Exports

    @Test("FidMe: a row without a reference or a retailer is named")
    func fidMe() async throws {
        let table =
            "Retailer;Program;Added At;Reference;Firstname;Lastname\nCedar;Gold;2020;123;A;\nBirch;;;;;\n;;;5;;\n"
        let file = try Made.zip([("loyalty_programs.csv", Array(table.utf8)), ("other.csv", [1])])
        let (cards, report, _) = try await cards(file, .fidme)
        #expect(cards.map(\.name) == ["Cedar"])
        #expect((cards.first?.number, cards.first?.note) == ("123", "Gold\n2020\nA"))
        #expect(
            report.skipped.map(\.userMessage) == [
                "card 2, line 3: it has no reference", "card 3, line 4: the card has no name",
            ])
    }

    @Test("Voucher Vault")
    func voucherVault() async throws {
        let text =
            #"[{"uuid": "u", "description": "Gift", "code": "12", "codeType": "CODE128", "expires": "2027-01-02T00:00:00.000", "balanceMilliunits": 12500, "color": "RED", "notes": "n"}, {"uuid": "v", "description": "T", "code": "x", "codeType": "TEXT", "expires": null, "balance": 3}]"#
        let (cards, _, _) = try await cards(Array(text.utf8), .voucherVault)
        let gift = try #require(cards.first)
        #expect((gift.balance, gift.expiry, gift.barcode?.format) == ("12.5", CalendarDay("2027-01-02"), .code128))
        #expect((cards.last?.barcode, cards.last?.balance) == (nil, "3"))
    }

    @Test("VoucherVault on a server: money with its bookings, percentages, multipliers, what is used")
    func voucherVaultServer() async throws {
        func item(_ key: String, _ fields: String) -> String {
            #"{"model": "myapp.item", "pk": "\#(key)", "fields": {\#(fields)}}"#
        }
        let text =
            "["
            + [
                #"{"model": "auth.user", "pk": 1, "fields": {"username": "x"}}"#,
                item(
                    "a",
                    ##""type": "giftcard", "name": "Gift", "redeem_code": "12", "code_type": "code128", "pin": "99", "issuer": "Shop", "issue_date": "2026-01-02", "expiry_date": "2027-01-02", "description": "d", "value": "20.00", "value_type": "money", "currency": "GBP", "is_used": false, "is_pinned": true, "tile_color": "#336699""##
                ),
                item(
                    "b",
                    #""type": "coupon", "name": "Off", "redeem_code": "", "value": "20.00", "value_type": "percentage", "is_used": true, "pin": null"#
                ),
                item(
                    "c",
                    #""type": "coupon", "name": "Double", "redeem_code": "77", "code_type": "azteccode", "value": "2.00", "value_type": "multiplier""#
                ),
                item(
                    "d",
                    #""type": "loyaltycard", "name": "Club", "redeem_code": "1", "code_type": "odd", "value": "0.00""#),
                #"{"model": "myapp.transaction", "pk": "t", "fields": {"item": "a", "value": "-7.50", "description": "lunch", "date": "2026-03-04T11:00:00Z"}}"#,
                #"{"model": "myapp.transaction", "pk": "u", "fields": {"item": "b", "value": "0", "date": "2026-05-06"}}"#,
            ].joined(separator: ",") + "]"
        let (cards, report, store) = try await cards(Array(text.utf8), .voucherVault)
        let byName = Dictionary(uniqueKeysWithValues: cards.map { ($0.name, $0) })
        #expect(
            byName.mapValues { $0.amountLeft.map(LocalFormat.iso.text) }
                == ["Gift": "12.50 GBP", "Off": "20 %", "Double": "2x", "Club": nil])
        #expect(cards.filter(\.isArchived).map(\.name) == ["Off"])
        #expect(byName["Off"]?.used?.text == "2026-05-06")
        let gift = try #require(byName["Gift"])
        let entries = try await store.ledger(of: gift.identifier, after: nil, limit: 9).lines.map(\.entry)
        #expect(entries.map { "\($0.amount) \($0.day.text) \($0.note)" } == ["-7.5 2026-03-04 lunch"])
        #expect((gift.validFrom, gift.expiry) == (CalendarDay("2026-01-02"), CalendarDay("2027-01-02")))
        #expect((gift.note, gift.groups, gift.isStarred) == ("d\nIssuer: Shop", ["giftcard"], true))
        #expect((gift.color?.text, byName["Double"]?.barcode?.format) == ("#336699", .aztec))
        #expect(!gift.note.contains("99"))
        #expect(try await store.secrets(of: gift.identifier) == [CardSecret(label: "PIN", value: "99")])
        #expect(report.remarks.count == 1)
    }

    @Test("Stocard, also encrypted: shops of one's own, notes, pictures")
    func stocard() async throws {
        let folder = "extracts/u/users/u/"
        let cedar =
            #"{"input_id": "55", "input_barcode_format": "RSS_DATABAR_EXPANDED", "input_provider_reference": {"identifier": "/users/u/loyalty-card-custom-providers/77"}}"#
        let numbered =
            #"{"input_id": "66", "input_barcode_format": "EAN_13", "input_provider_reference": {"identifier": "/loyalty-card-providers/123"}}"#
        let file = try Made.zip(
            [
                (folder + "loyalty-cards/a/content.json", Array(cedar.utf8)),
                (folder + "loyalty-cards/a/notes/default/content.json", Array(#"{"content": "hello"}"#.utf8)),
                (folder + "loyalty-cards/a/images/front/front.jpg", Made.picture(1)),
                (folder + "loyalty-card-custom-providers/77/content.json", Array(#"{"name": "Cedar"}"#.utf8)),
                (folder + "loyalty-card-custom-providers/77/logo.png", Made.picture(2)),
                (folder + "loyalty-cards/b/content.json", Array(numbered.utf8)),
            ], password: "p")
        let (cards, _, _) = try await cards(file, .stocard) { $0.password = Array("p".utf8) }
        #expect(cards.map(\.name) == ["Cedar", "Stocard 123"])
        #expect(cards.map(\.note) == ["hello", "The export names the shop only by the number 123."])
        #expect(
            (cards.first?.front, cards.first?.icon) == (PhotoHash(of: Made.picture(1)), PhotoHash(of: Made.picture(2))))
        #expect(cards.first?.barcode?.format == .dataBarExpanded)
    }

    @Test("links of Catima, one a line; a bad one is named")
    func links() async throws {
        var card = Card(identifier: .random(), name: "Alder")
        card.number = "42"
        let link = try #require(ShareLink(card)).url
        let (cards, report, _) = try await cards(Array("\(link)\n\nhttps://example.com\n".utf8), .links)
        #expect(cards.map(\.number) == ["42"])
        #expect(report.skipped.map(\.position) == ["card 2, line 3"])
    }

    // MARK: - Values that nobody could type

    @Test("a balance that a card cannot have is kept, with a remark")
    func oddBalances() async throws {
        func element(_ name: String, _ balance: String, _ currency: String) -> String {
            #"{"name": "\#(name)", "number": "1", "balance": "\#(balance)", "currency": "\#(currency)"}"#
        }
        let text = [
            element("a", "11", "of 10 stamps"), element("b", "-1", "of 10 stamps"), element("c", "7.5", "stamps"),
            element("d", "1", "of 0 stamps"), element("e", "200", "%"), element("f", "7", "of 10 stamps"),
            element("g", String(repeating: "9", count: 40), "EUR"),
        ].joined(separator: "\n")
        let store = try SQLiteCardStore.inMemory()
        let report = try await store.take(text).report
        #expect(report.added == 7)
        let kept = try await store.everything().map { "\($0.balance) \($0.currency ?? "")" }
        #expect(kept.prefix(5) == ["11 of 10 stamps", "-1 of 10 stamps", "7.5 stamps", "1 of 0 stamps", "200 %"])
        #expect(
            report.remarks.map(\.reason) == [
                "the balance was kept as it is, but a card with 10 stamps cannot have 11",
                "the balance was kept as it is, but stamps must be whole numbers, 0 or more",
                "the balance was kept as it is, but stamps must be whole numbers, 0 or more",
                "the balance was kept as it is, but a full card has from 1 to 1000 stamps",
                "the balance was kept as it is, but a discount must be more than 0 % and at most 100 %",
                "the balance \"\(String(repeating: "9", count: 29))…\" is not an amount and was kept as it is",
            ])
        // Our own table brings the same back.
        let export = CardExport(.all, of: store, into: TableCardSink())
        var csv: [UInt8] = []
        while let chunk = try await export.nextChunk() { csv += chunk }
        let other = try SQLiteCardStore.inMemory()
        #expect(try await other.take(csv).report.remarks.count >= 5)
        #expect(try await other.everything().map { "\($0.balance) \($0.currency ?? "")" }.prefix(5) == kept.prefix(5))
    }

    @Test("who is used is archived, on the day that the file says, or today, which a later import leaves")
    func used() async throws {
        let store = try SQLiteCardStore.inMemory()
        func take(_ text: String, on day: String) async throws -> [String] {
            let today = try #require(CalendarDay(day))
            return try await store.take(text) { $0.input.today = today }.report.remarks.map(\.reason)
        }
        let table = "name,number,used\nA,1,yes\nB,2,2026-11-02\nC,3,no\n"
        #expect(
            try await take(table, on: "2026-11-20")
                == ["it is used, but the table does not say since when: today was taken"])
        #expect(try await take(#"{"name": "D", "number": "4", "used": "2026-11-03"}"#, on: "2026-11-20").isEmpty)
        _ = try await take(table, on: "2026-11-25")
        let cards = try await store.everything().sorted { $0.name < $1.name }
        #expect(cards.map { $0.used?.text } == ["2026-11-20", "2026-11-02", nil, "2026-11-03"])
        #expect(cards.map(\.isArchived) == [true, true, false, true])
    }

    // MARK: - Tables of anybody's

    @Test(
        "a table of a spreadsheet, whatever its delimiter, encoding and byte order mark",
        arguments: [",", ";", "\t"], ["utf8", "bom", "utf16", "latin1"])
    func table(delimiter: String, encoding: String) async throws {
        let header = ["Shop", "Card Number", "Colour of ink", "Valid until", "Category"]
        let row = ["Café", "55", "\"blü\(delimiter)e\"", "2027-01-02", "Food"]
        let text = [header, row, ["Zoo", "6", "", "soon"]].map { $0.joined(separator: delimiter) }.joined(
            separator: "\r\n")
        let bytes: [UInt8] =
            switch encoding {
            case "bom": [0xEF, 0xBB, 0xBF] + Array(text.utf8)
            case "utf16": [0xFF, 0xFE] + text.utf16.flatMap(\.littleEndian8)
            case "latin1": text.unicodeScalars.map { UInt8($0.value) }
            default: Array(text.utf8)
            }
        let (cards, report, _) = try await cards(bytes, .csv)
        #expect(cards.map(\.name) == ["Café", "Zoo"])
        #expect((cards.first?.number, cards.first?.expiry) == ("55", CalendarDay("2027-01-02")))
        #expect(cards.first?.groups == ["Food"])
        #expect(cards.map(\.note) == ["Colour of ink: blü\(delimiter)e", "expiry: soon"])
        #expect(report.remarks.count == 1)
    }

    @Test("days in a table are read as people write them; one that does not exist is in the note, with the reason")
    func days() async throws {
        let text = """
            name,expiry,valid from
            A,31.12.2026,1.2.2026
            B,12/2026,2/2026
            C,30.2.2026,
            D,31 Dec 2026,20260102
            """
        let (cards, report, _) = try await cards(Array(text.utf8), .csv)
        #expect(cards.map { $0.expiry?.text } == ["2026-12-31", "2026-12-31", nil, "2026-12-31"])
        #expect(cards.map { $0.validFrom?.text } == ["2026-02-01", "2026-02-01", nil, "2026-01-02"])
        #expect(cards.map(\.note) == ["", "", "expiry: 30.2.2026", ""])
        #expect(
            report.remarks.map(\.reason) == ["expiry \"30.2.2026\" was added to the note: February 2026 has 28 days"])
    }

    @Test("columns can be named; a table without a name is refused with its columns")
    func columns() async throws {
        let text = "Wo,Code,number\nCedar,1,2\n"
        let store = try SQLiteCardStore.inMemory()
        await #expect(throws: TransferError.noNameColumn(columns: ["Wo", "Code", "number"])) {
            try await store.take(text)
        }
        await #expect(throws: TransferError.unknownColumn("Shop")) {
            try await store.take(text) { $0.columns = [.name: "Shop"] }
        }
        let result = try await store.take(text) { $0.columns = [.name: "wo", .number: "Code"] }
        #expect(result.otherColumns == ["number"])
        #expect(try await store.everything().map(\.number) == ["1"])
    }

    @Test(
        "what is no file of cards is refused, in words",
        arguments: [[0, 1, 2], Made.picture(1), Array("hello".utf8), Array("%PDF-1".utf8)])
    func unknown(bytes: [UInt8]) async throws {
        let store = try SQLiteCardStore.inMemory()
        await #expect(throws: TransferError.self) { try await store.take(bytes) }
        await #expect(throws: TransferError.unknownArchive) { try await store.take(Made.zip([("readme", [1])])) }
        await #expect(throws: ZipError.needsPassword) {
            try await store.take(Made.zip([("catima.csv", [1])], password: "p"))
        }
        await #expect(throws: TransferError.self) { try await store.take("[]") { $0.format = .fidme } }
        #expect(try await store.count() == 0)
    }

    // MARK: - Out

    private func store() async throws -> SQLiteCardStore {
        let store = try SQLiteCardStore.inMemory()
        var card = Card(
            identifier: try #require(CardID("id-1")),
            name: "<b>Żabka</b>, \"x\"; \\ " + String(repeating: "ł", count: 60))
        (card.number, card.note, card.phone) = ("12345", "=1+1\nline", "+48 22")
        (card.expiry, card.barcode) = (CalendarDay("2027-12-31"), Barcode(format: .qrCode))
        card.front = PhotoHash(of: Made.picture(1))
        try await store.apply([
            .set(CardPatch(from: nil, to: card, photos: [PhotoHash(of: Made.picture(1)): Made.picture(1)])),
            .set(CardPatch(from: nil, to: Card(identifier: .random(), name: "Plain"))),
        ])
        return store
    }

    private func export(_ format: ExportFormat, _ store: SQLiteCardStore) async throws -> [UInt8] {
        try await bytes(
            format.export(.all, of: store, barcodes: Squares(), now: Timestamp(milliseconds: 1_767_225_600_000)))
    }

    @Test("a table for spreadsheets is read by Python and by us, and holds no formula")
    func spreadsheet() async throws {
        let store = try await store()
        let table = try await export(.csv, store)
        let script =
            "python3 -c 'import csv, sys; r = list(csv.DictReader(open(sys.argv[1], encoding=\"utf-8-sig\", newline=\"\"))); print([(x[\"number\"], x[\"note\"], x[\"phone\"], x[\"expiry\"]) for x in r])' \"$1\""
        let rows = try await shell(script, on: table)
        #expect(rows == "[('12345', \"'=1+1\\nline\", '+48 22', '2027-12-31'), ('', '', '', '')]\n")
        let other = try SQLiteCardStore.inMemory()
        #expect(try await other.take(table).report.added == 2)
        #expect(try await Set(other.everything().map(\.name)) == Set(store.everything().map(\.name)))
    }

    @Test("a calendar has an event for each expiry date, the same in every export, in lines of 75 bytes")
    func calendar() async throws {
        let text = String(decoding: try await export(.calendar, store()), as: UTF8.self)
        let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
        #expect(lines.allSatisfy { $0.utf8.count <= 75 })
        let whole = text.replacing("\r\n ", with: "")
        #expect(
            whole.contains(
                "\r\nUID:id-1@cards-tui\r\nDTSTAMP:20260101T000000Z\r\nDTSTART;VALUE=DATE:20271231\r\nDTEND;VALUE=DATE:20280101\r\n"
            ))
        #expect(whole.contains(#"SUMMARY:<b>Żabka</b>\, "x"\; \\ łł"#))
        #expect(whole.components("BEGIN:VEVENT") == 1)
        #expect(whole.components("TRIGGER:-P7D") == 1)
        #expect(whole.hasPrefix("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"))
        #expect(whole.hasSuffix("END:VCALENDAR\r\n"))
    }

    @Test("a page escapes every text, and has photos and barcodes in it")
    func page() async throws {
        let page = try await export(.page, store())
        let text = String(decoding: page, as: UTF8.self)
        #expect(text.contains("<h2>&lt;b&gt;Żabka&lt;/b&gt;, &quot;x&quot;; \\ "))
        #expect(!text.contains("<b>"))
        #expect(text.contains("<img alt=\"\" src=\"data:image/png;base64,iVBORw"))
        #expect(text.contains("<path d=\"M4 4h1v1h-1zM6 4h1v1h-1z\"/>"))
        #expect(!text.contains("http://") && !text.contains("https://"))
        let script =
            "python3 -c 'import sys, html.parser; p = html.parser.HTMLParser(); t = []; p.handle_starttag = lambda n, a: t.append(n); p.feed(open(sys.argv[1], encoding=\"utf-8\").read()); print(t.count(\"article\"), t.count(\"img\"), t.count(\"svg\"))' \"$1\""
        #expect(try await shell(script, on: page) == "2 1 1\n")
    }

    @Test("a page has own fields, further codes and pictures with their labels, escaped")
    func pageLists() async throws {
        let store = try SQLiteCardStore.inMemory()
        let picture = Made.picture(3)
        var card = Card(identifier: .random(), name: "Gym")
        card.ownFields = [OwnField(name: "<Locker>", value: "12")]
        card.codes = [FurtherCode(label: "Voucher", barcode: Barcode(format: .qrCode, value: "4711"))]
        card.pictures = [FurtherPicture(label: "May & June", hash: PhotoHash(of: picture))]
        try await store.apply([.set(CardPatch(from: nil, to: card, photos: [PhotoHash(of: picture): picture]))])
        let text = String(decoding: try await export(.page, store), as: UTF8.self)
        #expect(text.contains("<p>&lt;Locker&gt;: 12</p>"))
        #expect(text.contains("<p>Voucher: 4711</p>\n<svg"))
        #expect(text.contains("<img alt=\"May &amp; June\" src=\"data:image/png;base64,"))
        #expect(text.contains("<p>May &amp; June</p>"))
    }
}

/// Draws every barcode as two dark modules.
private struct Squares: BarcodeDrawing {
    func symbols(for content: BarcodeContent) throws(BarcodeProblem) -> [BarcodeSymbol] {
        [
            BarcodeSymbol(
                shape: .squares, rows: [.init(modules: [true, false, true], height: 1)], quietZone: .init(all: 4))
        ]
    }
}

extension UInt16 {
    var littleEndian8: [UInt8] { [UInt8(truncatingIfNeeded: self), UInt8(truncatingIfNeeded: self >> 8)] }
    var bigEndian8: [UInt8] { littleEndian8.reversed() }
}

extension String {
    fileprivate func components(_ text: String) -> Int { ranges(of: text).count }
}
