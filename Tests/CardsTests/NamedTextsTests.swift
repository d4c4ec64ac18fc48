import Cards
import TestSupport
import Testing

@Suite("A card as named texts")
struct NamedTextsTests {
    private func draft(_ change: (inout Card) -> Void = { _ in }) throws -> CardDraft {
        var card = Card(identifier: try #require(CardID("a")), name: "Elm Gym")
        change(&card)
        return CardDraft(editing: card)
    }

    @Test("what is not edited changes nothing")
    func unchanged() throws {
        var draft = try draft {
            ($0.number, $0.note, $0.groups, $0.isStarred) = ("0 0042", "One.\nTwo.", ["a", "b"], true)
        }
        let problems = draft.receive(draft.namedTexts)
        #expect(problems.isEmpty && !draft.isChanged)
        #expect(draft.receive([]).isEmpty && !draft.isChanged)
    }

    @Test("lists are lines, which can be changed; a path of a picture is a problem of its line")
    func lists() throws {
        var draft = try draft {
            $0.ownFields = [OwnField(name: "Locker", value: "12")]
            $0.pictures = [FurtherPicture(label: "Receipt", hash: PhotoHash(of: [1]))]
        }
        #expect(draft.receive(draft.namedTexts).isEmpty && !draft.isChanged)
        let problems = draft.receive([
            NamedText(name: "fields", text: "Locker = 13\nShoes = 43\n", line: 1),
            NamedText(name: "codes", text: "Voucher = QR code: 1", line: 2),
            NamedText(name: "pictures", text: "", line: 3),
        ])
        #expect(problems.isEmpty)
        #expect(draft.card.ownFields.map(\.line) == ["Locker = 13", "Shoes = 43"])
        #expect(draft.card.codes.count == 1 && draft.card.pictures.isEmpty)
        let wrong = draft.receive([NamedText(name: "pictures", text: "May = ~/may.jpg", line: 7)])
        #expect(wrong.map(\.line) == [7])
    }

    @Test("an edited value and the star are taken over")
    func edited() throws {
        var draft = try draft()
        let problems = draft.receive([
            NamedText(name: "name", text: "Oak Pool"), NamedText(name: "isStarred", text: "true", line: 2),
        ])
        #expect(problems.isEmpty)
        #expect(draft.card.name == "Oak Pool" && draft.card.isStarred)
    }

    @Test("a wrong value, an unknown name and a name that is there twice are problems of their lines")
    func problems() throws {
        var draft = try draft()
        let problems = draft.receive([
            NamedText(name: "name", text: "Elm", line: 1), NamedText(name: "expiry", text: "never", line: 2),
            NamedText(name: "naem", text: "x", line: 3), NamedText(name: "name", text: "Oak", line: 4),
            NamedText(name: "isStarred", text: "maybe", line: 5), NamedText(name: "front", text: "/x", line: 6),
        ])
        #expect(problems.map(\.line) == [2, 3, 4, 5, 6])
    }

    @Test("the same letter in another form is a change")
    func decomposed() throws {
        var draft = try draft { $0.note = "caf\u{E9}" }
        #expect(draft.receive([NamedText(name: "note", text: "cafe\u{301}")]).isEmpty)
        #expect(draft.isChanged && draft.card.note.isSameText(as: "cafe\u{301}"))
    }
}
