import Basics
import Cards
import Testing

/// Values of cards that other programs wrote, in other shapes than this one or in none that can be read.
@Suite("Values of other programs")
struct UnreadValueTests {
    private func patch(_ members: String) throws -> CardPatch {
        try CardJSON.patch(from: JSONParser.parse(Array(#"{"identifier":"a","name":"Gym",\#(members)}"#.utf8)))
            .checked()
    }

    private static let lastDay = CalendarDay(year: 2027, month: 12, day: 31)

    @Test(
        "days in every shape with one meaning are read",
        arguments: [
            #""2027-12-31""#, #""31.12.2027""#, #""31/12/2027""#, #""12/31/2027""#, #""2027/12/31""#, #""20271231""#,
            "20271231", #"" 31 Dec 2027""#, #""12/2027""#, #""2027-12""#, #""2027-12-31T00:00:00Z""#,
            #""2027-12-31T23:59:59.999+01:00""#, #""2027-12-31 18:00""#, "1830211200", "1830211200000",
            #""1830211200""#,
        ])
    func days(value: String) throws {
        let patch = try patch(#""expiry":\#(value)"#)
        #expect(patch.values.expiry == Self.lastDay)
        #expect(patch.values.unknownFields.isEmpty && patch.unreadFields.isEmpty)
        // It is sent back as it came.
        let json = try JSONParser.parse(Array(value.utf8))
        #expect(patch.verbatim == (json == .string("2027-12-31") ? [:] : ["expiry": json]))
        #expect(patch.shadow(over: nil).hasSameContent(as: patch.applied(to: nil)))
    }

    @Test("a month begins with its first day")
    func month() throws {
        #expect(try patch(#""validFrom":"12/2027""#).values.validFrom == CalendarDay(year: 2027, month: 12, day: 1))
    }

    @Test(
        "times in every shape are read",
        arguments: [
            "1700000000", "1700000000000", "1700000000.25", #""1700000000""#, #""2023-11-14T22:13:20Z""#,
            #""2023-11-14T23:13:20+01:00""#, #""2023-11-14 22:13:20""#, #""2023-11-14T22:13:20""#,
        ])
    func times(value: String) throws {
        let time = try #require(try patch(#""created":\#(value)"#).values.created)
        #expect(time.milliseconds / 1000 == 1_700_000_000)
    }

    private static let otherShapes: [(members: String, isRight: @Sendable (Card) -> Bool)] = [
        (#""starred":1"#, { $0.isStarred }), (#""starred":"true""#, { $0.isStarred }),
        (#""archived":"yes""#, { $0.isArchived }), (#""starred":0"#, { !$0.isStarred }),
        (#""groups":"food""#, { $0.groups == ["food"] }),
        (#""groups":"food, drink""#, { $0.groups == ["food", "drink"] }),
        (#""groups":["food",null,7]"#, { $0.groups == ["food", "7"] }),
        (#""groups":{"food":true,"drink":true}"#, { $0.groups == ["food", "drink"] }),
        (#""barcode":"ean13""#, { $0.barcode == Barcode(format: .ean13) }),
        (#""barcode":{"format":"ean13"}"#, { $0.barcode == Barcode(format: .ean13) }),
        (
            #""barcode":{"format":"QR_CODE","value":7,"height":3}"#,
            { $0.barcode == Barcode(format: .qrCode, value: "7") }
        ),
        (#""color":"red""#, { $0.color?.name == "red" }),
        (#""color":-16776961"#, { $0.color == CardColor("#0000ff") }),
        (#""color":4278190335"#, { $0.color == CardColor("#0000ff") }),
        (#""color":255"#, { $0.color == CardColor("#0000ff") }),
    ]

    @Test("flags, groups, kinds of barcodes and colours in other shapes are read", arguments: otherShapes.indices)
    func shapes(index: Int) throws {
        let (members, isRight) = Self.otherShapes[index]
        let patch = try patch(members)
        #expect(isRight(patch.values), "\(members)")
        #expect(patch.values.unknownFields.isEmpty && patch.unreadFields.isEmpty, "\(members)")
    }

    /// Members whose value cannot be read, with the key.
    static let unreadable: [(key: String, value: String)] = [
        ("expiry", #""soon""#), ("expiry", #""03/04/2027""#), ("expiry", #""30.02.2027""#), ("expiry", #""tomorrow""#),
        ("expiry", "true"), ("expiry", "2027"), ("validFrom", "{}"), ("created", #""last year""#), ("modified", "[1]"),
        ("created", "12345678901234567890"), ("starred", #""maybe""#), ("starred", "2"), ("archived", "[1]"),
        ("groups", #"{"x":1}"#), ("groups", #"[["a"]]"#), ("groups", "true"), ("barcode", #""x""#),
        ("barcode", #"{"value":"1"}"#),
        ("barcode", #"{"format":"QR_CODE","value":[]}"#), ("color", #""reddish""#), ("color", "1.5"),
        ("color", "99999999999"),
        ("front", #""https://shop.example/front.jpg""#), ("front", "5"), ("back", #"{"url":"x"}"#),
        ("icon", "12345678"),
        ("icon", "true"), ("number", "true"), ("note", #"["a"]"#), ("balance", "{}"), ("currency", "[1]"),
        ("phone", "false"),
        ("front", #""plain-text_with-signs""#),
    ]

    @Test(
        "what cannot be read is kept, named and written back as it came, and the card is taken", arguments: unreadable)
    func kept(key: String, value: String) throws {
        let json = try JSONParser.parse(Array(value.utf8))
        let patch = try patch(#""\#(key)":\#(value)"#)
        #expect(patch.unreadFields.map(\.key) == [key])
        let card = patch.applied(to: nil)
        #expect(card.unknownFields[key] == json && card.filledFields.count == 2)
        #expect(card.unreadText(of: patch.unreadFields[0]) != nil)
        let sent = JSONObject(CardJSON.members(of: card, always: FieldSet.known) { _ in nil })
        #expect(sent[key] == json)
        // The log and the batches of devices have it, too.
        let stored = CardJSON.storedForm(of: card, fields: card.filledFields)
        #expect(try CardJSON.patch(from: stored, photos: .hash).applied(to: nil) == card)
        // An edit of another field leaves it alone, also in the form.
        var draft = CardDraft(editing: card)
        #expect(!draft.isChanged)
        draft.setText("Pool", of: .name)
        #expect(draft.card.unknownFields[key] == json && draft.problems.isEmpty)
    }

    @Test("a value that is set replaces what could not be read")
    func replaced() throws {
        for definition in FieldDefinition.all where definition.field != .name {
            var card = Card(identifier: .random(), name: "Gym")
            card.unknownFields[definition.key] = .object(["x": .null])
            var new = card
            definition.fill(&new)
            let after = CardPatch(from: card, to: new).applied(to: card)
            #expect(after.unknownFields.isEmpty && definition.isFilled(in: after), "\(definition.key)")
            let member = CardJSON.members(of: after) { _ in [1] }.first { $0.key == definition.key }
            #expect(member.map { $0.value != .object(["x": .null]) } == true, "\(definition.key)")
        }
    }

    @Test("a day that could not be read stands in the form until it is changed")
    func form() throws {
        let card = try patch(#""expiry":"end of 2027""#).applied(to: nil)
        var draft = CardDraft(editing: card)
        #expect(draft.text(of: .expiry) == "end of 2027")
        draft.setText("", of: .expiry)
        #expect(draft.card.unknownFields.isEmpty && draft.isChanged)
        draft.setText("2027-12-31", of: .expiry)
        #expect(draft.card.expiry == Self.lastDay && draft.card.unknownFields.isEmpty)
    }

    @Test("photos as data URLs and in the alphabet of URLs are read")
    func photos() throws {
        let bytes: [UInt8] = [0xFF, 0xD8, 0xFB, 0xEF, 0xBE, 0xFF, 0xFF]
        let text = Base64.text(of: bytes)
        let urlSafe = text.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        #expect(urlSafe != text)
        for form in [
            text, urlSafe, "data:image/jpeg;base64,\(text)", "DATA:image/jpeg;name=a;base64,\(urlSafe)",
            text.replacing("=", with: ""),
        ] {
            let patch = try patch(#""front":"\#(form)""#)
            #expect(
                patch.values.front == PhotoHash(of: bytes) && patch.photos[PhotoHash(of: bytes)] == bytes, "\(form)")
            #expect(patch.values.unknownFields.isEmpty)
        }
    }

    @Test("a photo that was readable stays where the backend writes something else now")
    func photoStays() throws {
        let first = try patch(#""front":"AQID""#)
        let shadow = first.shadow(over: nil)
        let url = try patch(#""front":"https://shop.example/1.jpg""#)
        let merge = CardMerge(url, into: first.applied(to: nil), base: shadow)
        #expect(
            merge.card.front == PhotoHash(of: [1, 2, 3]) && merge.card.unknownFields.isEmpty && merge.conflicts.isEmpty)
        #expect(merge.card.hasSameContent(as: merge.shadow))
        // What is sent is what came, until the photo is edited.
        #expect(merge.card.sent(over: merge.shadow).unknownFields["front"]?.string == "https://shop.example/1.jpg")
        var edited = merge.card
        edited[.front] = PhotoHash(of: [4])
        #expect(!edited.hasSameContent(as: merge.shadow) && edited.sent(over: merge.shadow).unknownFields.isEmpty)
        #expect(url.isKnown(of: merge.shadow) && !first.isKnown(of: merge.shadow))
    }

    @Test(
        "text with half a surrogate pair is sent as it came until it is edited",
        arguments: ["name", "note", "own", "groups", #"own\ud83d"#])
    func surrogates(key: String) throws {
        let source = #""Caf\ud83d""#
        let value = key == "groups" ? "[\(source)]" : source
        let text = #"{"identifier":"a","name":"Gym","\#(key)":\#(value)}"#
        let patch = try CardJSON.patch(from: JSONParser.parse(Array(text.utf8)))
        let (card, shadow) = (patch.shadow(over: nil).withoutVerbatim, patch.shadow(over: nil))
        #expect(card.hasSameContent(as: shadow) && patch.unreadFields.isEmpty)
        func sent(_ card: Card) -> String {
            String(
                decoding: JSONWriter.bytes(
                    of: .object(JSONObject(CardJSON.members(of: card.sent(over: shadow)) { _ in nil }))), as: UTF8.self)
        }
        #expect(sent(card).contains(#""\#(key)":\#(value)"#))
        var edited = card
        edited.number = "1"
        #expect(sent(edited).contains(#""\#(key)":\#(value)"#))
        (edited.name, edited.note, edited.groups, edited.unknownFields) = ("Pool", "x", ["y"], [:])
        #expect(!sent(edited).contains("ud83d"))
    }
}
