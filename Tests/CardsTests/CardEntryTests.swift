import TestSupport
import Testing

@testable import Cards

@Suite("Own fields and further codes")
struct CardEntryTests {
    private static let letters = Array("aZ0 =:[]#\"\\'é\u{301}\u{85}\u{2028}\n\r\t\u{7F}ß語\u{1F600}".unicodeScalars)

    private static func text(_ generator: inout SeededGenerator, least: Int = 0) -> String {
        String(
            String.UnicodeScalarView(
                (0..<Int.random(in: least...8, using: &generator)).map { _ in
                    letters.randomElement(using: &generator) ?? "x"
                }))
    }

    @Test("every text comes back from a line, whatever is in it")
    func roundTrip() throws {
        let seed = SeededGenerator.seed()
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<3000 {
            let field = OwnField(
                name: Self.text(&generator, least: 1), value: Self.text(&generator))
            #expect(!field.line.unicodeScalars.contains("\n"), "seed \(seed)")
            #expect(try OwnField(line: field.line) == field, "seed \(seed): \(field.line)")
            let formats = BarcodeFormat.known + [BarcodeFormat(rawValue: Self.text(&generator, least: 1))]
            let value = Self.text(&generator)
            let code = FurtherCode(
                label: Self.text(&generator),
                barcode: Barcode(
                    format: try #require(formats.randomElement(using: &generator)), value: value.isEmpty ? nil : value,
                    encoding: [nil, "UTF-8", "x]y"].randomElement(using: &generator) ?? nil))
            #expect(!code.line.unicodeScalars.contains("\n"), "seed \(seed)")
            #expect(try FurtherCode(line: code.line) == code, "seed \(seed): \(code.line)")
        }
    }

    @Test(
        "a line is read as people write it",
        arguments: [
            ("Locker=12", "Locker", "12"), ("  Member since  =  May 2019 ", "Member since", "May 2019"),
            ("Formula = a = b", "Formula", "a = b"), ("\"a = b\" = c", "a = b", "c"), ("Empty =", "Empty", ""),
            ("Said = \"well\" he said", "Said", "\"well\" he said"), ("Two = \"a\\nb\"", "Two", "a\nb"),
        ])
    func typedField(line: String, name: String, value: String) throws {
        #expect(try OwnField(line: line) == OwnField(name: name, value: value))
    }

