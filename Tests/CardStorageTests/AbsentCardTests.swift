import Cards
import Testing

@testable import CardStorage

/// Cards that a backend had and no longer lists: deleted on another device.
@Suite("Cards that the backend no longer has")
struct AbsentCardTests {
    /// A store with two cards of the backend, of which its last list had the first only.
    private func store() async throws -> SQLiteCardStore {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.receive("a", "Gym")
        try await store.receive("b", "Bus")
        let download = try await store.beginDownload(from: .test)
        let listed = CardPatch(values: try testCard("a", "Gym"), fields: [.name])
        _ = try await store.merge([listed], from: .test, download: download)
        try await store.finishDownload(from: .test, download: download, isWhole: true, validators: nil)
        return store
    }

    private var gone: CardID { get throws { try CardID(test: "b") } }

    @Test("they are listed with what waits, but do not wait")
    func listed() async throws {
        let store = try await store()
        #expect(try await store.tally(of: .test) == BackendTally(absent: 1))
        let cards = try await store.pendingCards(for: .test, limit: 10)
        #expect(cards.map(\.name) == ["Bus"])
        #expect(cards.map(\.kind) == [.absent])
        #expect(try await store.pendingUploads(for: .test, limit: 10).isEmpty)
    }

    @Test("deleted here as well, the card is in the trash, and nothing has to be sent")
    func delete() async throws {
        let store = try await store()
        #expect(try await store.settleAbsent([gone], .delete, with: .test) == 1)
        #expect(try await store.names() == ["Gym"])
        #expect(try await store.trash().map(\.card.name) == ["Bus"])
        #expect(try await store.tally(of: .test) == BackendTally())
        #expect(try await store.pendingUploads(for: .test, limit: 10).isEmpty)
        #expect(try await store.undo()?.description == "deleted Bus")
        #expect(try await store.pendingCards(for: .test, limit: 10).map(\.kind) == [.new])
    }

    @Test("kept, it is sent again as a new card")
    func keep() async throws {
        let store = try await store()
        #expect(try await store.settleAbsent([gone], .keep, with: .test) == 1)
        #expect(try await store.names() == ["Bus", "Gym"])
        #expect(try await store.tally(of: .test) == BackendTally(pending: 1))
        #expect(try await store.pendingCards(for: .test, limit: 10).map(\.kind) == [.new])
        // It is no step of the history.
        #expect(try await store.undo() == nil)
    }

    @Test("of a card that the backend lists nothing is decided")
    func listedAgain() async throws {
        let store = try await store()
        try await store.receive("b", "Bus") { $0.number = "1" }
        for decision in [AbsenceDecision.delete, .keep] {
            #expect(try await store.settleAbsent([gone], decision, with: .test) == 0)
        }
        #expect(try await store.names() == ["Bus", "Gym"])
        #expect(try await store.tally(of: .test) == BackendTally())
    }

    @Test("several are deleted in one step")
    func deleteAll() async throws {
        let store = try await store()
        try await store.finishDownload(
            from: .test, download: store.beginDownload(from: .test), isWhole: true, validators: nil)
        let cards = try await store.pendingCards(for: .test, limit: 10).map(\.id)
        #expect(try await store.settleAbsent(cards, .delete, with: .test) == 2)
        #expect(try await store.names() == [])
        #expect(try await store.tally(of: .test) == BackendTally())
        #expect(try await store.undo()?.description == "deleted 2 cards")
        #expect(try await store.names() == ["Bus", "Gym"])
    }

    @Test("kept, it is sent also where the cards of earlier times stay here")
    func keepDespiteDeclinedConsent() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(testCard("b", "Bus"))
        _ = try await store.connect(to: .test)
        try await store.setConsent(.declined, for: .test)
        try await store.receive("b", "Bus")
        try await store.finishDownload(
            from: .test, download: store.beginDownload(from: .test), isWhole: true, validators: nil)
        #expect(try await store.tally(of: .test) == BackendTally(absent: 1))
        #expect(try await store.settleAbsent([gone], .keep, with: .test) == 1)
        #expect(try await store.pendingUploads(for: .test, limit: 10).map(\.identifier) == [gone])
    }

    @Test("of a card that was edited meanwhile nothing is decided, and the edit is sent")
    func editedMeanwhile() async throws {
        for decision in [AbsenceDecision.delete, .keep] {
            let store = try await store()
            try await store.edit("b") { $0.number = "2" }
            #expect(try await store.settleAbsent([gone], decision, with: .test) == 0)
            #expect(try await store.card(gone)?.number == "2")
            #expect(try await store.tally(of: .test) == BackendTally(pending: 1))
        }
    }

    @Test("one that was edited or deleted here since is pending, and is not asked about")
    func changedHere() async throws {
        let store = try await store()
        try await store.edit("b") { $0.number = "2" }
        #expect(try await store.tally(of: .test) == BackendTally(pending: 1))
        try await store.apply([.delete(gone)])
        #expect(try await store.tally(of: .test) == BackendTally(pending: 1))
        #expect(try await store.pendingCards(for: .test, limit: 10).map(\.kind) == [.deleted])
    }
}
