import Cards
import Testing

@testable import CardStorage

/// A backend that took a change and goes on listing what it had: a stale cache, or one that forgets.
@Suite("Lists that contradict an answer")
struct AcknowledgedTests {
    private let backend = BackendID.test
    private let store: SQLiteCardStore

    init() async throws {
        store = try SQLiteCardStore.inMemoryForTest()
        _ = try await store.connect(to: backend)
        try await list(old)
    }

    private var old: Card { get throws { try testCard("a", "Gym") { ($0.number, $0.note) = ("1", "old") } } }

    /// A whole list of the backend with these cards.
    private func list(_ cards: Card...) async throws {
        let download = try await store.beginDownload(from: backend)
        let patches = cards.map { CardPatch(values: $0, fields: $0.filledFields.union([.name, .number, .note])) }
        _ = try await store.merge(patches, from: backend, download: download)
        try await store.finishDownload(from: backend, download: download, isWhole: true, validators: nil)
    }

    /// Sends what is owed, and is told that it was taken.
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

    private func expectSetAside() async throws {
        let waiting = try await store.pendingCards(for: backend, limit: 9)
        #expect(waiting.count == 1 && waiting.first?.isRefused == true)
        #expect(waiting.first?.lastFailure?.contains("lists the card as it was before") == true)
    }

    @Test(
        "an edit that was taken and is listed as before is kept as ours, set aside with the reason, and never their change"
    )
    func edited() async throws {
        try await edit { $0.note = "new" }
        try await send()
        try await list(old)
        #expect(try await card?.note == "new")
        try await expectSetAside()
        #expect(try await store.tally(of: backend).conflicts == 0)
        // However often it is listed so.
        try await list(old)
        #expect(try await card?.note == "new")
        try await expectSetAside()
        // Once asked for it is sent again, and the same happens.
        try await store.retry(nil, with: backend)
        try await send()
        try await list(old)
        #expect(try await card?.note == "new")
        try await expectSetAside()
        // The list has come round.
        var new = try old
        new.note = "new"
        try await list(new)
        #expect(try await store.tally(of: backend).pending == 0)
        #expect(try await card?.note == "new")
    }

    @Test("what others changed in other fields comes all the same")
    func others() async throws {
        try await edit { $0.note = "new" }
        try await send()
        var listed = try old
        listed.number = "2"
        try await list(listed)
        #expect(try await card?.note == "new")
        #expect(try await card?.number == "2")
        try await expectSetAside()
    }

    @Test("a list from between two edits is as stale as one from before both")
    func between() async throws {
        try await edit { $0.note = "second" }
        try await send()
        try await edit { $0.note = "third" }
        try await send()
        var listed = try old
        listed.note = "second"
        try await list(listed)
        #expect(try await card?.note == "third")
        try await expectSetAside()
    }

    @Test("a list that confirms the change ends the suspicion: going back after that is somebody's change")
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

    @Test("another value than before is somebody's change, too")
    func changed() async throws {
        try await edit { $0.note = "new" }
        try await send()
        var listed = try old
        listed.note = "theirs"
        try await list(listed)
        #expect(try await card?.note == "theirs")
        #expect(try await store.tally(of: backend).pending == 0)
    }

    @Test("what was edited again meanwhile is sent, not set aside")
    func editedAgain() async throws {
        try await edit { $0.note = "new" }
        try await send()
        try await edit { $0.note = "newer" }
        try await list(old)
        #expect(try await card?.note == "newer")
        #expect(try await store.pendingUploads(for: backend, limit: 9).count == 1)
    }

    @Test(
        "a deletion that was taken does not come back because the list still names the card; a card that changed there does"
    )
    func deleted() async throws {
        try await store.apply([.delete(try CardID(test: "a"))])
        try await send()
        for _ in 0..<2 {
            try await list(old)
            #expect(try await card == nil)
            try await expectSetAside()
        }
        try await store.retry(nil, with: backend)
        try await send()
        var listed = try old
        listed.note = "theirs"
        try await list(listed)
        #expect(try await card?.note == "theirs")
    }
}
