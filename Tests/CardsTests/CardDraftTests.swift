import Cards
import TestSupport
import Testing

@Suite("Draft")
struct CardDraftTests {
    @Test("a text above the limit is a problem that names the limit, and the saved value stays")
    func tooLong() throws {
        var card = Card(identifier: try #require(CardID("a")), name: "Old")
        card.number = "1"
        let line = String(repeating: "x", count: CardBounds.lineBytes + 1)
        for field in [DraftField.name, .number, .balance, .currency] {
            var draft = CardDraft(editing: card)
            draft.setText(line, of: field)
            #expect(draft.problems[field] == "it can be 64 kB at most, but is 65 kB")
            #expect(draft.card == card)
        }
        var draft = CardDraft(editing: card)
        draft.setText(String(repeating: "x", count: 3 << 20), of: .note)
        #expect(draft.problems[.note] == "it can be 1 MB at most, but is 3 MB")
        draft.setText(String(repeating: "x", count: 1 << 20), of: .note)
        #expect(draft.problems[.note] == nil)
        draft.setText("a, " + line, of: .groups)
        #expect(draft.problems[.groups] == "a group can be 64 kB at most")
        draft.setText("QR", of: .barcode)
        draft.setText(line, of: .barcodeValue)
        #expect(draft.problems[.barcodeValue] != nil)
        #expect(draft.card.barcode == nil)
    }

    private var card: Card {
        var card = Card(identifier: .random(), name: "Cedar")
        card.number = "1"
        card.groups = ["a, b", "c"]
        card.balance = "not a number"
        card.note = "two\nlines "
        return card
    }

    @Test("an unedited field keeps what its text cannot express")
    func untouched() {
        var draft = CardDraft(editing: card)
        draft.setText("Cedar 2", of: .name)
        #expect(draft.problems.isEmpty)
        #expect(draft.card.groups == ["a, b", "c"])
        #expect(draft.card.balance == "not a number")
        #expect(draft.patch.fields == [.name])
    }

    @Test("invalid text is a problem of its field, and the saved value stays")
    func problems() {
        var draft = CardDraft(editing: card)
        for (field, text) in [
            (DraftField.expiry, "some day"), (.balance, "x"), (.color, "reddish"), (.currency, "eurozone"),
        ] {
            draft.setText(text, of: field)
        }
        #expect(Set(draft.problems.keys) == [.expiry, .balance, .color, .currency])
        #expect(draft.patch.fields.isEmpty)
    }

    @Test("the expiry date cannot be before the start date")
    func order() {
        var draft = CardDraft(creating: .random())
        draft.setText("2026-12-31", of: .validFrom)
        draft.setText("2026-12-30", of: .expiry)
        #expect(draft.problems[.expiry] == "this is before the start date")
        draft.setText("2026-12-31", of: .expiry)
        #expect(draft.problems.isEmpty)
    }

    @Test(
        "groups with commas, quotes and marks above them are read as they are written",
        arguments: [
            ["a, b", "c"], ["a\",\u{301}b"], ["\"\u{301}x"], ["a,\"\u{301}b", "\""], ["say \"x\"; y", "z"],
            [",\u{301}"],
        ])
    func groups(groups: [String]) {
        #expect(LocalInput.groups(from: LocalInput.text(ofGroups: groups)) == groups)
    }

    @Test("typing and deleting is no change")
    func backAgain() {
        var draft = CardDraft(editing: card)
        draft.setText("x", of: .name)
        draft.setText("Cedar", of: .name)
        #expect(!draft.isChanged)
    }

    @Test("a draft is stored as JSON and restored unchanged")
    func json() {
        var draft = CardDraft(editing: card)
        draft.setText("half a da", of: .expiry)
        draft.setPhoto(NewPhoto([1, 2, 3], from: [9, 9], PhotoCrop()), side: .front)
        let kept = CardDraft(json: draft.json, photos: draft.photos)
        #expect(kept == draft)
        #expect(kept?.cut(.front)?.original == [9, 9])
        // Without its original it is still a photo.
        let bare = CardDraft(json: draft.json, photos: [PhotoHash(of: [1, 2, 3]): [1, 2, 3]])
        #expect(bare?.photo(.front) == PhotoHash(of: [1, 2, 3]) && bare?.cut(.front) == nil)
        // Without the bytes only the photo is lost.
        let without = CardDraft(json: draft.json, photos: [:])
        #expect(without?.photo(.front) == nil)
        #expect(without?.text(of: .expiry) == "half a da")
        #expect(CardDraft(json: .null, photos: [:]) == nil)
    }

    @Test("rebased on a newer card, unedited fields show the new values")
    func rebased() {
        let old = card
        var draft = CardDraft(editing: old)
        draft.setText("Cedar East", of: .name)
        var newer = old
        (newer.number, newer.isStarred) = ("2", true)
        let rebased = draft.rebased(on: newer)
        #expect(rebased.card.name == "Cedar East")
        #expect(rebased.card.number == "2" && rebased.isStarred)
        #expect(rebased.patch.fields == [.name])
    }

    @Test("only chosen photos are in the patch")
    func photos() {
        var draft = CardDraft(creating: .random())
        draft.setPhoto(NewPhoto([1], from: [9, 9], PhotoCrop()), side: .front)
        draft.setPhoto(NewPhoto([2], from: [9, 9], PhotoCrop()), side: .front)
        #expect(draft.patch.photos == [PhotoHash(of: [2]): [2]])
        // The originals are kept with the photos, and removed with them.
        #expect(draft.cut(.front)?.original == [9, 9])
        #expect(draft.photos.count == 2)
        draft.removePhoto(.front)
        #expect(draft.patch.photos.isEmpty && draft.photo(.front) == nil)
        #expect(draft.cut(.front) == nil && draft.photos.isEmpty)
    }
}

@Suite("Typed days and amounts of a draft")
struct LocalDraftTests {
    private let german = LocalInput(format: .german, today: LocalInput.iso.today)

