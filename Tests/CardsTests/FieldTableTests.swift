import TestSupport
import Testing

@testable import Cards

/// One failing test for each thing that can be forgotten when a field is added, unless the compiler reports it.
@Suite("The table of fields")
struct FieldTableTests {
    private static let keys = FieldDefinition.all.map(\.key)

    private func definition(_ key: String) throws -> FieldDefinition {
        try #require(FieldDefinition.all.first { $0.key == key })
    }

    private func cards(_ key: String) throws -> (empty: Card, filled: Card) {
        let empty = Card(identifier: try #require(CardID("a")), name: "")
        var filled = empty
        try definition(key).fill(&filled)
        return (empty, filled)
    }

    /// The stored properties in which the two cards differ.
    private func changedProperties(_ left: Card, _ right: Card) -> Set<String> {
        let pairs = zip(Mirror(reflecting: left).children, Mirror(reflecting: right).children)
        return Set(pairs.filter { String(describing: $0.value) != String(describing: $1.value) }.compactMap(\.0.label))
    }

    @Test("each field is found by its key, in whatever order keys are asked for, and written after it")
    func byKey() {
        for definition in FieldDefinition.all {
            #expect(FieldDefinition.withKey(definition.key) === definition)
            #expect(String(decoding: definition.memberStart, as: UTF8.self) == #","\#(definition.key)":"#)
        }
        for key in ["", "Name", "nam", "names", "identifier", String(repeating: "k", count: 100)] {
            #expect(FieldDefinition.withKey(key) == nil, "\(key)")
        }
    }

    @Test("every stored property of a card is the value of exactly one field")
    func complete() throws {
        let empty = Card(identifier: try #require(CardID("a")), name: "")
        var properties: [String] = []
        for definition in FieldDefinition.all {
            var card = empty
            definition.fill(&card)
            let changed = changedProperties(empty, card)
            #expect(changed.count == 1, "\(definition.key) sets \(changed)")
            properties += changed
        }
        let stored = Mirror(reflecting: empty).children.compactMap(\.label)
        #expect(properties.sorted() == stored.filter { !["identifier", "unknownFields"].contains($0) }.sorted())
    }

    @Test("keys and labels are unique, and every field of the form has a row")
    func names() {
        #expect(Set(Self.keys).count == Self.keys.count)
        #expect(Set(FieldDefinition.all.map(\.label)).count == Self.keys.count)
        // A field's bit is its place in the table.
        #expect(CardField.known.map { Int($0.number) } == Array(Self.keys.indices))
        #expect(FieldSet.known.count == Self.keys.count)
        for field in DraftField.allCases {
            let typed = FieldDefinition.typed(in: field)
            #expect(typed != nil && (typed?.formField == field || DraftField.ofBarcode.contains(field)), "\(field)")
        }
        #expect(FieldSet(FieldSet.known.inReadingOrder) == .known)
        #expect(FieldSet.known.inReadingOrder.count == Self.keys.count)
    }

    @Test("copying a field copies its value and nothing else", arguments: keys)
    func values(key: String) throws {
        let definition = try definition(key)
        let (empty, filled) = try cards(key)
        #expect(definition.isFilled(in: filled) && !definition.isFilled(in: empty))
        #expect(filled.filledFields == [definition.field])
        #expect(filled.differences(from: empty) == [definition.field])
        #expect(!filled.isEqual(to: empty, in: definition.field))
        var other = empty
        for definition in FieldDefinition.all { definition.fill(&other) }
        var copy = empty
        copy.copy([definition.field], from: other)
        #expect(copy == filled)
    }

    @Test("a value is written to and read from JSON and the log, also its removal", arguments: keys)
    func json(key: String) throws {
        let definition = try definition(key)
        let (empty, filled) = try cards(key)
        let members = CardJSON.members(of: filled) { _ in FieldDefinition.samplePhoto }
        #expect(members.contains { $0.key == key })
        let read = try CardJSON.patch(from: .object(JSONObject(members)))
        #expect(read.values == filled)
        let stored = try JSONParser.parse(CardJSON.storedText(of: filled))
        #expect(try CardJSON.patch(from: stored, photos: .hash).applied(to: empty) == filled)
        let gone = try JSONParser.parse(CardJSON.storedText(of: empty, fields: [definition.field]))
        #expect(try CardJSON.patch(from: gone, photos: .hash).applied(to: filled) == empty)
        // Uploads contain every key, so that a backend removes deleted values.
        let whole = CardJSON.members(of: empty, always: FieldSet.known) { _ in nil }
        #expect(whole.contains { $0.key == key })
    }

    @Test("a change on one side, either of them, is the result of a merge", arguments: keys)
    func merge(key: String) throws {
        let definition = try definition(key)
        guard !definition.field.isBookkeeping else { return }
        let base = Card(identifier: try #require(CardID("a")), name: "Gym")
        var changed = base
        definition.fill(&changed)
        let theirs = CardMerge(CardPatch(values: changed, fields: [definition.field]), into: base, base: base)
        #expect(theirs.card == changed && theirs.conflicts.isEmpty)
        let ours = CardMerge(CardPatch(values: base, fields: [definition.field]), into: changed, base: base)
        #expect(ours.card == changed && ours.conflicts.isEmpty)
        let back = CardMerge(CardPatch(values: base, fields: [definition.field]), into: changed, base: changed)
        #expect(back.card == base && back.conflicts.isEmpty)
    }

    @Test(
        "the form's text of a value is no change; another text is, and empty text removes the value",
        arguments: keys)
    func typed(key: String) throws {
        let definition = try definition(key)
        // A line names a picture that the card has: ``PictureDraftTests``.
        guard let field = definition.formField, field.isText, field != .pictures,
            !DraftField.ofBarcode.contains(field)
        else { return }
        var (empty, filled) = try cards(key)
        if key == "currency" { (empty.balance, filled.balance) = ("1", "1") }
        var draft = CardDraft(editing: filled)
        #expect(!draft.text(of: field).isEmpty)
        #expect(draft.card == filled && !draft.isChanged)
        draft.setText("", of: field)
        #expect(draft.card == empty)
        draft = CardDraft(editing: empty)
        draft.setText(CardDraft(editing: filled).text(of: field), of: field)
        #expect(draft.problems.isEmpty)
        #expect(draft.card == filled)
        // A draft restored from disk is equal.
        #expect(CardDraft(json: draft.json, photos: [:])?.card == filled)
    }

    @Test("a text above the limit is rejected in the form, from a backend and from a file", arguments: keys)
    func bounds(key: String) throws {
        let definition = try definition(key)
        guard case .text(let access, _) = definition.kind else { return }
        let limit = try #require(definition.maximumBytes)
        let field = try #require(definition.formField)
        var card = Card(identifier: .random(), name: "Gym")
        access.set(&card, String(repeating: "1", count: limit))
        _ = try CardPatch(from: nil, to: card).checked()
        let long = String(repeating: "1", count: limit + 1)
        access.set(&card, long)
        #expect(throws: CardJSONError.tooLong(key: key, limit: limit)) { try CardPatch(from: nil, to: card).checked() }
        #expect(CardBounds.bytes(of: field) == limit)
        var draft = CardDraft(creating: .random())
        draft.setText(long, of: field)
        #expect(draft.problems[field] != nil)
    }
}