    @Test(
        "a code is read as people write it",
        arguments: [
            (
                "Voucher = QR code: https://shop.example?a=b", "Voucher", BarcodeFormat.qrCode,
                "https://shop.example?a=b"
            ),
            ("Voucher=QR_CODE:4711", "Voucher", .qrCode, "4711"), ("ean13: 4006381333931", "", .ean13, "4006381333931"),
            ("Same number = Code 128", "Same number", .code128, nil),
        ] as [(String, String, BarcodeFormat, String?)])
    func typedCode(line: String, label: String, format: BarcodeFormat, value: String?) throws {
        #expect(
            try FurtherCode(line: line) == FurtherCode(label: label, barcode: Barcode(format: format, value: value)))
    }

    @Test("lines that mean nothing say what is wrong, and where")
    func problems() {
        var draft = CardDraft(creating: .random())
        for (field, text, problem) in [
            (DraftField.ownFields, "Locker", "write it as NAME = VALUE"),
            (.ownFields, "a = 1\n\n= 2", "line 3: write it as NAME = VALUE"),
            (.ownFields, "\"a = 1", "the quote does not end, or is not written as in JSON"),
            (.codes, "Voucher =", "write it as LABEL = KIND: VALUE"),
            (.codes, "Voucher = QRR: 1", "\"QRR\" is not a known kind of barcode: write LABEL = KIND: VALUE"),
            (.codes, "Voucher = QR code [UTF-8: 1", "the encoding has no ]"),
            (.codes, "Voucher = \"X\" 1", "write it as LABEL = KIND: VALUE"),
        ] {
            draft.setText(text, of: field)
            #expect(draft.problems[field] == problem, "\(text)")
            draft.setText("", of: field)
        }
        draft.setText((0...OwnField.maximum).map { "n\($0) = 1" }.joined(separator: "\n"), of: .ownFields)
        #expect(draft.problems[.ownFields] == "a card can have 50 of these at most")
        draft.setText("a = " + String(repeating: "x", count: CardBounds.lineBytes), of: .ownFields)
        #expect(draft.problems[.ownFields] == "a line can be 64 kB at most")
        #expect(draft.card.ownFields.isEmpty)
    }

    @Test(
        "a value that the program would not write itself is kept as it is, and typing replaces it",
        arguments: [
            #"{"a":1}"#, #""text""#, #"[{"name":"a","value":"b","x":"y"}]"#, #"[{"name":"a"}]"#,
            #"[{"name":"","value":""}]"#,
            #"[{"name":"a","value":1}]"#, "[1]",
        ])
    func otherValues(json: String) throws {
        let text = #"{"identifier":"a","name":"Gym","fields":\#(json)}"#
        let card = try CardJSON.patch(from: JSONParser.parse(Array(text.utf8))).checked().applied(to: nil)
        #expect(card.ownFields.isEmpty)
        #expect(card.unknownFields["fields"] == (try JSONParser.parse(Array(json.utf8))))
        #expect(
            CardJSON.members(of: card) { _ in nil }.contains {
                $0.key == "fields" && $0.value == card.unknownFields["fields"]
            })
        var draft = CardDraft(editing: card)
        draft.setText("Locker = 12", of: .ownFields)
        #expect(draft.card.ownFields == [OwnField(name: "Locker", value: "12")])
        #expect(draft.card.unknownFields.isEmpty)
    }

    @Test("a longer list than a card can have is kept as it is, and refused from elsewhere")
    func tooMany() throws {
        let fields = (0...OwnField.maximum).map { OwnField(name: "n\($0)", value: "") }
        var card = Card(identifier: .random(), name: "Gym")
        card.ownFields = fields
        let read = try CardJSON.patch(from: .object(JSONObject(CardJSON.members(of: card) { _ in nil })))
        #expect(read.values.ownFields.isEmpty && read.values.unknownFields["fields"] != nil)
        #expect(throws: CardJSONError.tooMany(key: "fields", limit: OwnField.maximum)) {
            try CardPatch(from: nil, to: card).checked()
        }
    }

    @Test("pictures are left out of what is sent where one has no bytes, and read with all of them")
    func pictures() throws {
        var card = Card(identifier: .random(), name: "Gym")
        let photos: [PhotoHash: [UInt8]] = [PhotoHash(of: [1]): [1], PhotoHash(of: [2]): [2]]
        card.pictures = [
            FurtherPicture(label: "Receipt", hash: PhotoHash(of: [1])),
            FurtherPicture(label: "", hash: PhotoHash(of: [2])),
        ]
        let members = CardJSON.members(of: card) { photos[$0] }
        let read = try CardJSON.patch(from: .object(JSONObject(members)))
        #expect(read.values.pictures == card.pictures && read.photos == photos)
        #expect(!CardJSON.members(of: card) { $0 == PhotoHash(of: [1]) ? [1] : nil }.contains { $0.key == "pictures" })
        #expect(!CardJSON.membersWithoutPhotos(of: card).contains { $0.key == "pictures" })
        #expect(Set(card.photos) == Set(photos.keys))
    }

    @Test("single entries are set and removed, and the others stay")
    func edits() throws {
        var card = Card(identifier: .random(), name: "Gym")
        card.ownFields = [OwnField(name: "Locker", value: "12"), OwnField(name: "Since", value: "2019")]
        card.codes = [FurtherCode(label: "Voucher", barcode: Barcode(format: .qrCode, value: "1"))]
        var edits = EntryEdits()
        edits.fields = ["Locker=13", "Since=", "New=x"]
        edits.codes = ["Voucher=QR_CODE:2", "Other=CODE_128:3", "None="]
        try edits.applyFields(to: &card)
        try edits.applyCodes(to: &card)
        #expect(card.ownFields == [OwnField(name: "Locker", value: "13"), OwnField(name: "New", value: "x")])
        #expect(card.codes.map(\.line) == ["Voucher = QR code: 2", "Other = Code 128: 3"])
        edits.codes = ["Wrong=EAN_13:4006381333932"]
        #expect(throws: TypingError.self) { try edits.applyCodes(to: &card) }
    }
}
