import Testing

@testable import Cards

/// `é` as one scalar and as a letter with a combining mark: canonically equal, so Swift's `==` treats them as equal.
@Suite("Text is compared by code points")
struct ExactTextTests {
    private static let composed = "caf\u{E9}"
    private static let decomposed = "cafe\u{301}"

    private func card(_ change: (inout Card) -> Void = { _ in }) throws -> Card {
        var card = Card(identifier: try #require(CardID("one")), name: "Library")
        change(&card)
        return card
    }

    /// Each field of a card that holds text, set to a text.
    private static let setters: [(field: CardField, set: @Sendable (inout Card, String) -> Void)] = [
        (.name, { $0.name = $1 }), (.number, { $0.number = $1 }), (.note, { $0.note = $1 }),
        (.balance, { $0.balance = $1 }), (.currency, { $0.currency = $1 }), (.phone, { $0.phone = $1 }),
        (.website, { $0.website = $1 }), (.remindBefore, { $0.remindBefore = $1 }),
        (.ownFields, { $0.ownFields = [OwnField(name: $1, value: "")] }),
        (.ownFields, { $0.ownFields = [OwnField(name: "x", value: $1)] }),
        (.codes, { $0.codes = [FurtherCode(label: $1, barcode: Barcode(format: .qrCode))] }),
        (.codes, { $0.codes = [FurtherCode(label: "", barcode: Barcode(format: .qrCode, value: $1))] }),
        (.pictures, { $0.pictures = [FurtherPicture(label: $1, hash: PhotoHash(of: [1]))] }),
        (.groups, { $0.groups = ["a", $1] }),
        (.barcode, { $0.barcode = Barcode(format: .qrCode, value: $1) }),
        (.barcode, { $0.barcode = Barcode(format: .qrCode, encoding: $1) }),
        (.barcode, { $0.barcode = Barcode(format: BarcodeFormat(rawValue: $1)) }),
        (.unknown("tier"), { $0.unknownFields["tier"] = .object(["x": .array([.string($1)])]) }),
        (.unknown("tier"), { $0.unknownFields["tier"] = .object([$1: .null]) }),
    ]

    @Test("a field rewritten with other code points is a change", arguments: setters.indices)
    func differs(index: Int) throws {
        let (field, set) = Self.setters[index]
        let before = try card { set(&$0, Self.composed) }
        let after = try card { set(&$0, Self.decomposed) }
        #expect(before != after)
        #expect(after.differences(from: before) == [field])
        #expect(!after.hasSameContent(as: before))
        #expect(CardPatch(from: before, to: after).fields == [field])
        #expect(CardPatch(from: before, to: after).applied(to: before) == after)
        #expect(try card { set(&$0, Self.composed) } == before)
    }

    @Test("a merge notices a text rewritten on one side or both", arguments: setters.indices)
    func merges(index: Int) throws {
        let (field, set) = Self.setters[index]
        let base = try card { set(&$0, Self.composed) }
        let theirs = try card { set(&$0, Self.decomposed) }
        let taken = CardMerge(CardPatch(values: theirs, fields: [field]), into: base, base: base)
        #expect(taken.card == theirs)
        let ours = try card { set(&$0, "mine") }
        let both = CardMerge(CardPatch(values: theirs, fields: [field]), into: ours, base: base)
        #expect(both.conflicts == [field])
        #expect(both.card == ours)
    }

    @Test("a form with a rewritten text is changed")
    func drafts() throws {
        let saved = try card { $0.name = Self.composed }
        var draft = CardDraft(editing: saved)
        #expect(!draft.isChanged)
        draft.setText(Self.decomposed, of: .name)
        #expect(draft.isChanged)
        #expect(draft.patch.fields == [.name])
        #expect(draft.rebased(on: saved).patch.fields == [.name])
        draft.setText("\(Self.composed), \(Self.decomposed), \(Self.composed)", of: .groups)
        #expect(draft.card.groups.map { ExactText($0) } == [ExactText(Self.composed), ExactText(Self.decomposed)])
    }

    @Test("a barcode's value that only looks like the number is kept")
    func barcodeValues() throws {
        var draft = CardDraft(editing: try card { $0.number = Self.composed })
        draft.apply(FoundBarcode(barcode: Barcode(format: .qrCode), number: Self.decomposed))
        #expect(draft.card.barcode?.value?.isSameText(as: Self.decomposed) == true)
    }

    @Test(
        "rows of the list differ",
        arguments: setters.indices.filter { [.name, .number, .note, .groups].contains(setters[$0].field) })
    func summaries(index: Int) throws {
        let set = Self.setters[index].set
        #expect(
            CardSummary(try card { set(&$0, Self.composed) }) != CardSummary(try card { set(&$0, Self.decomposed) }))
    }

    @Test("canonically equal texts of the same length differ")
    func reorderedMarks() {
        let (below, above): (ExactText, ExactText) = ("a\u{323}\u{307}", "a\u{307}\u{323}")
        #expect(below.text == above.text)
        #expect(below != above)
        #expect(Set([below, above, below]).count == 2)
        #expect((below < above) != (above < below))
    }
}
