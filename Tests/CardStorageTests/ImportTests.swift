import CardTransfer
import Cards
import Synchronization
import Testing

@testable import CardStorage

@Suite("Importing a file into the store", .timeLimit(.minutes(5)))
struct ImportTests {
    private func file(_ lines: String...) -> JSONCardSource {
        JSONCardSource(Array(lines.joined(separator: "\n").utf8))
    }

    /// JSON lines that arrive one at a time, so that each is a batch of its own.
    private func pieces(_ lines: [String], end: @escaping @Sendable () throws -> [UInt8] = { [] }) -> JSONCardSource {
        let rest = Mutex(lines[...])
        return JSONCardSource { try rest.withLock { $0.popFirst() }.map { Array(($0 + "\n").utf8) } ?? end() }
    }

    @Test("a file is one transaction: a later element for the same card changes it")
    func batches() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(testCard("a", "Old") { $0.note = "mine" })
        let outcome = try await store.importCards(
            from: pieces([
                #"{"identifier": "a", "name": "New"}"#, #"{"identifier": "b", "name": "Gym"}"#, #"{"number": "1"}"#,
                #"{"identifier": "b", "number": "2"}"#, #"{"identifier": "a", "note": "mine"}"#,
            ]))
        #expect((outcome.added, outcome.changed, outcome.unchanged) == (1, 2, 1))
        #expect(outcome.skipped.map(\.position) == ["card 3, line 3"])
        #expect(try await store.names() == ["Gym", "New"])
        #expect(try await store.card(CardID(test: "b"))?.number == "2")
        #expect(try await store.card(CardID(test: "a"))?.note == "mine")
    }

    @Test("a balance with its currency is read, and one that is no amount is told")
    func balances() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        let outcome = try await store.importCards(
            from: file(
                #"{"identifier": "a", "name": "A", "balance": "3.50 EUR"}"#,
                #"{"identifier": "b", "name": "B", "balance": "some"}"#))
        let card = try await store.card(CardID(test: "a"))
        #expect(card?.balance == "3.50" && card?.currency == "EUR")
        #expect(outcome.remarks.map(\.reason) == ["the balance \"some\" is not an amount and was kept as it is"])
    }

    @Test("one undo reverts a whole file")
    func undo() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(testCard("a", "Old"))
        _ = try await store.importCards(
            from: pieces([#"{"identifier": "a", "name": "New"}"#, #"{"identifier": "b", "name": "Gym"}"#]))
        #expect(try await store.undo()?.cards.count == 2)
        #expect(try await store.names() == ["Old"])
        #expect(try await store.redo() != nil)
        #expect(try await store.names() == ["Gym", "New"])
    }

    @Test("a file that is invalid at its end leaves the store unchanged, without a notice")
    func broken() async throws {
        struct Broken: Error {}
        let folder = try TemporaryFolder()
        let store = try SQLiteCardStore(at: folder.file())
        try await store.put(testCard("a", "Gym"))
        let log = try await store.column("SELECT count(*) FROM change")
        var notices = await store.notices().makeAsyncIterator()
        let lines = (0..<100).map { #"{"identifier": "n-\#($0)", "name": "New \#($0)"}"# }
        await #expect(throws: CardImportError.self) { try await store.importCards(from: pieces(lines + ["{"])) }
        await #expect(throws: Broken.self) { try await store.importCards(from: pieces(lines) { throw Broken() }) }
        #expect(try await store.names() == ["Gym"])
        #expect(try await store.column("SELECT count(*) FROM change") == log)
        // The store still works, and the first notice is that of the next change.
        try await store.put(testCard("b", "Library"))
        #expect(await notices.next() == .changed([try CardID(test: "b")]))
    }

    @Test(
        "the notice of a small file lists its cards, that of a large one does not; without changes there")
    func notices() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        var notices = await store.notices().makeAsyncIterator()
        let one = #"{"identifier": "a", "name": "Gym"}"#
        _ = try await store.importCards(from: file(one))
        #expect(await notices.next() == .changed([try CardID(test: "a")]))
        #expect(try await store.importCards(from: file(one)).unchanged == 1)
        #expect(try await store.importCards(from: file("[]")).text == "no cards in this file")
        let many = (0..<10_001).map { #"{"identifier": "n-\#($0)", "name": "New"}"# }
        #expect(try await store.importCards(from: pieces([many.joined(separator: "\n")])).added == 10_001)
        #expect(await notices.next() == .changedElsewhere)
    }

    @Test("the memory for a large write is freed, after a failure too")
    func cache() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        let before = try await store.column("PRAGMA cache_size")
        _ = try await store.importCards(from: file(#"{"name": "Gym"}"#))
        #expect(try await store.column("PRAGMA cache_size") == before)
        await #expect(throws: CardImportError.self) { try await store.importCards(from: file("{")) }
        #expect(try await store.column("PRAGMA cache_size") == before)
    }

    @Test("imported cards are pending for every backend")
    func pendingUpload() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        let backend = BackendID(normalizedURL: "http://127.0.0.1")
        _ = try await store.connect(to: backend)
        _ = try await store.importCards(from: file(#"{"name": "Gym"}"#, #"{"name": "Library"}"#))
        #expect(try await store.tally(of: backend).pending == 2)
    }

    @Test("a read-only store imports no file")
    func readOnly() async throws {
        let folder = try TemporaryFolder()
        try await SQLiteCardStore(at: folder.file()).execute("PRAGMA user_version = 1000")
        let store = try SQLiteCardStore(at: folder.file())
        await #expect(throws: StoreError.self) { try await store.importCards(from: file(#"{"name": "Gym"}"#)) }
    }

    @Test("cards that an earlier import gave the uses of another machine lose them when they are read")
    func poisoned() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.receive("a", "Gym") { $0.unknownFields = ["shop": .string("x")] }
        for table in ["card", "shadow"] {
            try await store.execute(
                #"UPDATE \#(table) SET unknown = '{"shop":"x","lastUsed":"2026-11-20T10:00:00Z","uses":4}'"#)
        }
        #expect(try await store.card(CardID(test: "a"))?.unknownFields == ["shop": .string("x")])
        // The next upload removes them from the backend, which gets whole cards.
        try await store.edit("a") { $0.number = "1" }
        #expect(try await store.column("SELECT unknown FROM card") == [#"{"shop":"x"}"#])
    }
}
