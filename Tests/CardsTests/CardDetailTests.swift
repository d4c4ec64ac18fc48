import Testing

@testable import Cards

@Suite("Phone and website")
struct CardDetailTests {
    private func card(_ change: (inout Card) -> Void = { _ in }) throws -> Card {
        var card = Card(identifier: try #require(CardID("a")), name: "Gym")
        change(&card)
        return card
    }

    private func patch(_ text: String) throws -> CardPatch {
        try CardJSON.patch(from: JSONParser.parse(Array(text.utf8)))
    }

    private func stored(_ card: Card) -> String { String(decoding: CardJSON.storedText(of: card), as: UTF8.self) }

    @Test(
        "a website is a link with or without a scheme; other texts are none",
        arguments: [
            ("https://shop.example/a?b#c", "https://shop.example/a?b#c"),
            ("http://localhost:80", "http://localhost:80"),
            ("shop.example", "https://shop.example"), (" www.shop.example/cards ", "https://www.shop.example/cards"),
            ("shop.example, or ask Bob", "https://shop.example"),
            ("mailto:desk@shop.example", "mailto:desk@shop.example"),
            ("closed", nil), ("ask Bob", nil), ("ftp://shop.example", nil), ("file:///etc/passwd", nil), ("-x", nil),
            ("javascript:alert(1)", nil), ("https://", nil),
        ])
    func link(text: String, link: String?) throws {
        let details = try card { $0.website = text }.details
        #expect(details.map(\.link) == [link])
        #expect(details.map(\.text) == [text])
    }

    @Test("a phone number is no link, and a card without either has no details")
    func phone() throws {
        #expect(try card { $0.phone = "shop.example" }.details.map(\.link) == [nil])
        #expect(try card().details.isEmpty)
        let both = try card { ($0.website, $0.phone) = ("w", "p") }
        #expect(both.details.map(\.label) == ["phone", "website"])
    }

    @Test("text and digits set the field, null and absence remove it as everywhere")
    func texts() throws {
        let old = try card { ($0.phone, $0.website) = ("1", "w") }
        #expect(try patch(#"{"identifier":"a","phone":"+48 22"}"#).applied(to: old).phone == "+48 22")
        #expect(try patch(#"{"identifier":"a","phone":4822}"#).applied(to: old).phone == "4822")
        #expect(try patch(#"{"identifier":"a","phone":null}"#).applied(to: old).phone == "")
        #expect(try patch(#"{"identifier":"a"}"#).applied(to: old) == old)
    }

    @Test(
        "a value of another type is kept unchanged in the field's position",
        arguments: [#"{"home":"1","away":[2,null],"b":{}}"#, "[]", "true", #"["1"]"#])
    func others(json: String) throws {
        let text = #"{"identifier":"a","name":"Gym","phone":\#(json),"tier":1}"#
        let patch = try patch(text).checked()
        #expect(patch.fields == [.name, .phone, .unknown("tier")])
        let theirs = patch.applied(to: try card { $0.phone = "1" })
        #expect(theirs.phone.isEmpty)
        #expect(stored(theirs) == text)
        #expect(theirs.filledFields == [.name, .phone, .unknown("tier")])
        // It is merged with the field, and nothing else is.
        #expect(try card().differences(from: theirs) == [.phone, .unknown("tier")])
        var copy = try card { $0.phone = "1" }
        copy.copy([.phone], from: theirs)
        #expect(stored(copy) == #"{"identifier":"a","name":"Gym","phone":\#(json)}"#)
        let members = CardJSON.members(of: copy, always: FieldSet.known) { _ in nil }
        #expect(members.count { $0.key == "phone" } == 1)
        // A text from either side replaces it.
        #expect(try self.patch(#"{"identifier":"a","phone":"2"}"#).applied(to: copy) == card { $0.phone = "2" })
        var draft = CardDraft(editing: copy)
        #expect(draft.text(of: .phone) == "" && !draft.isChanged && draft.card == copy)
        draft.setText("2", of: .phone)
        #expect(try draft.card == card { $0.phone = "2" })
    }

    @Test("after changes on both sides a value of another type is a conflict like any")
    func merge() throws {
        let (base, ours) = (try card { $0.phone = "1" }, try card { $0.phone = "2" })
        let patch = try patch(#"{"identifier":"a","phone":{"home":"3"}}"#)
        let merge = CardMerge(patch, into: ours, base: base)
        #expect(merge.card == ours)
        #expect(merge.conflicts == [.phone])
        #expect(CardMerge(patch, into: base, base: base).card.unknownFields["phone"] != nil)
        #expect(CardMerge(try self.patch(#"{"identifier":"a","phone":"1"}"#), into: base, base: base).card == base)
    }

    @Test("a text longer than the limit is kept as an unknown member, like another type's value")
    func long() throws {
        let long = String(repeating: "1", count: CardBounds.lineBytes + 1)
        let card = try patch(#"{"identifier":"a","name":"Gym","phone":"\#(long)"}"#).checked().applied(to: nil)
        #expect(card.phone.isEmpty)
        #expect(card.unknownFields["phone"]?.string == long)
    }

    @Test("both are searched, a phone number without its gaps, too")
    func found() throws {
        let text = CardSearchText(try card { ($0.phone, $0.website) = ("+48 22-1", "Shop.example") })
        #expect(text.others == ["+48 22-1", "+48221", "shop.example"])
    }
}
