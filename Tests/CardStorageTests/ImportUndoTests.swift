import CardTransfer
import Cards
import Testing

@testable import CardStorage

/// Undo of an import takes back its conflicts and the origins that it wrote, too, so that the same file is met as if it were new.
@Suite("Undo of an import", .timeLimit(.minutes(5)))
struct ImportUndoTests {
    private static let files = BackendID(filesOf: "catima")

    private func file(note: String, number: String = "55", others: String = "") -> MemoryFile {
        let head = "2\r\n\r\n_id\r\n\r\n_id,store,note,cardid\r\n"
        return MemoryFile(Array("\(head)1,Cedar,\(note),\(number)\r\n\(others)\r\ncardId,groupId\r\n".utf8))
    }

    /// A card with a note of its own; the file then has another note and another number, and is imported.
    private func imported(_ store: SQLiteCardStore) async throws -> CardID {
        _ = try await store.importFile(file(note: "old"))
        let card = try #require(try await store.cards(named: "Cedar").first).identifier
        try await store.edit(card.text) { $0.note = "mine" }
        let report = try await store.importFile(file(note: "theirs", number: "56")).report
        #expect((report.changed, report.conflicts) == (1, 1))
        return card
    }

    private func theirs(_ store: SQLiteCardStore, _ card: CardID) async throws -> String? {
        try await store.conflict(of: card)?.theirs.note
    }

    private func notes(_ store: SQLiteCardStore) async throws -> [String] {
        try await store.column("SELECT count(*) FROM import_undo")
    }

