import CardTransfer
import Cards
import Testing

@testable import CardStorage

/// A field that changed both here and in a file since the last import is a conflict, with the files of the program as the other side.
@Suite("Conflicts with an imported file", .timeLimit(.minutes(5)))
struct ImportConflictTests {
    private static let files = BackendID(filesOf: "catima")

    private func file(note: String, number: String = "55") -> MemoryFile {
        let text = "2\r\n\r\n_id\r\n\r\n_id,store,note,cardid\r\n1,Cedar,\(note),\(number)\r\n\r\ncardId,groupId\r\n"
        return MemoryFile(Array(text.utf8))
    }

    /// A card whose note changed here and in the file.
    private func conflicted(_ store: SQLiteCardStore) async throws -> CardID {
        _ = try await store.importFile(file(note: "old"))
        let card = try #require(try await store.cards(named: "Cedar").first).identifier
        try await store.edit(card.text) { $0.note = "mine" }
        #expect(try await store.importFile(file(note: "theirs")).report.conflicts == 1)
        return card
    }

    @Test("what is here stays, and what the file says is kept beside it; a second import changes nothing")
    func kept() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        let card = try await conflicted(store)
        for _ in 0..<2 {
            let conflict = try #require(try await store.conflict(of: card))
            #expect((conflict.fields, conflict.theirs.note, conflict.backend) == ([.note], "theirs", Self.files))
            #expect(conflict.backend.program == "catima")
            #expect(try await store.card(card)?.note == "mine")
            #expect(try await store.conflictedCards().map(\.id) == [card])
            let report = try await store.importFile(file(note: "theirs")).report
            #expect((report.unchanged, report.conflicts) == (1, 0))
        }
        // A later file replaces what an earlier one said.
        _ = try await store.importFile(file(note: "newer"))
        #expect(try await store.conflict(of: card)?.theirs.note == "newer")
    }

    @Test("a preview keeps no conflict")
    func preview() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        _ = try await store.importFile(file(note: "old"))
        let card = try #require(try await store.cards(named: "Cedar").first).identifier
        try await store.edit(card.text) { $0.note = "mine" }
        var request = ImportRequest()
        request.options = .preview
        let report = try await store.importFile(file(note: "theirs"), request).report
        #expect(report.conflicts == 1)
        #expect(try await store.conflict(of: card) == nil)
        #expect(try await store.column("SELECT url FROM backend").isEmpty)
    }

    @Test("taking the file's value is one step, which undo reverts")
    func resolving() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        let card = try await conflicted(store)
        let conflict = try #require(try await store.conflict(of: card))
        let mine = try #require(try await store.card(card))
        var result = mine
        result.note = "theirs"
        let choice = ConflictChoice(of: [.note], in: conflict, mine: mine, result: result)
        #expect(try await store.resolve(choice) == [.note])
        #expect(try await store.card(card)?.note == "theirs")
        #expect(try await store.conflict(of: card) == nil)
        #expect(try await store.undo()?.cards == [card])
        #expect(try await store.card(card)?.note == "mine")
    }

    @Test("it ends when both sides say the same, and with the card")
    func ending() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        var card = try await conflicted(store)
        _ = try await store.importFile(file(note: "mine"))
        #expect(try await store.conflict(of: card) == nil)
        try await store.edit(card.text) { $0.note = "other" }
        _ = try await store.importFile(file(note: "theirs"))
        #expect(try await store.conflict(of: card) != nil)
        try await store.edit(card.text) { $0.note = "theirs" }
        #expect(try await store.conflict(of: card) == nil)
        try await store.apply([.delete(card)])
        try await store.empty([card])
        card = try await conflicted(store)
        try await store.apply([.delete(card)])
        #expect(try await store.column("SELECT card FROM conflict").isEmpty)
    }

    @Test("a backend is told of it in its tally, and nothing is ever pending for files")
    func besideBackend() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        _ = try await store.connect(to: .test)
        try await store.setConsent(.granted, for: .test)
        let card = try await conflicted(store)
        #expect(try await store.tally(of: .test) == BackendTally(pending: 1, conflicts: 1))
        try await store.acknowledgeAll()
        #expect(try await store.tally(of: .test) == BackendTally(conflicts: 1))
        try await store.edit(card.text) { $0.number = "56" }
        #expect(
            try await store.column("SELECT url FROM owed JOIN backend ON number = backend") == [BackendID.test.text])
        #expect(
            try await store.column("SELECT url FROM shadow JOIN backend ON backend.number = shadow.backend") == [
                BackendID.test.text
            ])
    }

    @Test("files are no backend whose state is told")
    func states() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        _ = try await conflicted(store)
        #expect(try await store.backendStates().isEmpty)
        _ = try await store.connect(to: .test)
        #expect(try await store.backendStates().map(\.record.backend) == [.test])
    }

    @Test("it ends when a backend says what the file said")
    func agreeingBackend() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        let card = try await conflicted(store)
        for note in ["mine", "theirs"] {
            #expect(try await store.conflict(of: card)?.backend == Self.files)
            try await store.receive(card.text, "Cedar") { ($0.number, $0.note) = ("55", note) }
        }
        #expect(try await store.card(card)?.note == "theirs")
        #expect(try await store.conflict(of: card) == nil)
        #expect(try await store.conflictedCards().isEmpty)
    }

    @Test("a field that the file agrees on by now is no conflict, whatever other fields are")
    func agreeingField() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        let card = try await conflicted(store)
        try await store.edit(card.text) { $0.number = "56" }
        let report = try await store.importFile(file(note: "mine", number: "57")).report
        #expect(report.conflicts == 1)
        let conflict = try #require(try await store.conflict(of: card))
        #expect((conflict.fields, conflict.theirs.number) == ([.number], "57"))
    }

    @Test("without a backend every card is local, also after a conflict with a file")
    func local() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        _ = try await conflicted(store)
        try await store.put(testCard("b", "Birch"))
        #expect(try await store.find(CardQuery(filter: CardFilter("is:local", .iso))).count == 2)
        #expect(try await store.find(CardQuery(filter: CardFilter("is:conflict", .iso))).count == 1)
    }
}
