import Cards
import Testing

@testable import CardStorage

@Suite("Names for the completion of a command line")
struct CompletingTests {
    @Test("names are found by their beginning, whatever the case and the accents, in list order")
    func names() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(
            testCard("1", "Élan"), testCard("2", "elk"), testCard("3", "Elm") { $0.isStarred = true },
            testCard("4", "El Niño") { $0.isArchived = true }, testCard("5", "Fern"), testCard("6", "el"))
        func found(_ text: String, _ limit: Int = 100) async throws -> [String] {
            try await store.summaries(beginningWith: text, limit: limit).map(\.name)
        }
        #expect(try await found("EL") == ["Elm", "el", "Élan", "elk", "El Niño"])
        #expect(try await found("EL", 2) == ["Elm", "el"])
        #expect(try await found("él n") == ["El Niño"])
        #expect(try await found("x") == [])
        #expect(try await found("").count == 6)
    }

    @Test("the query reads the index of names, and no other cards")
    func plan() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        let plan = try await store.plan(
            of: """
                SELECT id, name FROM card WHERE grp IN (0, 1, 2) AND folded >= 'a' AND folded < 'b'
                ORDER BY grp, folded, id LIMIT 9
                """)
        #expect(plan.contains { $0.contains("USING INDEX card_order (grp=? AND folded>? AND folded<?)") }, "\(plan)")
        #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
    }

    @Test("groups are listed once, in order")
    func groups() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(
            testCard("1", "A") { $0.groups = ["Sport", "food"] }, testCard("2", "B") { $0.groups = ["food"] },
            testCard("3", "C"))
        #expect(try await store.groupNames() == ["food", "Sport"])
        #expect(try await SQLiteCardStore.inMemoryForTest().groupNames() == [])
    }

    @Test("what is known of each backend is read without connecting to one")
    func backends() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        #expect(try await store.backendStates() == [])
        try await store.receive("a", "Amber")
        try await store.put(testCard("b", "Birch"))
        try await store.noteSync(with: .test, at: Timestamp(milliseconds: 5000))
        let states = try await store.backendStates()
        #expect(states.map(\.record.backend) == [.test])
        #expect(states.first?.record.lastSync == Timestamp(milliseconds: 5000))
        #expect(states.first?.tally == BackendTally(pending: 1))
    }
}
