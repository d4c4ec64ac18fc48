import Cards
import TestSupport
import Testing

@Suite("A draft of a card that changes elsewhere")
struct FollowingDraftTests {
    private let old: Card

    init() {
        var card = Card(identifier: .random(), name: "Cedar Library")
        card.number = "1"
        old = card
    }

    private func change(_ change: (inout Card) -> Void) -> Card {
        var card = old
        change(&card)
        return card
    }

    @Test("fields that nobody edited follow, an edited one keeps its text and is contested")
    func following() {
        var draft = CardDraft(editing: old)
        draft.setText("7", of: .number)
        let newer = change { ($0.name, $0.number, $0.note, $0.isStarred) = ("Cedar East", "2", "n", true) }
        let followed = FollowingDraft(draft, of: newer).followed()
        #expect(followed.text(of: .name) == "Cedar East" && followed.text(of: .note) == "n" && followed.isStarred)
        #expect(followed.text(of: .number) == "7")
        #expect(FollowingDraft(followed, of: newer).contested == [.number])
        #expect(followed.patch.fields == [.number])
        #expect(FollowingDraft(followed, of: newer).followed() == followed)
    }

    @Test("a held field waits, and follows when it is held no longer")
    func held() {
        let newer = change { $0.name = "Cedar East" }
        let waiting = FollowingDraft(CardDraft(editing: old), of: newer).followed(holding: [.name])
        #expect(waiting.text(of: .name) == "Cedar Library")
        #expect(
            FollowingDraft(waiting, of: newer).changed == [.name]
                && FollowingDraft(waiting, of: newer).contested.isEmpty)
        #expect(!waiting.isChanged)
        #expect(FollowingDraft(waiting, of: newer).followed() == CardDraft(editing: newer))
    }

    @Test("the same value on both sides is agreed on, and so is a value that went back")
    func agreed() {
        var draft = CardDraft(editing: old)
        draft.setText("2", of: .number)
        let same = change { $0.number = "2" }
        #expect(FollowingDraft(FollowingDraft(draft, of: same).followed(), of: same).contested.isEmpty)
        #expect(!FollowingDraft(draft, of: same).followed().isChanged)
        let contested = FollowingDraft(draft, of: change { $0.number = "3" }).followed()
        #expect(FollowingDraft(FollowingDraft(contested, of: old).followed(), of: old).contested.isEmpty)
        #expect(FollowingDraft(contested, of: old).followed().patch.fields == [.number])
    }

    @Test("a text that is no value stays, also where the field was changed elsewhere")
    func invalid() {
        var draft = CardDraft(editing: old)
        draft.setText("half a da", of: .expiry)
        let newer = change { $0.expiry = CalendarDay(daysSince1970: 20_000) }
        let followed = FollowingDraft(draft, of: newer).followed()
        #expect(followed.text(of: .expiry) == "half a da")
        #expect(FollowingDraft(followed, of: newer).contested == [.expiry])
    }

    @Test("a decision keeps one value and leaves the other fields as they are")
    func settling() {
        var draft = CardDraft(editing: old)
        draft.setText("7", of: .number)
        draft.setText("Mine", of: .name)
        let newer = change { ($0.name, $0.number) = ("Theirs", "2") }
        let followed = FollowingDraft(draft, of: newer).followed()
        #expect(FollowingDraft(followed, of: newer).contested == [.name, .number])
        let theirs = FollowingDraft(followed, of: newer).settled(.name, keepingMine: false)
        #expect(theirs.text(of: .name) == "Theirs" && theirs.text(of: .number) == "7")
        #expect(FollowingDraft(theirs, of: newer).contested == [.number])
        let mine = FollowingDraft(theirs, of: newer).settled(.number, keepingMine: true)
        #expect(FollowingDraft(mine, of: newer).contested.isEmpty)
        #expect(mine.patch.fields == [.number] && mine.card.number == "7")
    }

    @Test("a barcode is contested as a whole, and a photo and the star can be taken back")
    func others() {
        var draft = CardDraft(editing: old)
        draft.setText("QR code", of: .barcode)
        draft.isStarred = true
        draft.setPhoto(NewPhoto([1], from: [1], PhotoCrop()), side: .front)
        let newer = change {
            ($0.barcode, $0.front) = (Barcode(format: .code128, value: "5"), PhotoHash(of: [2]))
        }
        let followed = FollowingDraft(draft, of: newer).followed()
        #expect(FollowingDraft(followed, of: newer).contested == [.barcode, .front])
        let code = FollowingDraft(followed, of: newer).settled(.barcode, keepingMine: false)
        #expect(code.card.barcode == newer.barcode)
        let photo = FollowingDraft(code, of: newer).settled(.front, keepingMine: false)
        #expect(photo.photo(.front) == PhotoHash(of: [2]) && photo.photos.isEmpty)
        #expect(photo.patch.fields == [.isStarred])
        #expect(FollowingDraft(followed, of: newer).settled(.front, keepingMine: true).photos.count == 1)
    }
}
