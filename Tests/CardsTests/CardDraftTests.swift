import Cards
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
            #expect(draft.problems[field] == "it may have 64 kB at most, and has 65 kB")
            #expect(draft.card == card)
        }
        var draft = CardDraft(editing: card)
        draft.setText(String(repeating: "x", count: 3 << 20), of: .note)
        #expect(draft.problems[.note] == "it may have 1 MB at most, and has 3 MB")
        draft.setText(String(repeating: "x", count: 1 << 20), of: .note)
        #expect(draft.problems[.note] == nil)
        draft.setText("a, " + line, of: .groups)
        #expect(draft.problems[.groups] == "a group may have 64 kB at most")
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
        for (field, text) in [(DraftField.expiry, "tomorrow"), (.balance, "x"), (.color, "red"), (.currency, "euro")] {
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
        #expect(draft.problems[.expiry] == "this is before the first day")
        draft.setText("2026-12-31", of: .expiry)
        #expect(draft.problems.isEmpty)
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
        #expect(bare?.front == PhotoHash(of: [1, 2, 3]) && bare?.cut(.front) == nil)
        // Without the bytes only the photo is lost.
        let without = CardDraft(json: draft.json, photos: [:])
        #expect(without?.front == nil)
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
