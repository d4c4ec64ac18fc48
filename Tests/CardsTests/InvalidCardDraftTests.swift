import Cards
import Testing

@Suite("Drafts of invalid cards")
struct InvalidCardDraftTests {
    private let identifier = CardID.random()

    @Test("dates in the wrong order do not prevent changing the name")
    func daysFromElsewhere() {
        var card = Card(identifier: identifier, name: "Elm")
        (card.validFrom, card.expiry) = (CalendarDay("2030-01-01"), CalendarDay("2020-01-01"))
        (card.balance, card.currency) = ("a lot", "MOON")
        var draft = CardDraft(editing: card)
        draft.setText("Oak", of: .name)
        #expect(draft.problems.isEmpty)
        #expect(draft.patch.fields == [.name])
        draft.setText("2020-01-02", of: .expiry)
        #expect(draft.problems[.expiry] != nil)
    }

    @Test("a draft rebased on its saved card has no changes")
    func rebasedOnItself() {
        var draft = CardDraft(creating: identifier)
        draft.setText("Elm", of: .name)
        draft.setPhoto(NewPhoto([1, 2], from: [9, 9], PhotoCrop()), side: .front)
        let rebased = draft.rebased(on: draft.card)
        #expect(!rebased.isChanged)
        #expect(rebased.mode == .edit)
    }

    @Test("removing a photo keeps the path being typed")
    func photoAndPath() {
        var draft = CardDraft(creating: identifier)
        draft.setPhoto(NewPhoto([1, 2], from: [9, 9], PhotoCrop()), side: .front)
        draft.setText("other.png", of: .front)
        draft.removePhoto(.front)
        #expect(draft.text(of: .front) == "other.png")
    }
}
