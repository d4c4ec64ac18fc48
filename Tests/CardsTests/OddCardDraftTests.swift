import Cards
import Testing

@Suite("Drafts of cards from elsewhere")
struct OddCardDraftTests {
    private let identifier = CardID.random()

    @Test("days that came in the wrong order keep nobody from changing the name")
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

    @Test("a draft over the card that it was saved as has nothing left to save")
    func rebasedOnItself() {
        var draft = CardDraft(creating: identifier)
        draft.setText("Elm", of: .name)
        draft.take(NewPhoto([1, 2], from: [9, 9], PhotoCrop()), side: .front)
        let rebased = draft.rebased(on: draft.card)
        #expect(!rebased.isChanged)
        #expect(rebased.mode == .edit)
    }

    @Test("taking a photo away leaves the path that is being typed")
    func photoAndPath() {
        var draft = CardDraft(creating: identifier)
        draft.take(NewPhoto([1, 2], from: [9, 9], PhotoCrop()), side: .front)
        draft.setText("other.png", of: .front)
        draft.removePhoto(.front)
        #expect(draft.text(of: .front) == "other.png")
    }
}
