import CardTransfer
import Cards
import Testing

@testable import CardStorage

@Suite("The trash")
struct TrashTests {
    @Test("deleted cards are in the trash, last deleted first, with all values and the time")
    func order() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(testCard("a", "Gym") { $0.note = "old" }, testCard("b", "Bus"), testCard("c", "Pool"))
        let before = try #require(try await store.card(CardID(test: "a")))
        try await store.apply([.delete(CardID(test: "a"))])
        try await store.apply([.delete(CardID(test: "c")), .delete(CardID(test: "b"))])
        let trash = try await store.trash()
        #expect(trash.map(\.id.text) == ["b", "c", "a"])
        #expect(trash.last?.card == before)
        #expect(trash.map(\.deleted) == trash.map(\.deleted).sorted(by: >))
        #expect(try #require(trash.first).deleted == trash[1].deleted)
    }

    @Test("cards that were deleted together are in the order of their names, in whatever order they were deleted")
    func together() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(
            testCard("a", "zoo"), testCard("b", "Älg"), testCard("c", "Bus"), testCard("d", "Gym"), testCard("e", "Ann")
        )
        try await store.apply([.delete(CardID(test: "d"))])
        try await store.apply(["c", "a", "b"].map { .delete(try CardID(test: $0)) })
        try await store.apply([.delete(CardID(test: "e"))])
        #expect(try await store.trash().map(\.card.name) == ["Ann", "Älg", "Bus", "zoo", "Gym"])
    }

    @Test("a summary has the count, and whether undo restores a card")
    func summary() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        #expect(try await store.trashSummary() == TrashSummary())
        try await store.put(testCard("a", "Gym"), testCard("b", "Bus"))
        #expect(try await store.trashSummary() == TrashSummary())
        #expect(try store.first(5).trash == TrashSummary())
        try await store.apply([.delete(CardID(test: "a")), .delete(CardID(test: "b"))])
        #expect(try await store.trashSummary() == TrashSummary(count: 2, isUndoable: true))
        #expect(try store.first(5).trash == TrashSummary(count: 2, isUndoable: true))
        try await store.empty([CardID(test: "a")])
        #expect(try await store.trashSummary() == TrashSummary(count: 1, isUndoable: true))
        try await store.forgetSteps()
        #expect(try await store.trashSummary() == TrashSummary(count: 1))
        try await store.empty([CardID(test: "b")])
        #expect(try await store.trashSummary() == TrashSummary())
    }

    @Test("cards are restored with all values, as one step that can be undone and redone")
    func restore() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        let photo: [UInt8] = [7]
        try await store.put(
            testCard("a", "Gym") { ($0.note, $0.back) = ("old", PhotoHash(of: photo)) }, testCard("b", "Bus"),
            photos: [PhotoHash(of: photo): photo])
        try await store.recordUse(of: CardID(test: "a"))
        let identifiers = [try CardID(test: "a"), try CardID(test: "b")]
        let before = try await store.card(identifiers[0])
        try await store.apply(identifiers.map { .delete($0) })
        #expect(try await store.photo(PhotoHash(of: photo)) == photo)
        try await store.restore(identifiers + identifiers + [CardID(test: "nobody")])
        #expect(try await store.card(identifiers[0]) == before)
        #expect(try await store.usage(of: identifiers[0]).uses == 1)
        #expect(try await store.trash().isEmpty)
        #expect(try await store.undo() == HistoryStep(description: "restored 2 cards", cards: identifiers))
        #expect(Set(try await store.trash().map(\.id)) == Set(identifiers))
        #expect(try await store.redo()?.description == "restored 2 cards")
        _ = try await store.undo()
        #expect(try await store.undo()?.description == "deleted 2 cards")
        #expect(try await store.card(identifiers[0]) == before)
    }

    @Test("restoring an existing or an unknown card is no step")
    func restoreNothing() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(testCard("a", "Gym"))
        _ = try await store.undo()
        try await store.restore([CardID(test: "nobody")])
        #expect(try await store.redo()?.description == "added Gym")
        try await store.restore([CardID(test: "a")])
        #expect(try await store.undo()?.description == "added Gym")
    }

    @Test(
        "a card that is added again is not in the trash; deleted again it is there with its last values"
    )
    func comesAgain() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(testCard("a", "Gym"), testCard("b", "Bus"))
        try await store.apply([.delete(CardID(test: "a")), .delete(CardID(test: "b"))])
        try await store.receive("a", "Gym of theirs")
        _ = try await store.importCards(
            from: JSONCardSource(Array(#"[{"identifier":"b","name":"Bus out of a file"}]"#.utf8)))
        #expect(try await store.trash().isEmpty)
        try await store.apply([.delete(CardID(test: "a")), .delete(CardID(test: "b"))])
        #expect(try await store.trash().map(\.card.name) == ["Bus out of a file", "Gym of theirs"])
    }

    @Test("cards that another program deletes are in the trash here")
    func otherProgram() async throws {
        let folder = try TemporaryFolder()
        let here = try SQLiteCardStore(at: folder.file())
        let there = try SQLiteCardStore(at: folder.file())
        try await here.put(testCard("a", "Gym"))
        try await there.apply([.delete(CardID(test: "a"))])
        #expect(try await here.trash().map(\.card.name) == ["Gym"])
        try await here.empty([CardID(test: "a")])
        #expect(try await there.trash().isEmpty)
        #expect(try await there.undo() == nil)
    }

    // MARK: - Emptying

    @Test("neither undo nor redo restores an emptied card, but the others of the step")
    func empty() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        let identifiers = [try CardID(test: "a"), try CardID(test: "b")]
        try await store.put(testCard("a", "Gym"), testCard("b", "Bus"))
        try await store.recordUse(of: identifiers[0])
        try await store.edit("a") { $0.note = "only of this one" }
        try await store.apply(identifiers.map { .delete($0) })
        try await store.empty([identifiers[0], identifiers[0], CardID(test: "nobody")])
        #expect(try await store.trash().map(\.id) == [identifiers[1]])
        try await store.restore([identifiers[0]])
        #expect(try await store.card(identifiers[0]) == nil)
        #expect(try await store.usage(of: identifiers[0]) == CardUsage())
        #expect(try await store.undo() == HistoryStep(description: "deleted Bus", cards: [identifiers[1]]))
        #expect(try await store.undo()?.description == "added Bus")
        #expect(try await store.undo() == nil)
        #expect(try await store.redo()?.description == "added Bus")
        #expect(try await store.redo()?.description == "deleted Bus")
        #expect(try await store.redo() == nil)
        #expect(try await store.count() == 0)
    }

    @Test("redo does not restore a card that was emptied after its addition was undone")
    func emptyWhatWasUndone() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(testCard("a", "Gym"))
        _ = try await store.undo()
        try await store.empty([CardID(test: "a")])
        #expect(try await store.redo() == nil)
        #expect(try await store.count() == 0)
    }

    @Test("an existing card cannot be emptied")
    func emptyAlive() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(testCard("a", "Gym"))
        try await store.apply([.delete(CardID(test: "a"))])
        _ = try await store.undo()
        try await store.empty([CardID(test: "a")])
        #expect(try await store.undo()?.description == "added Gym")
        #expect(try await store.redo()?.description == "added Gym")
        #expect(try await store.names() == ["Gym"])
    }

    @Test("a card that is added again after it was emptied has a new history")
    func secondLife() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        let identifier = try CardID(test: "a")
        try await store.put(testCard("a", "Gym"))
        try await store.apply([.delete(identifier)])
        try await store.empty([identifier])
        try await store.put(testCard("a", "Gym again"))
        try await store.apply([.delete(identifier)])
        #expect(try await store.trash().map(\.card.name) == ["Gym again"])
        #expect(try await store.undo()?.description == "deleted Gym again")
        #expect(try await store.undo()?.description == "added Gym again")
        #expect(try await store.undo() == nil)
        #expect(try await store.trash().map(\.card.name) == ["Gym again"])
    }

    @Test("the deletion of an emptied card is still pending")
    func pendingUpload() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.receive("a", "Gym")
        try await store.apply([.delete(CardID(test: "a"))])
        try await store.empty([CardID(test: "a")])
        #expect(try await store.pendingUploads(for: .test, limit: 9).map(\.content) == [.delete])
        try await store.receive("a", "Gym") { $0.note = "news" }
        #expect(try await store.count() == 0)
    }

    @Test("a photo is deleted with the last card that names it, as are that card's older photos")
    func photos() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        let (first, second, shared): ([UInt8], [UInt8], [UInt8]) = ([1], [2], [3])
        let all = Dictionary(uniqueKeysWithValues: [first, second, shared].map { (PhotoHash(of: $0), $0) })
        try await store.put(
            testCard("a", "Gym") { ($0.front, $0.icon) = (PhotoHash(of: first), PhotoHash(of: shared)) },
            testCard("b", "Bus") { $0.back = PhotoHash(of: shared) }, photos: all)
        try await store.edit("a") { $0.front = PhotoHash(of: second) }
        // Only its history still names it, since undo would restore it.
        try await store.edit("b") { $0.back = nil }
        try await store.apply([.delete(CardID(test: "a"))])
        #expect(try await store.column("SELECT count(*) FROM photo") == ["3"])
        try await store.empty([CardID(test: "a")])
        #expect(try await store.photo(PhotoHash(of: first)) == nil)
        #expect(try await store.photo(PhotoHash(of: second)) == nil)
        #expect(try await store.photo(PhotoHash(of: shared)) == shared)
        try await store.apply([.delete(CardID(test: "b"))])
        try await store.empty([CardID(test: "b")])
        #expect(try await store.column("SELECT count(*) FROM photo") == ["0"])
    }

    @Test("a photo that a backend names for another card stays, even if only in a conflict")
    func photoOfABackend() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        let photo: [UInt8] = [1]
        let hash = PhotoHash(of: photo)
        try await store.receive("b", "Bus") { $0.front = PhotoHash(of: [2]) }
        try await store.edit("b") { $0.front = PhotoHash(of: [3]) }
        try await store.receive("b", "Bus") { $0.front = hash }
        #expect(try await store.column("SELECT theirs ->> 'front' FROM conflict") == [hash.text])
        try await store.put(testCard("a", "Gym") { $0.front = hash }, photos: [hash: photo])
        try await store.apply([.delete(CardID(test: "a"))])
        try await store.empty([CardID(test: "a")])
        #expect(try await store.photo(hash) == photo)
    }

    // MARK: - Migration

    @Test("a migrated store has its deleted cards in the trash, and steps from then on")
    func migration() async throws {
        let folder = try TemporaryFolder()
        let (own, shared, shadowed) = (PhotoHash(of: [1]), PhotoHash(of: [2]), PhotoHash(of: [3]))
        do {
            _ = try SQLiteCardStore(at: folder.file("new"))
            try StoreFile.createIfMissing(at: folder.file())
            let old = try Connection(path: folder.file())
            try old.execute(Schema.steps[0])
            try old.execute("PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = 1")
            let entry = "INSERT INTO change (device, time, card, fields, previous) SELECT name,"
            for (time, card, fields, previous) in [
                (1, "a", #"'{"identifier":"a","name":"Gym","front":"\#(own.text)"}'"#, "NULL"),
                (2, "b", #"'{"identifier":"b","name":"Bus"}'"#, "NULL"),
                (3, "a", #"'{"identifier":"a","front":"\#(shared.text)"}'"#, #"'{"front":"\#(own.text)"}'"#),
                (4, "a", "NULL", #"'{"identifier":"a","name":"Gym","front":"\#(shared.text)"}'"#),
                (5, "b", "'no JSON \"front\":\"'", "'{'"),
                (6, "c", "NULL", #"'{"identifier":"c","name":"Pool"}'"#),
                (7, "c", #"'{"identifier":"c","name":"Pool"}'"#, "NULL"),
            ] { try old.execute("\(entry) \(time), '\(card)', \(fields), \(previous) FROM device") }
            for (card, name, sequence) in [("b", "Bus", 5), ("c", "Pool", 7)] {
                try old.execute(
                    """
                    INSERT INTO card (id, grp, folded, sequence, note_line, name, number, starred, archived, balance, note,
                        back) VALUES ('\(card)', 1, lower('\(name)'), \(sequence), '', '\(name)', '', 0, 0, '', '',
                        '\(shared.text)')
                    """)
            }
            try old.execute(
                """
                INSERT INTO backend (url, consent, since) VALUES ('\(BackendID.test.text)', 'granted', 0);
                INSERT INTO shadow (backend, card, name, number, starred, archived, balance, note, icon)
                    VALUES (1, 'b', 'Bus', '', 0, 0, '', '', '\(shadowed.text)');
                INSERT INTO photo VALUES ('\(own.text)', x'01'), ('\(shared.text)', x'02'), ('\(shadowed.text)', x'03');
                """)
        }
        let store = try SQLiteCardStore(at: folder.file())
        #expect(store.readOnlyReason == nil)
        #expect(try await store.names() == ["Bus", "Pool"])
        let trash = try await store.trash()
        #expect(trash.map(\.card.name) == ["Gym"])
        #expect(trash.map(\.deleted.milliseconds) == [4])
        #expect(try await store.undo() == nil)
        try await store.edit("b") { $0.number = "1" }
        #expect(try await store.undo()?.description == "changed the number of Bus")
        try await store.put(testCard("d", "Zoo") { $0.icon = shadowed })
        try await store.apply([.delete(CardID(test: "d"))])
        try await store.empty([CardID(test: "a"), CardID(test: "d")])
        #expect(try await store.photo(own) == nil)
        #expect(try await store.photo(shared) == [2])
        #expect(try await store.photo(shadowed) == [3])
    }
}
