import Cards
import Testing

@Suite("Merging a card three ways")
struct CardMergeTests {
    private func card(_ change: (inout Card) -> Void = { _ in }) throws -> Card {
        var card = Card(identifier: try #require(CardID("one")), name: "Library")
        card.number = "1"
        change(&card)
        return card
    }

    private func patch(_ card: Card, _ fields: FieldSet) -> CardPatch { CardPatch(values: card, fields: fields) }

    @Test("changes of different fields are both kept")
    func differentFields() throws {
        let base = try card()
        let ours = try card { $0.note = "ours" }
        let theirs = try card { $0.number = "2" }
        let merge = CardMerge(patch(theirs, [.name, .number, .note]), into: ours, base: base)
        #expect(merge.card.number == "2")
        #expect(merge.card.note == "ours")
        #expect(merge.conflicts.isEmpty)
        #expect(merge.shadow == theirs)
    }

    @Test("a photo that was replaced there by a value that cannot be read conflicts with one that was replaced here")
    func unreadPhoto() throws {
        let base = try card { $0.front = PhotoHash(of: [1]) }
        let ours = try card { $0.front = PhotoHash(of: [2]) }
        let theirs = try CardJSON.patch(
            from: .object(["identifier": .string("one"), "name": .string("Library"), "front": .string("https://x")]))
        let merge = CardMerge(theirs, into: ours, base: base)
        #expect(merge.conflicts == [.front] && merge.card.front == PhotoHash(of: [2]))
        // Once that is known, it is no news.
        #expect(CardMerge(theirs, into: ours, base: merge.shadow).conflicts.isEmpty)
        #expect(CardMerge(theirs, into: base, base: base).conflicts.isEmpty)
    }

    @Test("the same change on both sides is no conflict")
    func sameChange() throws {
        let both = try card { $0.number = "2" }
        let merge = CardMerge(patch(both, [.number]), into: both, base: try card())
        #expect(merge.card == both)
        #expect(merge.conflicts.isEmpty)
    }

    @Test("a field changed on both sides stays ours, and theirs becomes the base")
    func conflict() throws {
        let ours = try card { $0.number = "ours" }
        let theirs = try card { $0.number = "theirs" }
        let merge = CardMerge(patch(theirs, [.number]), into: ours, base: try card())
        #expect(merge.card.number == "ours")
        #expect(merge.shadow.number == "theirs")
        #expect(merge.conflicts == [.number])
    }

    @Test("fields that the patch does not contain stay unchanged, here and in the shadow")
    func absentFields() throws {
        let base = try card { $0.note = "kept" }
        let merge = CardMerge(patch(try card { $0.number = "2" }, [.number]), into: base, base: base)
        #expect(merge.card.note == "kept")
        #expect(merge.shadow.note == "kept")
        #expect(merge.shadow.number == "2")
    }

    @Test("a value removed by the backend is removed here, too")
    func removal() throws {
        let base = try card { $0.note = "old" }
        let merge = CardMerge(patch(try card(), [.note]), into: base, base: base)
        #expect(merge.card.note.isEmpty)
        #expect(merge.conflicts.isEmpty)
    }

    @Test("without a shadow an empty field of theirs does not empty ours")
    func noShadow() throws {
        let ours = try card { $0.note = "ours" }
        let merge = CardMerge(patch(try card { $0.note = "" }, [.name, .number, .note]), into: ours, base: nil)
        #expect(merge.card == ours)
        #expect(merge.conflicts.isEmpty)
    }

    @Test("created gets the earlier time and modified the later, and they never conflict")
    func bookkeeping() throws {
        func stamped(_ created: Int64, _ modified: Int64) throws -> Card {
            try card {
                $0.created = Timestamp(milliseconds: created)
                $0.modified = Timestamp(milliseconds: modified)
            }
        }
        let merge = CardMerge(
            patch(try stamped(5, 50), [.created, .modified]), into: try stamped(10, 20), base: try stamped(1, 1))
        #expect(merge.card == (try stamped(5, 50)))
        #expect(merge.conflicts.isEmpty)
        let silent = CardMerge(patch(try card(), [.created, .modified]), into: try stamped(10, 20), base: nil)
        #expect(silent.card == (try stamped(10, 20)))
    }

    @Test("an unknown field with null equals an absent one")
    func nullUnknownField() throws {
        let ours = try card { $0.unknownFields["tier"] = .string("gold") }
        let theirs = try card { $0.unknownFields["tier"] = .null }
        let merge = CardMerge(patch(theirs, [.unknown("tier")]), into: ours, base: try card())
        #expect(merge.card == ours)
        #expect(merge.conflicts.isEmpty)
        #expect(theirs.hasSameContent(as: try card()))
        #expect(!ours.hasSameContent(as: theirs))
    }

    @Test("a blank name never replaces a name")
    func blankName() throws {
        let base = try card()
        let merge = CardMerge(patch(try card { $0.name = " " }, [.name]), into: base, base: base)
        #expect(merge.card.name == "Library")
        #expect(merge.shadow.name == "Library")
    }

    @Test("a difference only in the two dates is no change of content")
    func content() throws {
        let dated = try card { $0.modified = Timestamp(milliseconds: 1) }
        #expect(dated.hasSameContent(as: try card()))
        #expect(!dated.hasSameContent(as: try card { $0.isStarred = true }))
    }
}