    @Test("undo removes the conflict, redo brings it back, as often as one likes")
    func conflict() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        let card = try await imported(store)
        for _ in 0..<3 {
            #expect(try await theirs(store, card) == "theirs")
            #expect(try await store.card(card)?.number == "56")
            #expect(try await store.undo()?.cards == [card])
            #expect(try await store.conflict(of: card) == nil)
            #expect(try await store.conflictedCards().isEmpty)
            let undone = try #require(try await store.card(card))
            #expect((undone.number, undone.note) == ("55", "mine"))
            #expect(try await store.redo()?.cards == [card])
        }
    }

    @Test("after undo the same file is imported as at first, with its conflict")
    func again() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        let card = try await imported(store)
        _ = try await store.undo()
        let report = try await store.importFile(file(note: "theirs", number: "56")).report
        #expect((report.changed, report.unchanged, report.conflicts) == (1, 0, 1))
        #expect(try await store.card(card)?.number == "56")
        #expect(try await theirs(store, card) == "theirs")
        // It is a step of its own.
        #expect(try await store.redo() == nil)
        _ = try await store.undo()
        #expect(try await store.conflict(of: card) == nil)
    }

    @Test("after undo an export has the bytes of the file that was imported before")
    func export() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        func bytes() async throws -> [UInt8] {
            let export = try await CardExport.catima(.all, of: store, asTable: true)
            var bytes: [UInt8] = []
            while let chunk = try await export.nextChunk() { bytes += chunk }
            return bytes
        }
        _ = try await store.importFile(file(note: "old"))
        let (first, newer) = (try await bytes(), file(note: "new", number: "56"))
        _ = try await store.importFile(newer)
        let second = try await bytes()
        #expect(first != second)
        _ = try await store.undo()
        #expect(try await bytes() == first)
        _ = try await store.redo()
        #expect(try await bytes() == second)
    }

    @Test("an earlier conflict that the import replaced comes back")
    func replaced() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        let card = try await imported(store)
        _ = try await store.importFile(file(note: "newer", number: "57"))
        #expect(try await theirs(store, card) == "newer")
        _ = try await store.undo()
        #expect(try await theirs(store, card) == "theirs")
        _ = try await store.undo()
        #expect(try await store.conflict(of: card) == nil)
        _ = try await store.redo()
        _ = try await store.redo()
        #expect(try await theirs(store, card) == "newer")
        #expect(try await store.card(card)?.number == "57")
    }

    @Test("a conflict that was resolved since then stays resolved, after undo and after redo")
    func resolved() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        let card = try await imported(store)
        let conflict = try #require(try await store.conflict(of: card))
        let mine = try #require(try await store.card(card))
        // What is here stays, so this is no step.
        _ = try await store.resolve(ConflictChoice(of: [.note], in: conflict, mine: mine, result: mine))
        #expect(try await store.undo()?.cards == [card])
        #expect(try await store.card(card)?.number == "55")
        #expect(try await store.conflict(of: card) == nil)
        _ = try await store.redo()
        #expect(try await store.card(card)?.number == "56")
        #expect(try await store.conflict(of: card) == nil)
    }

    @Test("a card that was found by its name and number has no origin any more after undo")
    func firstOrigin() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(testCard("a", "Cedar") { $0.number = "55" })
        let report = try await store.importFile(file(note: "new")).report
        #expect(report.changed == 1)
        #expect(try await store.column("SELECT card FROM origin") == ["a"])
        _ = try await store.undo()
        #expect(try await store.column("SELECT card FROM origin").isEmpty)
        #expect(try await store.card(CardID(test: "a"))?.note == "")
        _ = try await store.redo()
        #expect(try await store.column("SELECT card FROM origin") == ["a"])
        #expect(try await store.importFile(file(note: "new")).report.unchanged == 1)
    }

    @Test("new cards of the import go and come back with their origins")
    func newCards() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        let card = try await imported(store)
        let other = "2,Birch,x,77\r\n"
        _ = try await store.importFile(file(note: "theirs", number: "58", others: other))
        #expect(try await store.names() == ["Birch", "Cedar"])
        _ = try await store.undo()
        #expect(try await store.names() == ["Cedar"])
        #expect(try await theirs(store, card) == "theirs")
        _ = try await store.redo()
        #expect(try await store.names() == ["Birch", "Cedar"])
        #expect(try await store.importFile(file(note: "theirs", number: "58", others: other)).report.unchanged == 2)
    }

    @Test("an import that only finds conflicts is a step: undo takes back these, and not what was done before it")
    func conflictAlone() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        _ = try await store.importFile(file(note: "old"))
        let card = try #require(try await store.cards(named: "Cedar").first).identifier
        try await store.edit(card.text) { $0.note = "mine" }
        try await store.edit(card.text) { $0.phone = "1" }
        let report = try await store.importFile(file(note: "theirs")).report
        #expect((report.unchanged, report.conflicts) == (1, 1))
        #expect(try await notes(store) == ["1"])
        for _ in 0..<2 {
            #expect(try await theirs(store, card) == "theirs")
            #expect(try await store.undo()?.description == "changed Cedar")
            #expect(try await theirs(store, card) == nil)
            #expect(try await store.redo()?.description == "changed Cedar")
        }
        _ = try await store.undo()
        #expect(try await store.undo()?.description == "changed the phone number of Cedar")
    }

    @Test("nothing is kept for a step that can neither be undone nor redone, nor for a card that is deleted for good")
    func forgotten() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        let card = try await imported(store)
        #expect(try await notes(store) == ["1"])
        _ = try await store.undo()
        #expect(try await notes(store) == ["1"])
        try await store.edit(card.text) { $0.phone = "1" }
        #expect(try await notes(store) == ["0"])

        _ = try await store.importFile(file(note: "theirs", number: "57"))
        #expect(try await notes(store) == ["1"])
        try await store.forgetSteps()
        #expect(try await notes(store) == ["0"])

        _ = try await store.importFile(file(note: "other", number: "58"))
        #expect(try await notes(store) == ["1"])
        try await store.apply([.delete(card)])
        try await store.empty([card])
        #expect(try await notes(store) == ["0"])
        #expect(try await store.undo() == nil)
    }

    @Test("an import that is cancelled by an error notes nothing")
    func failed() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        let card = try await imported(store)
        let before = try await store.column("SELECT step || after FROM import_undo")
        let inputs = [
            ImportInput(name: "good") { file(note: "newest", number: "59") },
            ImportInput(name: "bad") { MemoryFile(Array("hello".utf8)) },
        ]
        await #expect(throws: ImportFileError.self) { try await store.importFiles(inputs) }
        #expect(try await store.column("SELECT step || after FROM import_undo") == before)
        #expect(try await theirs(store, card) == "theirs")
        _ = try await store.undo()
        #expect(try await store.conflict(of: card) == nil)
    }
}
