import TestSupport
import Testing

@testable import Cards

/// The text of a card in the store's log: its content and its order.
struct StoredTextTests {
    @Test("the stored text of any card and fields equals the stored form")
    func sameAsStoredForm() throws {
        var generator = SeededGenerator(usual: 7)
        for _ in 0..<500 {
            let card = try randomCard(using: &generator)
            let some = FieldSet(
                (CardField.known + [.unknown("a\"b"), .unknown("zz"), .unknown("gone")]).filter { _ in
                    Bool.random(using: &generator)
                })
            #expect(
                try JSONParser.parse(CardJSON.storedText(of: card, fields: some))
                    == CardJSON.storedForm(of: card, fields: some))
            #expect(CardJSON.storedText(of: card) == CardJSON.storedText(of: card, fields: card.filledFields))
        }
    }

    @Test("the stored text has the contract's order, removed fields last")
    func keepsTheOrder() throws {
        var card = Card(identifier: try #require(CardID("A")), name: "Migros \"M\"")
        card.groups = ["food", "täglich"]
        card.barcode = Barcode(format: .ean13, value: "1", encoding: "UTF-8")
        card.created = Timestamp("2026-11-20T08:15:30.250Z")
        card.unknownFields = ["z": .number("1.0"), "b\n": .object(["k": .null])]
        let text = CardJSON.storedText(
            of: card,
            fields: card.filledFields.union([.front, .expiry, .isStarred, .barcode, .unknown("gone")]))
        #expect(
            String(decoding: text, as: UTF8.self)
                == #"{"identifier":"A","name":"Migros \"M\"","front":"","#
                + #""barcode":{"encoding":"UTF-8","format":"EAN_13","value":"1"},"expiry":null,"#
                + #""groups":["food","täglich"],"starred":false,"created":"2026-11-20T08:15:30.250Z","#
                + #""b\n":{"k":null},"z":1.0,"gone":null}"#)
    }

    @Test("a card's filled fields are those that differ from an empty card")
    func holdsWhatDiffers() throws {
        var generator = SeededGenerator(usual: 11)
        for _ in 0..<200 {
            let card = try randomCard(using: &generator)
            #expect(card.filledFields == card.differences(from: Card(identifier: card.identifier, name: "")))
        }
    }

    private func randomCard(using generator: inout SeededGenerator) throws -> Card {
        let texts = ["", "Migros", "a \"quote\" \\ and\ttab\n", "\u{1}\u{7F}", "Łódź 🛒", "4006381333931"]
        func text() -> String { texts.randomElement(using: &generator) ?? "" }
        func maybe<Value>(_ value: Value) -> Value? { Bool.random(using: &generator) ? value : nil }
        var card = Card(identifier: CardID(using: &generator), name: text())
        (card.number, card.note, card.balance) = (text(), text(), text())
        if Bool.random(using: &generator) {
            card.barcode = Barcode(format: .qrCode, value: maybe(text()), encoding: maybe("ISO-8859-1"))
        }
        card.front = maybe(PhotoHash(of: [1]))
        card.back = maybe(PhotoHash(of: [2]))
        card.icon = maybe(PhotoHash(of: [3]))
        card.currency = maybe("CHF")
        card.validFrom = maybe(CalendarDay(daysSince1970: Int.random(in: -719_162...2_932_896, using: &generator)))
        card.expiry = maybe(CalendarDay(daysSince1970: Int.random(in: 0...40_000, using: &generator)))
        card.groups = (0..<Int.random(in: 0...3, using: &generator)).map { _ in text() }
        card.color = maybe(CardColor(red: 1, green: 0xAB, blue: 255))
        card.isStarred = Bool.random(using: &generator)
        card.isArchived = Bool.random(using: &generator)
        card.created = maybe(Timestamp(milliseconds: Int64.random(in: -1 << 50...1 << 50, using: &generator)))
        card.modified = maybe(Timestamp(milliseconds: Int64.random(in: 0...1 << 41, using: &generator) / 1000 * 1000))
        if Bool.random(using: &generator) { card.unknownFields["a\"b"] = .array([.bool(true), .string(text())]) }
        if Bool.random(using: &generator) { card.unknownFields["zz"] = .object(["n": .number("1e3"), "a": .null]) }
        return card
    }
}
