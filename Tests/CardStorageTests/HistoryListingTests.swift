import Cards
import Testing

@testable import CardStorage

@Suite("Listing the history")
struct HistoryListingTests {
    @Test("steps are listed with what they undid or redid; a backend's changes are no steps")
    func steps() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(testCard("a", "Gym"))
        try await store.edit("a") { $0.isStarred = true }
        _ = try await store.undo()
        _ = try await store.redo()
        try await store.receive("b", "Zoo")
        let steps = try await store.steps(limit: 10)
        #expect(steps.map(\.kind) == [.redo, .undo, .change, .change])
        #expect(steps.map(\.description) == ["starred Gym", "starred Gym", "starred Gym", "added Gym"])
        #expect(steps.allSatisfy { $0.cards.map(\.text) == ["a"] })
        #expect(try await store.steps(limit: 2) == Array(steps.prefix(2)))
    }

    @Test("a card that was deleted for good is in no list, other cards of its steps are")
    func emptied() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        let (gone, kept) = (try testCard("a", "Gym"), try testCard("b", "Zoo"))
        try await store.apply([gone, kept].map { .set(CardPatch(from: nil, to: $0)) })
        try await store.edit("a") { $0.note = "x" }
        try await store.apply([.delete(gone.identifier)])
        try await store.empty([gone.identifier])
        #expect(try await store.history(HistoryQuery(card: gone.identifier, limit: 10)).changes.isEmpty)
        #expect(try await store.history(HistoryQuery(limit: 10)).changes.map(\.card) == [kept.identifier])
        #expect(try await store.steps(limit: 10).map(\.cards) == [[kept.identifier]])
    }
}
