import Cards
import Testing

@testable import CardStorage

@Suite("Undo and redo")
struct HistoryTests {
    // MARK: - Steps

    @Test("a change is undone and redone, with its description")
    func once() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        let card = try testCard("a", "Gym") { $0.number = "1" }
        try await store.put(card)
        try await store.edit("a") { $0.note = "new" }
        let step = HistoryStep(description: "changed the note of Gym", cards: [card.identifier])
        #expect(try await store.undo() == step)
        #expect(try await store.card(card.identifier)?.note == "")
        #expect(try await store.redo() == step)
        #expect(try await store.card(card.identifier)?.note == "new")
        #expect(try await store.redo() == nil)
    }

    @Test("a new store has nothing to undo, to redo or in the trash")
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
        #expect(try await store.undo() == HistoryStep(description: "starred 3 cards", cards: marked))
        #expect(try await store.summaries(in: 0..<200).filter(\.isStarred).isEmpty)
        #expect(
            try await store.undo() == HistoryStep(description: "imported 120 cards", cards: cards.map(\.identifier)))
        #expect(try await store.count() == 0)
        #expect(try await store.redo()?.description == "imported 120 cards")
        #expect(try await store.redo()?.description == "starred 3 cards")
        #expect(try await store.summaries(in: 0..<200).filter(\.isStarred).map(\.id) == marked)
    }

    @Test("a step with more cards than one batch is undone completely")
    func longStep() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        let cards = try (1...1201).map { try testCard("id\($0)", "Card \($0)") }
        try await store.apply(cards.map { .set(CardPatch(from: nil, to: $0)) })
        #expect(try await store.undo()?.cards.count == 1201)
        #expect(try await store.count() == 0)
        _ = try await store.redo()
        #expect(try await store.count() == 1201)
    }

    @Test("the newest step is undone first; a new change clears redo, one without effect does not")
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
            #expect(try await store.undo()?.description == words)
        }
        #expect(try await store.undo() == nil)
    }

    @Test("a card that one call sets twice, or deletes and adds again, comes back as it was before")
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

    // MARK: - Effects of an undo

    @Test("a backend's changes in other fields stay; they are no step and do not clear redo")
    func backendInBetween() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(testCard("a", "Gym"))
        try await store.edit("a") { $0.number = "1" }
        try await store.receive("a", "Gym") { $0.note = "theirs" }
        #expect(try await store.undo()?.description == "changed the number of Gym")
        try await store.receive("b", "Bus")
        #expect(try await store.redo()?.description == "changed the number of Gym")
        _ = try await store.undo()
        let card = try #require(try await store.card(CardID(test: "a")))
        #expect((card.number, card.note) == ("", "theirs"))
        #expect(try await store.undo()?.description == "added Gym")
        #expect(try await store.undo() == nil)
        #expect(try await store.names() == ["Bus"])
    }

    @Test("redo restores the values from before the undo, even a backend's in the same field")
    func sameField() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.receive("a", "Gym") { $0.number = "1" }
        try await store.edit("a") { $0.number = "2" }
        try await store.acknowledgeAll()
        try await store.receive("a", "Gym") { $0.number = "theirs" }
        _ = try await store.undo()
        #expect(try await store.card(CardID(test: "a"))?.number == "1")
        _ = try await store.redo()
        #expect(try await store.card(CardID(test: "a"))?.number == "theirs")
    }

    @Test("a step without effect is skipped, by undo and by redo")
    func passedOver() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.receive("a", "Gym") { $0.number = "1" }
        try await store.edit("a") { $0.note = "mine" }
        try await store.edit("a") { $0.number = "2" }
        try await store.acknowledgeAll()
        // After a list has confirmed the change, a return to the former value is a change by the backend.
        try await store.receive("a", "Gym") { ($0.number, $0.note) = ("2", "mine") }
        try await store.receive("a", "Gym") { ($0.number, $0.note) = ("1", "mine") }
        #expect(try await store.undo()?.description == "changed the note of Gym")
        #expect(try await store.undo() == nil)
        #expect(try await store.redo()?.description == "changed the note of Gym")
        #expect(try await store.redo() == nil)
        #expect(try await store.card(CardID(test: "a"))?.number == "1")
    }

    @Test("an unknown field is removed by undo, and comes back with its value")
    func unknownField() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(testCard("a", "Gym") { $0.unknownFields = ["old": .number("1")] })
        let before = try await store.card(CardID(test: "a"))
        try await store.edit("a") { $0.unknownFields = ["tier": .string("gold")] }
        #expect(try await store.undo()?.description == "changed Gym")
        #expect(try await store.card(CardID(test: "a"))?.unknownFields == before?.unknownFields)
        _ = try await store.redo()
        #expect(try await store.card(CardID(test: "a"))?.unknownFields == ["tier": .string("gold")])
    }

    @Test("undoing a deletion restores the card with its photos and uses")
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
        #expect(try await store.undo() == HistoryStep(description: "deleted Gym", cards: [full.identifier]))
        #expect(try await store.card(full.identifier) == before)
        #expect(try await store.photo(PhotoHash(of: photo)) == photo)
        #expect(try await store.usage(of: full.identifier).uses == 1)
        _ = try await store.redo()
        #expect(try await store.card(full.identifier) == nil)
    }

    @Test("a card whose addition is undone goes to the trash with its last values")
    func addition() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(testCard("a", "Gym"))
        try await store.receive("a", "Gym") { $0.note = "theirs" }
        let last = try #require(try await store.card(CardID(test: "a")))
        #expect(try await store.undo()?.description == "added Gym")
        #expect(try await store.trash().map(\.card) == [last])
        _ = try await store.redo()
        let again = try #require(try await store.card(last.identifier))
        #expect(again.hasSameContent(as: last))
        // The deletion may have been sent.
        let (before, after) = (try #require(last.modified), try #require(again.modified))
        #expect(after > before)
        #expect(try await store.trash().isEmpty)
    }

    @Test("an undo is a new change")
    func modified() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(testCard("a", "Gym"))
        try await store.edit("a") { $0.number = "1" }
        let edited = try #require(try await store.card(CardID(test: "a"))?.modified)
        _ = try await store.undo()
        #expect(try #require(try await store.card(CardID(test: "a"))?.modified) > edited)
    }

    // MARK: - Uploads, log, notices, errors

    @Test("undo and redo are uploaded, as any change")
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
        // The deletion may have been sent, or another device may have made it as well: the card is sent again.
        let restored = try #require(try await store.card(CardID(test: "a")))
        #expect(try await store.pendingUploads(for: .test, limit: 9).map(\.content) == [.upload(restored)])
        let (before, after) = (try #require(card.modified), try #require(restored.modified))
        #expect(after > before)
    }

    @Test("an undo in a field with a conflict is handled as any change")
    func conflict() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.receive("a", "Gym") { $0.number = "1" }
        try await store.edit("a") { $0.number = "mine" }
        try await store.receive("a", "Gym") { $0.number = "theirs" }
        #expect(try await store.column("SELECT theirs ->> 'number' FROM conflict") == ["theirs"])
        _ = try await store.undo()
        #expect(try await store.tally(of: .test).pending == 1)
        try await store.apply([.delete(CardID(test: "a"))])
        _ = try await store.undo()
        #expect(try await store.column("SELECT theirs FROM conflict").isEmpty)
        #expect(try await store.card(CardID(test: "a"))?.number == "1")
    }

    @Test("the log is only appended to, and has for each undo the step that it reverted")
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

    @Test("every listener is notified of the cards that an undo changed")
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

    @Test("undo continues after a restart and in another program on the same file")
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
        #expect(try await here.redo()?.description == "changed the number of Gym")
        #expect(try await there.undo()?.description == "changed the number of Gym")
        #expect(try await here.undo()?.description == "added Gym")
        #expect(try await there.redo()?.description == "added Gym")
        #expect(try await here.redo()?.description == "changed the number of Gym")
        #expect(try await there.card(CardID(test: "a"))?.number == "1")
    }

    @Test("a read-only store refuses an undo with an explanation")
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
        "an unreadable entry is skipped, and an invalid field loses no card",
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
        // Undoing the addition of a missing card changes nothing.
        if name == nil { #expect(try await store.undo()?.description == "added Bus") }
    }

    @Test("queries of undo and trash use an index, however long the log is")
    func lookups() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        for statement in [
            StepTable.selectTop, ChangeLog.selectBack, ChangeLog.selectForth, TrashTable.selectCard,
            ChangeLog.selectHistory(ofCard: false, goesBack: true),
            ChangeLog.selectHistory(ofCard: false, goesBack: false),
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
