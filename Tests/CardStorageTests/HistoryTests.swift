import Cards
import Testing

@testable import CardStorage

@Suite("Undo and redo")
struct HistoryTests {
    // MARK: - What a step is

    @Test("a change is undone and done again, and says what it was")
    func once() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        let card = try testCard("a", "Gym") { $0.number = "1" }
        try await store.put(card)
        try await store.edit("a") { $0.note = "new" }
        let step = HistoryStep(words: "changed the note of Gym", cards: [card.identifier])
        #expect(try await store.undo() == step)
        #expect(try await store.card(card.identifier)?.note == "")
        #expect(try await store.redo() == step)
        #expect(try await store.card(card.identifier)?.note == "new")
        #expect(try await store.redo() == nil)
    }

    @Test("a new store has nothing to undo, to do again or in the trash")
    func nothing() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        #expect(try await store.undo() == nil)
        #expect(try await store.redo() == nil)
        #expect(try await store.trash().isEmpty)
    }

    @Test("all cards of one call are one step, in its order")
    func oneStep() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        let cards = try (1...120).map { try testCard("id\($0)", "Card \($0)") }
        try await store.apply(cards.map { .set(CardPatch(from: nil, to: $0)) })
        let marked = cards[3..<6].map(\.identifier)
        try await store.apply(marked.map { .set(star($0)) })
        #expect(try await store.undo() == HistoryStep(words: "starred 3 cards", cards: marked))
        #expect(try await store.summaries(in: 0..<200).filter(\.isStarred).isEmpty)
        #expect(try await store.undo() == HistoryStep(words: "imported 120 cards", cards: cards.map(\.identifier)))
        #expect(try await store.count() == 0)
        #expect(try await store.redo()?.words == "imported 120 cards")
        #expect(try await store.redo()?.words == "starred 3 cards")
        #expect(try await store.summaries(in: 0..<200).filter(\.isStarred).map(\.id) == marked)
    }

    @Test("a step of more cards than are read at once is taken back whole")
    func longStep() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        let cards = try (1...1201).map { try testCard("id\($0)", "Card \($0)") }
        try await store.apply(cards.map { .set(CardPatch(from: nil, to: $0)) })
        #expect(try await store.undo()?.cards.count == 1201)
        #expect(try await store.count() == 0)
        _ = try await store.redo()
        #expect(try await store.count() == 1201)
    }

    @Test("steps are undone from the newest on; a new change ends redo, one that changes nothing does not")
    func order() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(testCard("a", "Gym"))
        for number in ["1", "2", "3"] { try await store.edit("a") { $0.number = number } }
        for number in ["2", "1"] {
            _ = try await store.undo()
            #expect(try await store.card(CardID(test: "a"))?.number == number)
        }
        try await store.edit("a") { $0.number = "1" }
        _ = try await store.redo()
        #expect(try await store.card(CardID(test: "a"))?.number == "2")
        try await store.edit("a") { $0.note = "other" }
        #expect(try await store.redo() == nil)
        for words in ["changed the note of Gym", "changed the number of Gym", "changed the number of Gym", "added Gym"]
        {
            #expect(try await store.undo()?.words == words)
        }
        #expect(try await store.undo() == nil)
    }

    @Test("a card that one call sets twice, or deletes and makes anew, comes back as it was before")
    func twiceInOneStep() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        let old = try testCard("a", "Gym") { $0.note = "old" }
        try await store.put(old)
        let before = try #require(try await store.card(old.identifier))
        let other = try testCard("a", "Bus") { $0.number = "7" }
        try await store.apply([
            .set(star(old.identifier)), .delete(old.identifier), .set(CardPatch(from: nil, to: other)),
        ])
        let after = try #require(try await store.card(old.identifier))
        _ = try await store.undo()
        #expect(try #require(try await store.card(old.identifier)).differences(from: before) == [.modified])
        _ = try await store.redo()
        #expect(try #require(try await store.card(old.identifier)).hasSameContent(as: after))
    }

    // MARK: - What an undo changes

    @Test("what a backend changed in other fields stays; a backend's change is no step and does not end redo")
    func backendInBetween() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(testCard("a", "Gym"))
        try await store.edit("a") { $0.number = "1" }
        try await store.hear("a", "Gym") { $0.note = "theirs" }
        #expect(try await store.undo()?.words == "changed the number of Gym")
        try await store.hear("b", "Bus")
        #expect(try await store.redo()?.words == "changed the number of Gym")
        _ = try await store.undo()
        let card = try #require(try await store.card(CardID(test: "a")))
        #expect((card.number, card.note) == ("", "theirs"))
        #expect(try await store.undo()?.words == "added Gym")
        #expect(try await store.undo() == nil)
        #expect(try await store.names() == ["Bus"])
    }

    @Test("redo brings back what stood there before the undo, also what a backend said in the same field")
    func sameField() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.hear("a", "Gym") { $0.number = "1" }
        try await store.edit("a") { $0.number = "2" }
        try await store.acknowledgeAll()
        try await store.hear("a", "Gym") { $0.number = "theirs" }
        _ = try await store.undo()
        #expect(try await store.card(CardID(test: "a"))?.number == "1")
        _ = try await store.redo()
        #expect(try await store.card(CardID(test: "a"))?.number == "theirs")
    }

    @Test("a step whose values are as before already is passed over, and one that was redo's is too")
    func passedOver() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.hear("a", "Gym") { $0.number = "1" }
        try await store.edit("a") { $0.note = "mine" }
        try await store.edit("a") { $0.number = "2" }
        try await store.acknowledgeAll()
        // Once its list has confirmed the change, going back is the backend's own.
        try await store.hear("a", "Gym") { ($0.number, $0.note) = ("2", "mine") }
        try await store.hear("a", "Gym") { ($0.number, $0.note) = ("1", "mine") }
        #expect(try await store.undo()?.words == "changed the note of Gym")
        #expect(try await store.undo() == nil)
        #expect(try await store.redo()?.words == "changed the note of Gym")
        #expect(try await store.redo() == nil)
        #expect(try await store.card(CardID(test: "a"))?.number == "1")
    }

    @Test("a field that came from elsewhere is taken away again, and comes back with its value")
    func unknownField() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(testCard("a", "Gym") { $0.unknownFields = ["old": .number("1")] })
        let before = try await store.card(CardID(test: "a"))
        try await store.edit("a") { $0.unknownFields = ["tier": .string("gold")] }
        #expect(try await store.undo()?.words == "changed Gym")
        #expect(try await store.card(CardID(test: "a"))?.unknownFields == before?.unknownFields)
        _ = try await store.redo()
        #expect(try await store.card(CardID(test: "a"))?.unknownFields == ["tier": .string("gold")])
    }

    @Test("an undone deletion brings the card back whole, with its photos and its uses")
    func deletion() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        let photo: [UInt8] = [1, 2, 3]
        let full = try testCard("a", "Gym") {
            ($0.number, $0.note, $0.balance, $0.currency) = ("1", "two\nlines", "12.50", "EUR")
            $0.barcode = Barcode(format: .ean13, value: "5901234123457", encoding: nil)
            ($0.front, $0.isStarred, $0.groups) = (PhotoHash(of: photo), true, ["one", ""])
            ($0.validFrom, $0.expiry) = (CalendarDay(daysSince1970: 1), CalendarDay(daysSince1970: 2))
            $0.unknownFields = ["none": .null, "tier": .number("1e400")]
        }
        try await store.put(full, photos: [PhotoHash(of: photo): photo])
        try await store.recordUse(of: full.identifier)
        let before = try await store.card(full.identifier)
        try await store.apply([.delete(full.identifier)])
        #expect(try await store.undo() == HistoryStep(words: "deleted Gym", cards: [full.identifier]))
        #expect(try await store.card(full.identifier) == before)
        #expect(try await store.photo(PhotoHash(of: photo)) == photo)
        #expect(try await store.usage(of: full.identifier).uses == 1)
        _ = try await store.redo()
        #expect(try await store.card(full.identifier) == nil)
    }

    @Test("a card whose addition is undone goes to the trash as it was last")
    func addition() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(testCard("a", "Gym"))
        try await store.hear("a", "Gym") { $0.note = "theirs" }
        let last = try #require(try await store.card(CardID(test: "a")))
        #expect(try await store.undo()?.words == "added Gym")
        #expect(try await store.trash().map(\.card) == [last])
        _ = try await store.redo()
        #expect(try await store.card(last.identifier) == last)
        #expect(try await store.trash().isEmpty)
    }

    @Test("an undo is a change of now")
    func modified() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(testCard("a", "Gym"))
        try await store.edit("a") { $0.number = "1" }
        let edited = try #require(try await store.card(CardID(test: "a"))?.modified)
        _ = try await store.undo()
        #expect(try #require(try await store.card(CardID(test: "a"))?.modified) > edited)
    }

    // MARK: - Around it

    @Test("undo and redo owe the backends, as any change does")
    func pendingUpload() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        _ = try await store.connect(to: .test)
        try await store.put(testCard("a", "Gym"))
        try await store.acknowledgeAll()
        try await store.edit("a") { $0.number = "1" }
        _ = try await store.undo()
        #expect(try await store.tally(of: .test).pending == 0)
        _ = try await store.redo()
        let card = try #require(try await store.card(CardID(test: "a")))
        #expect(try await store.pendingUploads(for: .test, limit: 9).map(\.content) == [.upload(card)])
        _ = try await store.undo()
        _ = try await store.undo()
        #expect(try await store.pendingUploads(for: .test, limit: 9).map(\.content) == [.delete])
        _ = try await store.redo()
        #expect(try await store.tally(of: .test).pending == 0)
    }

    @Test("an undo in a field with a conflict is settled as any change is")
    func conflict() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.hear("a", "Gym") { $0.number = "1" }
        try await store.edit("a") { $0.number = "mine" }
        try await store.hear("a", "Gym") { $0.number = "theirs" }
        #expect(try await store.column("SELECT theirs ->> 'number' FROM conflict") == ["theirs"])
        _ = try await store.undo()
        #expect(try await store.tally(of: .test).pending == 1)
        try await store.apply([.delete(CardID(test: "a"))])
        _ = try await store.undo()
        #expect(try await store.column("SELECT theirs FROM conflict").isEmpty)
        #expect(try await store.card(CardID(test: "a"))?.number == "1")
    }

    @Test("the log is added to, never rewritten, and says of each undo which step it took back")
    func log() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(testCard("a", "Gym"))
        try await store.edit("a") { $0.number = "1" }
        let rows = "SELECT json_array(sequence, device, time, card, fields, previous) FROM change ORDER BY sequence"
        let before = try await store.column(rows)
        _ = try await store.undo()
        _ = try await store.redo()
        #expect(try await store.column(rows).prefix(2) == before[...])
        #expect(try await store.column("SELECT fields ->> 'number' FROM change WHERE sequence > 2") == ["", "1"])
        #expect(try await store.column("SELECT DISTINCT device FROM change").count == 1)
        #expect(
            try await store.column("SELECT first || kind || origin FROM step") == [
                "1change1", "2change2", "3undo2", "4redo2",
            ])
    }

    @Test("every listener hears which cards an undo changed")
    func notices() async throws {
        var store: SQLiteCardStore? = try .inMemoryForTest()
        try await store?.apply([.set(CardPatch(from: nil, to: testCard("a", "Gym")))])
        let notices = try #require(await store?.notices())
        _ = try await store?.undo()
        _ = try await store?.undo()
        _ = try await store?.redo()
        try await store?.apply([.delete(CardID(test: "a"))])
        try await store?.restore([CardID(test: "a"), CardID(test: "nobody")])
        store = nil
        var heard: [StoreNotice] = []
        for await notice in notices { heard.append(notice) }
        #expect(heard == Array(repeating: .changed([try CardID(test: "a")]), count: 4))
    }

    @Test("undo goes on after a restart and in another program on the same file")
    func reopened() async throws {
        let folder = try TemporaryFolder()
        do {
            let store = try SQLiteCardStore(at: folder.file())
            try await store.put(testCard("a", "Gym"))
            try await store.edit("a") { $0.number = "1" }
            _ = try await store.undo()
        }
        let here = try SQLiteCardStore(at: folder.file())
        let there = try SQLiteCardStore(at: folder.file())
        #expect(try await here.redo()?.words == "changed the number of Gym")
        #expect(try await there.undo()?.words == "changed the number of Gym")
        #expect(try await here.undo()?.words == "added Gym")
        #expect(try await there.redo()?.words == "added Gym")
        #expect(try await here.redo()?.words == "changed the number of Gym")
        #expect(try await there.card(CardID(test: "a"))?.number == "1")
    }

    @Test("a store that can only be read refuses an undo in words")
    func readOnly() async throws {
        let folder = try TemporaryFolder()
        do {
            let store = try SQLiteCardStore(at: folder.file())
            try await store.put(testCard("a", "Gym"))
            try await store.apply([.delete(CardID(test: "a"))])
            try await store.execute("PRAGMA user_version = 99")
        }
        let store = try SQLiteCardStore(at: folder.file())
        let refusal = try #require(store.readOnlyReason)
        await #expect(throws: refusal) { try await store.undo() }
        await #expect(throws: refusal) { try await store.restore([CardID(test: "a")]) }
        await #expect(throws: refusal) { try await store.empty([CardID(test: "a")]) }
        #expect(try await store.trash().map(\.card.name) == ["Gym"])
    }

    @Test(
        "an entry that cannot be read is passed over, and a bad field loses no card",
        arguments: [
            ("no JSON", nil), ("[]", nil), (#"{"identifier":"other","name":"Gym"}"#, nil),
            (#"{"identifier":"a","name":" "}"#, nil), (#"{"identifier":"a","name":[1]}"#, nil),
            (#"{"identifier":"a","name":1}"#, "1"),
            (#"{"identifier":"a","name":"Gym","expiry":"soon","groups":7}"#, "Gym"),
        ])
    func damaged(previous: String, name: String?) async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(testCard("b", "Bus"))
        try await store.put(testCard("a", "Gym"))
        try await store.apply([.delete(CardID(test: "a"))])
        try await store.execute("UPDATE change SET previous = '\(previous)' WHERE fields IS NULL")
        #expect(try await store.trash().map(\.card.name) == (name.map { [$0] } ?? []))
        try await store.restore([CardID(test: "a")])
        #expect(try await store.card(CardID(test: "a"))?.name == name)
        // The addition of a card that is not there has nothing to take back.
        if name == nil { #expect(try await store.undo()?.words == "added Bus") }
    }

    @Test("what undo and the trash look up is found by an index, however long the log is")
    func lookups() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        for statement in [
            StepTable.selectTop, ChangeLog.selectBack, ChangeLog.selectForth, TrashTable.selectCard,
        ] {
            let plan = try await store.plan(of: statement)
            #expect(!plan.isEmpty)
            #expect(plan.allSatisfy { $0.hasPrefix("SEARCH ") || $0.hasPrefix("CORRELATED ") }, "\(plan)")
        }
    }

    private func star(_ identifier: CardID) -> CardPatch {
        var card = Card(identifier: identifier, name: "")
        card.isStarred = true
        return CardPatch(values: card, fields: [.isStarred])
    }
}
