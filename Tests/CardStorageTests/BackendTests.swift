import Cards
import Testing

@testable import CardStorage

@Suite("The upload queue of a backend")
struct BackendTests {
    private let backend = BackendID(normalizedURL: "http://127.0.0.1/cards")

    private func merge(_ store: SQLiteCardStore, _ cards: Card...) async throws -> MergeReport {
        let download = try await store.beginDownload(from: backend)
        let patches = cards.map { CardPatch(values: $0, fields: $0.filledFields.union([.name, .number, .note])) }
        return try await store.merge(patches, from: backend, download: download)
    }

    private func pendingUploads(_ store: SQLiteCardStore) async throws -> [PendingUpload] {
        try await store.pendingUploads(for: backend, limit: 100)
    }

    // MARK: - Connecting

    @Test("a backend of an empty store needs no consent; later cards are pending once, oldest first")
    func connectEmpty() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        let record = try await store.connect(to: backend)
        #expect(record == BackendRecord(backend: backend, consent: .granted))
        try await store.put(testCard("a", "Gym"), testCard("b", "Bus"))
        try await store.edit("a") { $0.number = "1" }
        let changes = try await pendingUploads(store)
        #expect(changes.map(\.identifier.text) == ["b", "a"])
        #expect(changes.last?.content == .upload(try #require(try await store.card(CardID(test: "a")))))
        #expect(try await store.pendingUploads(for: backend, limit: 1).count == 1)
        #expect(try await store.tally(of: backend).pending == 2)
    }

    @Test("for a new backend of a store with cards all are pending, and consent is needed")
    func connectWithCards() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(testCard("a", "Gym"), testCard("b", "Bus"))
        let record = try await store.connect(to: backend)
        #expect(record == BackendRecord(backend: backend, consent: .unasked))
        #expect(try await store.connect(to: backend) == record)
        try await store.setConsent(.granted, for: backend)
        #expect(try await store.connect(to: backend).consent == .granted)
        #expect(try await store.tally(of: backend).pending == 2)
    }

    @Test("only cards from before the backend became known wait for consent; the others are sent")
    func earlier() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(testCard("a", "Gym"), testCard("b", "Bus"))
        await store.note(backend)
        try await store.put(testCard("c", "Pool"))
        #expect(try await pendingUploads(store).map(\.identifier.text) == ["c"])
        let tally = try await store.tally(of: backend)
        #expect(tally == BackendTally(pending: 3, earlier: 2) && tally.waiting == 1 && tally.unsent == 3)
        // The backend has one of them already.
        _ = try await merge(store, testCard("a", "Gym"))
        #expect(try await store.tally(of: backend).earlier == 1)
        try await store.setConsent(.granted, for: backend)
        #expect(try await store.tally(of: backend) == BackendTally(pending: 2))
        #expect(try await pendingUploads(store).map(\.identifier.text) == ["b", "c"])
    }

    @Test("where the store cannot be written, or another program writes, nothing fails for a backend that is not known")
    func notNoted() async throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteCardStore(at: folder.file(), busyTimeout: .milliseconds(10))
        try await store.put(testCard("a", "Gym"))
        let other = try Connection(path: folder.file())
        try other.execute("BEGIN IMMEDIATE")
        await store.note(backend)
        #expect(try await store.names() == ["Gym"])
        await #expect(throws: StoreError.self) { try await store.tally(of: backend) }
        try other.execute("ROLLBACK")
        await store.note(backend)
        #expect(try await store.tally(of: backend).earlier == 1)
    }

    @Test("declined cards are not pending until they change; consent makes them pending again")
    func declined() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(testCard("a", "Gym"), testCard("b", "Bus"))
        _ = try await store.connect(to: backend)
        try await store.put(testCard("c", "added before the answer"))
        try await store.setConsent(.declined, for: backend)
        #expect(try await pendingUploads(store).map(\.identifier.text) == ["c"])
        try await store.edit("a") { $0.number = "1" }
        #expect(try await pendingUploads(store).map(\.identifier.text) == ["c", "a"])
        try await store.setConsent(.granted, for: backend)
        #expect(try await store.tally(of: backend).pending == 3)
    }

    @Test("a backend that was never connected is an error, not a crash")
    func unknownBackend() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        await #expect(throws: StoreError.self) { try await store.pendingUploads(for: backend, limit: 1) }
        await #expect(throws: StoreError.self) { try await store.merge([], from: backend, download: 1) }
    }

    // MARK: - Merging

    @Test("cards that are new here are added, and nothing is pending")
    func added() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        _ = try await store.connect(to: backend)
        let photo: [UInt8] = [1, 2, 3]
        let card = try testCard("a", "Gym") {
            $0.front = PhotoHash(of: photo)
            $0.unknownFields = ["tier": .string("gold")]
        }
        let nameless = try testCard("b", "") { $0.number = "1" }
        let report = try await store.merge(
            [
                CardPatch(from: nil, to: card, photos: [PhotoHash(of: photo): photo]),
                CardPatch(from: nil, to: nameless),
            ],
            from: backend, download: 1)
        #expect(report.added == 1)
        #expect(try await store.card(card.identifier) == card)
        #expect(try await store.photo(PhotoHash(of: photo)) == photo)
        #expect(try await store.count() == 1)
        #expect(try await store.tally(of: backend).pending == 0)
        #expect(try await store.column("SELECT device FROM change") == ["backend 1"])
    }

    @Test("an unchanged list changes nothing and sends no notice")
    func unchanged() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        _ = try await store.connect(to: backend)
        let card = try testCard("a", "Gym") { $0.number = "1" }
        _ = try await merge(store, card)
        let before = await store.totalChanges
        #expect(try await merge(store, card) == MergeReport())
        #expect(await store.totalChanges == before)
    }

    @Test("edits here and there in different fields are merged, and ours is pending")
    func bothSides() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        _ = try await store.connect(to: backend)
        _ = try await merge(store, testCard("a", "Gym") { $0.number = "1" })
        try await store.edit("a") { $0.note = "ours" }
        let report = try await merge(store, testCard("a", "Gym") { $0.number = "2" })
        #expect(report.changed == 1)
        #expect(report.conflicts == 0)
        let card = try #require(try await store.card(CardID(test: "a")))
        #expect(card.number == "2")
        #expect(card.note == "ours")
        #expect(try await pendingUploads(store).map(\.content) == [.upload(card)])
    }

    @Test("when both changed a field, ours stays and is pending; theirs is kept until the user takes it")
    func conflict() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        _ = try await store.connect(to: backend)
        _ = try await merge(store, testCard("a", "Gym") { $0.number = "1" })
        try await store.edit("a") { $0.number = "ours" }
        let theirs = try testCard("a", "Gym") { $0.number = "theirs" }
        #expect(try await merge(store, theirs).conflicts == 1)
        #expect(try await store.card(CardID(test: "a"))?.number == "ours")
        #expect(try await store.column("SELECT theirs ->> 'number' FROM conflict") == ["theirs"])
        #expect(try await store.tally(of: backend).pending == 1)
        // The same list again adds no conflict.
        #expect(try await merge(store, theirs).conflicts == 0)
        // An accepted upload does not resolve the conflict.
        try await store.acknowledge(pendingUploads(store), by: backend)
        #expect(try await store.tally(of: backend).pending == 0)
        #expect(try await store.column("SELECT theirs ->> 'number' FROM conflict") == ["theirs"])
        try await store.edit("a") { $0.number = "theirs" }
        _ = try await merge(store, testCard("a", "Gym") { ($0.number, $0.note) = ("ours", "new") })
        #expect(try await store.column("SELECT theirs FROM conflict").isEmpty)
    }

    @Test("a card with the same content on both sides is no longer pending")
    func sameContent() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(testCard("a", "Gym") { $0.number = "1" })
        _ = try await store.connect(to: backend)
        #expect(try await merge(store, testCard("a", "Gym") { $0.number = "1" }) == MergeReport())
        #expect(try await store.tally(of: backend).pending == 0)
    }

    @Test("a card whose deletion is pending does not come back")
    func waitingToBeDeleted() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        _ = try await store.connect(to: backend)
        _ = try await merge(store, testCard("a", "Gym"))
        try await store.apply([.delete(CardID(test: "a"))])
        #expect(try await pendingUploads(store).map(\.content) == [.delete])
        #expect(try await merge(store, testCard("a", "Gym")) == MergeReport())
        #expect(try await store.count() == 0)
        try await store.acknowledge(pendingUploads(store), by: backend)
        #expect(try await store.tally(of: backend).pending == 0)
        #expect(try await store.column("SELECT card FROM shadow").isEmpty)
    }

    @Test("a card that was deleted here and changed there comes back, and is reported")
    func revived() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        _ = try await store.connect(to: backend)
        _ = try await merge(store, testCard("a", "Gym"))
        try await store.apply([.delete(CardID(test: "a"))])
        let report = try await merge(store, testCard("a", "Gym") { $0.number = "2" })
        #expect(report.revived == ["Gym"])
        #expect(try await store.card(CardID(test: "a"))?.number == "2")
        #expect(try await store.tally(of: backend).pending == 0)
        #expect(try await store.trash().isEmpty)
    }

    @Test("absent cards are counted and stay; an interrupted download does not count")
    func absent() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        _ = try await store.connect(to: backend)
        let cards = try ["a", "b", "c"].map { CardPatch(from: nil, to: try testCard($0, $0)) }
        let first = try await store.beginDownload(from: backend)
        _ = try await store.merge(cards, from: backend, download: first)
        try await store.finishDownload(from: backend, download: first, isWhole: true, validators: nil)
        #expect(try await store.tally(of: backend).absent == 0)
        let second = try await store.beginDownload(from: backend)
        _ = try await store.merge([cards[0], cards[0]], from: backend, download: second)
        try await store.finishDownload(from: backend, download: second, isWhole: true, validators: nil)
        #expect(try await store.tally(of: backend).absent == 2)
        let third = try await store.beginDownload(from: backend)
        _ = try await store.merge([cards[0]], from: backend, download: third)
        #expect(try await store.tally(of: backend).absent == 2)
        #expect(try await store.count() == 3)
    }

    // MARK: - Uploading

    @Test("an accepted upload is no longer pending, unless the card changed since")
    func acknowledge() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        _ = try await store.connect(to: backend)
        try await store.put(testCard("a", "Gym"), testCard("b", "Bus"))
        let sent = try await pendingUploads(store)
        try await store.edit("a") { $0.number = "new" }
        try await store.acknowledge(sent, by: backend)
        #expect(try await pendingUploads(store).map(\.identifier.text) == ["a"])
        // The backend lists what it was sent: no conflict with the newer edit.
        #expect(try await merge(store, testCard("a", "Gym")) == MergeReport())
        #expect(try await store.card(CardID(test: "a"))?.number == "new")
        #expect(try await store.tally(of: backend).pending == 1)
    }

    @Test("a card that was deleted during its upload is pending as a deletion")
    func deletedInFlight() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        _ = try await store.connect(to: backend)
        try await store.put(testCard("a", "Gym"))
        let sent = try await pendingUploads(store)
        try await store.apply([.delete(CardID(test: "a"))])
        #expect(try await store.tally(of: backend).pending == 0)
        try await store.acknowledge(sent, by: backend)
        #expect(try await pendingUploads(store).map(\.content) == [.delete])
    }

    @Test("a card that the backend never had needs no deletion, unless an upload may have arrived")
    func deletionOfUnsent() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        _ = try await store.connect(to: backend)
        try await store.put(testCard("a", "Gym"), testCard("b", "Bus"))
        let tried = try await pendingUploads(store).filter { $0.identifier.text == "b" }
        try await store.noteAttempt(tried, with: backend)
        try await store.apply([.delete(CardID(test: "a")), .delete(CardID(test: "b"))])
        #expect(try await pendingUploads(store).map(\.identifier.text) == ["b"])
    }

    @Test("a card that was added again before its deletion was sent is pending as it is now")
    func madeAgain() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        _ = try await store.connect(to: backend)
        _ = try await merge(store, testCard("a", "Gym"))
        try await store.apply([.delete(CardID(test: "a"))])
        let sent = try await pendingUploads(store)
        try await store.put(testCard("a", "Gym"))
        #expect(try await store.tally(of: backend).pending == 0)
        try await store.acknowledge(sent, by: backend)
        let card = try #require(try await store.card(CardID(test: "a")))
        #expect(try await pendingUploads(store).map(\.content) == [.upload(card)])
    }

    @Test("so is one whose deletion may have arrived, also as it was")
    func addedAgainAfterAttempt() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.receive("a", "Gym")
        try await store.apply([.delete(CardID(test: "a"))])
        try await store.noteAttempt(store.pendingUploads(for: .test, limit: 9), with: .test)
        try await store.put(testCard("a", "Gym"))
        let card = try #require(try await store.card(CardID(test: "a")))
        #expect(try await store.pendingUploads(for: .test, limit: 9).map(\.content) == [.upload(card)])
    }

    @Test("a failure is kept with the pending upload until it is accepted")
    func failure() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        _ = try await store.connect(to: backend)
        try await store.put(testCard("a", "Gym"))
        for reason in ["too large", "too large still"] {
            try await store.noteAttempt(pendingUploads(store), with: backend)
            try await store.recordFailure(pendingUploads(store), reason: reason, isRefusal: false, by: backend)
        }
        try await store.edit("a") { $0.number = "1" }
        let change = try #require(try await pendingUploads(store).first)
        #expect(change.attempts == 2)
        #expect(change.lastFailure == "too large still")
    }

    @Test("each backend has its own queue")
    func twoBackends() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        let other = BackendID(normalizedURL: "http://127.0.0.1:8080")
        _ = try await store.connect(to: backend)
        _ = try await store.connect(to: other)
        _ = try await merge(store, testCard("a", "Gym"))
        #expect(try await store.tally(of: backend).pending == 0)
        #expect(try await store.tally(of: other).pending == 1)
        _ = try await merge(store, testCard("a", "Gym") { $0.number = "2" })
        try await store.acknowledge(store.pendingUploads(for: other, limit: 9), by: other)
        #expect(try await store.tally(of: other).pending == 0)
        _ = try await merge(store, testCard("a", "Gym") { $0.number = "3" })
        #expect(try await store.tally(of: other).pending == 1)
    }
}
