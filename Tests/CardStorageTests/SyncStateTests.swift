import Cards
import Testing

@testable import CardStorage

@Suite("Sync state: validators, absent and parked cards, the lock")
struct SyncStateTests {
    private static let validators = ListValidators(entityTag: "\"1\"", lastModified: nil)

    /// A download that lists these cards only.
    @discardableResult
    private func download(
        _ store: SQLiteCardStore, _ names: String..., validators: ListValidators? = validators
    ) async throws -> Int {
        _ = try await store.connect(to: .test)
        let download = try await store.beginDownload(from: .test)
        let patches = try names.map { CardPatch(values: try testCard($0, $0), fields: [.name]) }
        _ = try await store.merge(patches, from: .test, download: download)
        try await store.finishDownload(from: .test, download: download, isWhole: true, validators: validators)
        return try await store.tally(of: .test).absent
    }

    private func known(_ store: SQLiteCardStore) async throws -> ListValidators? {
        try await store.connect(to: .test).validators
    }

    // MARK: - Validators of a list

    @Test("the validators of a complete list are stored, for the next program too")
    func validators() async throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteCardStore(at: folder.file())
        try await download(store, "a")
        #expect(try await known(store) == Self.validators)
        #expect(try await known(SQLiteCardStore(at: folder.file())) == Self.validators)
    }

    @Test("a changed shadow drops the validators, so that the next list is complete")
    func forgotten() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await download(store, "a")
        try await store.edit("a") { $0.number = "1" }
        #expect(try await known(store) == Self.validators)
        try await store.acknowledgeAll()
        #expect(try await known(store) == nil)
        try await download(store, "a", "b")
        // An interrupted list: its cards have changed the shadows.
        let cut = try await store.beginDownload(from: .test)
        _ = try await store.merge(
            [CardPatch(values: testCard("c", "c"), fields: [.name])], from: .test, download: cut)
        #expect(try await known(store) == nil)
    }

    @Test("the same list again writes nothing")
    func nothingNew() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await download(store, "a", "b")
        let before = await store.totalChanges
        try await download(store, "a", "b")
        #expect(await store.totalChanges == before)
    }

    // MARK: - Absent cards

    @Test("a card is absent until it is listed again or accepted")
    func absent() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        #expect(try await download(store, "a", "b", "c") == 0)
        #expect(try await download(store, "a") == 2)
        #expect(try await store.tally(of: .test).absent == 2)
        #expect(try await download(store, "a", "b") == 1)
        try await store.edit("c") { $0.number = "1" }
        try await store.acknowledgeAll()
        #expect(try await store.tally(of: .test).absent == 0)
        #expect(try await store.count() == 3)
    }

    // MARK: - Parked cards

    @Test("a rejected card is parked, for the next program too, until it changes or is retried")
    func refused() async throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteCardStore(at: folder.file())
        _ = try await store.connect(to: .test)
        try await store.put(testCard("a", "Gym"), testCard("b", "Bus"))
        let first = try await store.pendingUploads(for: .test, limit: 1)
        try await store.recordFailure(first, reason: "too large", isRefusal: true, by: .test)
        let again = try SQLiteCardStore(at: folder.file())
        #expect(try await again.pendingUploads(for: .test, limit: 9).map(\.identifier.text) == ["b"])
        #expect(try await again.tally(of: .test) == BackendTally(pending: 2, refused: 1))
        let waiting = try await again.pendingCards(for: .test, limit: 9)
        #expect(waiting.map(\.name) == ["Gym", "Bus"])
        #expect(waiting.map(\.isRefused) == [true, false])
        #expect(waiting.first?.lastFailure == "too large")
        #expect(waiting.map(\.kind) == [.new, .new])
        try await again.retry(CardID(test: "a"), with: .test)
        #expect(try await again.pendingUploads(for: .test, limit: 9).count == 2)
        try await again.recordFailure(first, reason: "too large", isRefusal: true, by: .test)
        try await again.edit("a") { $0.number = "1" }
        #expect(try await again.tally(of: .test).refused == 0)
    }

    @Test("a rejection of an older version parks nothing")
    func refusalOfOlder() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        _ = try await store.connect(to: .test)
        try await store.put(testCard("a", "Gym"))
        let sent = try await store.pendingUploads(for: .test, limit: 1)
        try await store.edit("a") { $0.number = "1" }
        try await store.recordFailure(sent, reason: "too large", isRefusal: true, by: .test)
        #expect(try await store.pendingUploads(for: .test, limit: 9).count == 1)
    }

    @Test("a pending deletion is listed by the card's name")
    func waitingDeletion() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await download(store, "a", "b")
        try await store.apply([.delete(CardID(test: "a"))])
        try await store.edit("b") { $0.number = "1" }
        let waiting = try await store.pendingCards(for: .test, limit: 9)
        #expect(waiting.map(\.name) == ["a", "b"])
        #expect(waiting.map(\.kind) == [.deleted, .changed])
    }

    // MARK: - The sync lock

    @Test("one store at a time holds the lock, which is released with the store")
    func lock() async throws {
        let folder = try TemporaryFolder()
        let first = try SQLiteCardStore(at: folder.file())
        #expect(try await first.acquireSyncLock(with: .test))
        do {
            let second = try SQLiteCardStore(at: folder.file())
            #expect(try await !second.acquireSyncLock(with: .test))
            await first.releaseSyncLock(with: .test)
            #expect(try await second.acquireSyncLock(with: .test))
            #expect(try await !first.acquireSyncLock(with: .test))
        }
        #expect(try await first.acquireSyncLock(with: .test))
        #expect(rights(of: folder.file("cards.sqlite-turn")) == 0o600)
    }

    @Test("a store in memory always gets the lock")
    func memory() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        #expect(try await store.acquireSyncLock(with: .test))
    }

    // MARK: - The last sync

    @Test("when the last sync was is known after a restart, for each backend")
    func lastSync() async throws {
        let folder = try TemporaryFolder()
        let other = BackendID(normalizedURL: "http://127.0.0.1/others")
        do {
            let store = try SQLiteCardStore(at: folder.file())
            #expect(try await store.connect(to: .test).lastSync == nil)
            try await store.noteSync(with: .test, at: Timestamp(milliseconds: 1_795_176_000_000))
        }
        let store = try SQLiteCardStore(at: folder.file())
        #expect(try await store.connect(to: .test).lastSync == Timestamp(milliseconds: 1_795_176_000_000))
        #expect(try await store.connect(to: other).lastSync == nil)
    }
}
