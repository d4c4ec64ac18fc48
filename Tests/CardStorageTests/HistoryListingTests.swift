import Cards
import Testing

@testable import CardStorage

@Suite("Listing the history")
struct HistoryListingTests {
    @Test("changes of a card say when and where they were made, the newest first")
    func changes() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(testCard("a", "Gym") { $0.number = "1" }, testCard("b", "Zoo"))
        // The backend has the card as it is: from now on its changes are told from ours.
        try await store.receive("a", "Gym") { $0.number = "1" }
        try await store.edit("a") { $0.note = "new" }
        try await store.receive("a", "Gym Nord") { $0.number = "1" }
        let changes = try await store.changes(of: CardID(test: "a"), limit: 10)
        #expect(changes.map(\.isFromBackend) == [true, false, false])
        #expect(changes.last?.description == "added Gym")
        #expect(changes.dropFirst().first?.description == "changed the note of Gym Nord")
        #expect(changes.map(\.time) == changes.map(\.time).sorted(by: >))
        #expect(try await store.changes(of: CardID(test: "a"), limit: 1) == Array(changes.prefix(1)))
        #expect(try await store.changes(of: CardID(test: "c"), limit: 1).isEmpty)
    }

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
        #expect(try await store.changes(of: gone.identifier, limit: 10).isEmpty)
        #expect(try await store.steps(limit: 10).map(\.cards) == [[kept.identifier]])
    }
}
