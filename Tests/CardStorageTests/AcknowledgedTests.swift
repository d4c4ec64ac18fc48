import Cards
import Testing

@testable import CardStorage

/// A backend that accepted a change but still lists the former values: from a stale cache, or because it lost the change.
@Suite("Lists that contradict an accepted write")
struct AcknowledgedTests {
    private let backend = BackendID.test
    private let store: SQLiteCardStore

    init() async throws {
        store = try SQLiteCardStore.inMemoryForTest()
        _ = try await store.connect(to: backend)
        try await list(old)
    }

    private var old: Card { get throws { try testCard("a", "Gym") { ($0.number, $0.note) = ("1", "old") } } }

    /// Downloads a complete list with these cards.
    private func list(_ cards: Card...) async throws {
        let download = try await store.beginDownload(from: backend)
        let patches = cards.map { CardPatch(values: $0, fields: $0.filledFields.union([.name, .number, .note])) }
        _ = try await store.merge(patches, from: backend, download: download)
        try await store.finishDownload(from: backend, download: download, isWhole: true, validators: nil)
    }

    /// Sends the pending uploads, which the backend accepts.
    private func send() async throws {
        let owed = try await store.pendingUploads(for: backend, limit: 9)
        #expect(!owed.isEmpty)
        try await store.noteAttempt(owed, with: backend)
        try await store.acknowledge(owed, by: backend)
        #expect(try await store.tally(of: backend).pending == 0)
    }

    private func edit(_ change: @escaping @Sendable (inout Card) -> Void) async throws {
        try await store.edit("a", change)
    }

    private var card: Card? { get async throws { try await store.card(CardID(test: "a")) } }

    private func expectParked() async throws {
        let waiting = try await store.pendingCards(for: backend, limit: 9)
        #expect(waiting.count == 1 && waiting.first?.isRefused == true)
        #expect(waiting.first?.lastFailure?.contains("still lists the old card") == true)
    }

    @Test(
        "an accepted edit that is listed unchanged is kept, parked with the reason, and no change of theirs"
    )
    func edited() async throws {
        try await edit { $0.note = "new" }
        try await send()
        try await list(old)
        #expect(try await card?.note == "new")
        try await expectParked()
        #expect(try await store.tally(of: backend).conflicts == 0)
        // The same for further lists with these values.
        try await list(old)
        #expect(try await card?.note == "new")
        try await expectParked()
        // A retry sends it again, with the same result.
        try await store.retry(nil, with: backend)
        try await send()
        try await list(old)
        #expect(try await card?.note == "new")
        try await expectParked()
        // The list has caught up.
        var new = try old
        new.note = "new"
        try await list(new)
        #expect(try await store.tally(of: backend).pending == 0)
        #expect(try await card?.note == "new")
    }

    @Test("changes of others in other fields are merged all the same")
    func others() async throws {
        try await edit { $0.note = "new" }
        try await send()
        var listed = try old
        listed.number = "2"
        try await list(listed)
        #expect(try await card?.note == "new")
        #expect(try await card?.number == "2")
        try await expectParked()
    }

    @Test("a list from between two edits is as outdated as one from before both")
    func between() async throws {
        try await edit { $0.note = "second" }
        try await send()
        try await edit { $0.note = "third" }
        try await send()
        var listed = try old
        listed.note = "second"
        try await list(listed)
        #expect(try await card?.note == "third")
        try await expectParked()
    }

    @Test("a list confirms the change: a later return to the former value is a change of theirs")
    func confirmed() async throws {
        try await edit { $0.note = "new" }
        try await send()
        var new = try old
        new.note = "new"
        try await list(new)
        try await list(old)
        #expect(try await card?.note == "old")
        #expect(try await store.tally(of: backend).pending == 0)
    }

    @Test("a third value is a change of theirs, too")
    func changed() async throws {
        try await edit { $0.note = "new" }
        try await send()
        var listed = try old
        listed.note = "theirs"
        try await list(listed)
        #expect(try await card?.note == "theirs")
        #expect(try await store.tally(of: backend).pending == 0)
    }

    @Test("a card that was edited again is sent, not parked")
    func editedAgain() async throws {
        try await edit { $0.note = "new" }
        try await send()
        try await edit { $0.note = "newer" }
        try await list(old)
        #expect(try await card?.note == "newer")
        #expect(try await store.pendingUploads(for: backend, limit: 9).count == 1)
    }

    @Test(
        "a card whose deletion was accepted comes back only if it changed there, not because it is still listed"
    )
    func deleted() async throws {
        try await store.apply([.delete(try CardID(test: "a"))])
        try await send()
        for _ in 0..<2 {
            try await list(old)
            #expect(try await card == nil)
            try await expectParked()
        }
        try await store.retry(nil, with: backend)
        try await send()
        var listed = try old
        listed.note = "theirs"
        try await list(listed)
        #expect(try await card?.note == "theirs")
    }
}