    private func card() throws -> Card {
        var card = Card(identifier: try #require(CardID("a")), name: "A")
        (card.balance, card.currency, card.expiry) = ("1234.50", "EUR", CalendarDay("2026-06-05"))
        return card
    }

    @Test("an untouched draft in any locale is no change, and its texts are read back as the card")
    func untouched() throws {
        let card = try card()
        for format in LocalFormat.samples {
            var draft = CardDraft(editing: card, LocalInput(format: format, today: LocalInput.iso.today))
            #expect(!draft.isChanged && draft.card == card && draft.problems.isEmpty)
            for field in [DraftField.expiry, .balance] { draft.setText(draft.text(of: field) + " ", of: field) }
            #expect(draft.card == card && draft.problems.isEmpty, "\(format)")
        }
    }

    @Test("a draft that is kept in one locale means the same in another, and on another day")
    func kept() throws {
        var draft = CardDraft(editing: try card(), german)
        draft.setText("5.6.27", of: .expiry)
        draft.setText("morgen", of: .validFrom)
        draft.setText("2.345,5 USD", of: .balance)
        let american = LocalInput(format: .american, today: german.today.adding(days: 9))
        let restored = try #require(CardDraft(json: draft.json, photos: [:], american))
        #expect(restored.text(of: .expiry) == "06/05/2027")
        #expect(restored.text(of: .balance) == "2345.5 USD")
        #expect(restored.text(of: .validFrom) == "morgen", "what cannot be read stays as it was typed")
        draft.setText("tomorrow", of: .validFrom)
        #expect(CardDraft(json: draft.json, photos: [:], american)?.card.validFrom?.text == "2026-11-21")
    }

    @Test("a currency behind the amount is the card's, unless its own field says another")
    func currency() throws {
        var draft = CardDraft(creating: try #require(CardID("a")), german)
        draft.setText("5 €", of: .balance)
        #expect((draft.card.balance, draft.card.currency) == ("5", "EUR"))
        draft.setText("usd", of: .currency)
        #expect(draft.problems[.currency] == "the balance is in EUR")
        draft.setText("5", of: .balance)
        #expect(draft.card.currency == "USD" && draft.problems[.currency] == nil)
        var edited = CardDraft(editing: try card(), german)
        edited.setText("3 points", of: .balance)
        #expect((edited.card.balance, edited.card.currency) == ("3", nil))
    }

    @Test("tomorrow keeps its meaning after midnight")
    func tomorrow() throws {
        var draft = CardDraft(creating: try #require(CardID("a")), german)
        draft.setText("tomorrow", of: .expiry, today: german.today)
        #expect(draft.card.expiry == german.today.adding(days: 1))
        draft.setText("tomorrow", of: .expiry, today: german.today.adding(days: 1))
        #expect(draft.card.expiry == german.today.adding(days: 2))
    }
}
