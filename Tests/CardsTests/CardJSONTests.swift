import Cards
import Testing

@Suite("A card as JSON")
struct CardJSONTests {
    private func patch(_ text: String) throws -> CardPatch {
        try CardJSON.patch(from: JSONParser.parse(Array(text.utf8)))
    }

    @Test("My Cards' four keys are read, photos as base64")
    func original() throws {
        let patch = try patch(#"{"identifier":"A-1","name":"swifting.io","front":"AQID","back":""}"#)
        #expect(patch.fields == [.name, .front, .back])
        #expect(patch.values.front == PhotoHash(of: [1, 2, 3]))
        #expect(patch.photos == [PhotoHash(of: [1, 2, 3]): [1, 2, 3]])
        #expect(patch.values.back == nil)
    }

    @Test("an absent key is unchanged, null and empty text mean none")
    func absence() throws {
        var card = Card(identifier: try #require(CardID("a")), name: "N")
        (card.number, card.note) = ("1", "x")
        card.groups = ["g"]
        card.expiry = CalendarDay("2026-12-31")
        #expect(try patch(#"{"identifier":"a"}"#).applied(to: card) == card)
        let emptied = try patch(#"{"identifier":"a","number":"","note":null,"groups":null,"expiry":""}"#).applied(
            to: card)
        #expect(emptied.filledFields == [.name])
    }

    @Test("every field is written and read back unchanged, with the unknown ones")
    func roundTrip() throws {
        var card = Card(identifier: .random(), name: "Łódź \u{1F4B3}\u{0}")
        card.number = "1"
        card.barcode = Barcode(format: .ean13, value: "4006381333931", encoding: "ISO-8859-1")
        card.note = "two\nlines\t\"quoted\" \\ \u{7F}"
        (card.front, card.back, card.icon) = (PhotoHash(of: [1]), PhotoHash(of: [2]), PhotoHash(of: [3]))
        (card.balance, card.currency) = ("12.50", "EUR")
        (card.validFrom, card.expiry) = (CalendarDay("2026-01-01"), CalendarDay("2026-12-31"))
        card.groups = ["a", "b, c"]
        card.color = CardColor("#1a2b3c")
        (card.isStarred, card.isArchived) = (true, true)
        (card.created, card.modified) = (Timestamp(milliseconds: 1), Timestamp(milliseconds: 1_795_176_000_123))
        card.unknownFields = ["vendor": .object(["n": .number("1.10e400"), "x": .array([.null, .bool(false)])])]
        let bytes = [PhotoHash(of: [1]): [1], PhotoHash(of: [2]): [2], PhotoHash(of: [3]): [3] as [UInt8]]
        var writer = JSONWriter(pretty: true)
        writer.write(CardJSON.members(of: card) { bytes[$0] })
        let read = try CardJSON.patch(from: JSONParser.parse(writer.bytes))
        #expect(read.applied(to: nil) == card)
        #expect(read.photos == bytes)
    }

    @Test("the four original keys are always written, in their order")
    func originalKeys() {
        let card = Card(identifier: .random(), name: "N")
        #expect(CardJSON.members(of: card) { _ in nil }.map(\.key) == ["identifier", "name", "front", "back"])
    }

    @Test("a photo without its bytes is left out, never written as empty")
    func missingBytes() {
        var card = Card(identifier: .random(), name: "N")
        card.front = PhotoHash(of: [1])
        #expect(CardJSON.members(of: card) { _ in nil }.map(\.key) == ["identifier", "name", "back"])
    }

    @Test("invalid base64 is kept as it came and does not reject the card; a data URL is accepted")
    func oddPhotos() throws {
        let patch = try patch(#"{"identifier":"a","name":"N","front":"!!!","back":"data:image/png;base64,AQ ID"}"#)
        #expect(patch.fields == [.name, .front, .back])
        #expect(patch.values.front == nil && patch.values.unknownFields == ["front": .string("!!!")])
        #expect(patch.values.back == PhotoHash(of: [1, 2, 3]))
    }

    @Test(
        "an invalid value is rejected with its key",
        arguments: [
            (#"{"identifier":"../x","name":"N"}"#, CardJSONError.badIdentifier("../x")),
            (#"{"name":"N"}"#, .missingIdentifier), (#"[]"#, .notAnObject),
            (#"{"identifier":[7]}"#, .badValue(key: "identifier")),
            (#"{"identifier":"a","name":true}"#, .badValue(key: "name")),
        ])
    func refused(text: String, error: CardJSONError) {
        #expect(throws: error) { try patch(text) }
    }

    @Test("how often a card was used elsewhere is no part of it: a listing that is imported leaves nothing behind")
    func localMembers() throws {
        let patch = try patch(
            #"{"identifier":"a","name":"N","lastUsed":"2026-11-20T10:00:00Z","uses":4,"shop":{"uses":1}}"#)
        #expect(patch.fields == [.name, .unknown(ExactText("shop"))])
        #expect(patch.values.unknownFields == ["shop": .object(["uses": .number("1")])])
    }

    @Test(
        "what is no photo is kept as it came, and the rest of the card is read",
        arguments: ["7", "12345678", "{\"x\":1}", "[true]", "true"])
    func wrongPhoto(value: String) throws {
        let patch = try patch(#"{"identifier":"a","name":"N","front":\#(value),"number":"1"}"#)
        #expect(patch.values.front == nil && patch.values.number == "1")
        #expect(try patch.values.unknownFields == ["front": JSONParser.parse(Array(value.utf8))])
    }
}
