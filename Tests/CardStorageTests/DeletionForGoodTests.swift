import Cards
import FoundationEssentials
import TestSupport
import Testing

@testable import CardStorage

/// After a card was deleted for good, its values are in none of the store's files.
@Suite("Deletion for good")
struct DeletionForGoodTests {
    private static let photo = Array("photo of the secret card".utf8)
    private static let thumbnail = Array("small picture of the secret card".utf8)
    /// Values of the card, in every state that it had.
    private static let texts = [
        "Blood donor pass", "4711-0815", "my secret note", "an older note", "a note of theirs", "+49 30 1234567",
        "what the backend said of Blood", "photo of the secret card", "small picture of the secret card",
        PhotoHash(of: photo).text, "locker of the donor", "voucher of the donor", "picture of the donor",
    ]

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func card(_ change: (inout Card) -> Void = { _ in }) throws -> Card {
        try testCard("secret", "Blood donor pass") { card in
            (card.number, card.note, card.phone) = ("4711-0815", "an older note", "+49 30 1234567")
            card.groups = ["health"]
            card.front = PhotoHash(of: photo)
            card.ownFields = [OwnField(name: "Locker", value: "locker of the donor")]
            card.codes = [
                FurtherCode(label: "Voucher", barcode: Barcode(format: .qrCode, value: "voucher of the donor"))
            ]
            card.pictures = [FurtherPicture(label: "picture of the donor", hash: PhotoHash(of: photo))]
            change(&card)
        }
    }

    /// A store in which the card has been everywhere: in the list, the log, the trash, conflicts, uploads and the manual order.
    private func makeStore() async throws -> SQLiteCardStore {
        let store = try SQLiteCardStore(at: folder.file(), clock: SteppingClock().clock)
        let identifier = try CardID(test: "secret")
        try await store.put(testCard("a", "Gym"), testCard("b", "Bus"))
        _ = try await store.connect(to: .test)
        try await store.setConsent(.granted, for: .test)
        try await store.put(Self.card(), photos: [PhotoHash(of: Self.photo): Self.photo])
        try await store.keepThumbnail(Self.thumbnail, of: PhotoHash(of: Self.photo))
        try await store.move([identifier], before: CardID(test: "a"))
        try await store.recordUse(of: identifier)
        try await store.acknowledgeAll()
        try await store.edit("secret") { $0.note = "my secret note" }
        // In conflict, and then refused.
        let theirs = try Self.card { $0.note = "a note of theirs" }
        let patch = CardPatch(
            values: theirs, fields: theirs.filledFields, photos: [PhotoHash(of: Self.photo): Self.photo])
        _ = try await store.merge([patch], from: .test, download: try await store.beginDownload(from: .test))
        #expect(try await store.conflict(of: identifier)?.fields == [.note])
        let pending = try await store.pendingUploads(for: .test, limit: 9)
        try await store.noteAttempt(pending, with: .test)
        try await store.recordFailure(
            pending, reason: "what the backend said of Blood", isRefusal: true, by: .test)
        try await store.apply([.delete(identifier)])
        return store
    }

    /// The texts that are in some file of the store.
    private func found(_ texts: [String] = texts) throws -> [String] {
        let files = try folder.names.map { try Data(contentsOf: URL(fileURLWithPath: folder.file($0))) }
        return texts.filter { text in files.contains { $0.firstRange(of: Data(text.utf8)) != nil } }
    }

    @Test("nothing of the card is left in the store's files but its identifier")
    func files() async throws {
        let store = try await makeStore()
        #expect(try found() == Self.texts)
        try await store.empty([CardID(test: "secret")])
        #expect(try found() == [])
        #expect(try found(["secret"]) == ["secret"])
        #expect(try await store.column("SELECT card FROM change WHERE card = 'secret'").count <= 1)
        store.close()
        #expect(try found() == [])
        #expect(try found(["Gym"]) == ["Gym"])
    }

    @Test("nor in a copy of the store, whether it was in the list, in the trash or in conflict when that was made")
    func copies() async throws {
        let store = try await makeStore()
        let identifier = try CardID(test: "secret")
        let trashed = folder.file("trashed.db")
        try await store.backUp(to: trashed)
        _ = try await store.undo()
        let listed = folder.file("listed.db")
        try await store.backUp(to: listed)
        try await store.apply([.delete(identifier)])
        try await store.empty([identifier])
        store.close()
        for copy in [trashed, listed] {
            #expect(try found() == Self.texts)
            try SQLiteCardStore.erase(.cards([identifier]), inCopy: copy, of: folder.file())
            let restored = copy + ".restored"
            #expect(try SQLiteCardStore.restore(copy, to: restored) == 2)
            let opened = try SQLiteCardStore(at: restored)
            #expect(try await opened.names().sorted() == ["Bus", "Gym"])
            #expect(try await opened.trash().isEmpty)
            #expect(try await opened.check().isWhole)
            opened.close()
            if copy == trashed { #expect(try found() == Self.texts) }
        }
        #expect(try found() == [])
        let before = try Data(contentsOf: URL(fileURLWithPath: listed))
        try SQLiteCardStore.erase(.cards([identifier, CardID(test: "nobody")]), inCopy: listed, of: folder.file())
        #expect(try Data(contentsOf: URL(fileURLWithPath: listed)) == before)
    }

    @Test("nor while another program has the store open")
    func otherProgram() async throws {
        let store = try await makeStore()
        let other = try SQLiteCardStore(at: folder.file())
        #expect(try await other.trash().map(\.card.name) == ["Blood donor pass"])
        try await store.empty([CardID(test: "secret")])
        #expect(try found() == [])
        #expect(try await other.trash().isEmpty)
    }

    @Test("a program that is reading meanwhile delays that until the next write")
    func reader() async throws {
        let store = try await makeStore()
        let other = try Connection(path: folder.file())
        try other.execute("BEGIN")
        _ = try other.first("SELECT count(*) FROM card") { $0.number() }
        try await store.empty([CardID(test: "secret")])
        try other.execute("ROLLBACK")
        try await store.edit("a") { $0.number = "1" }
        #expect(try found() == [])
    }

    @Test("what an edit replaced is gone as well, once the card is")
    func editedPlain() async throws {
        let store = try SQLiteCardStore(at: folder.file(), clock: SteppingClock().clock)
        let long = String(repeating: "a rather long note of theirs. ", count: 400)
        // Not every SQLite overwrites what is deleted by itself.
        #expect(try await store.column("PRAGMA secure_delete") == ["1"])
        try await store.put(testCard("secret", "Blood donor pass") { $0.note = long })
        try await store.edit("secret") { $0.note = "" }
        try await store.apply([.delete(CardID(test: "secret"))])
        try await store.empty([CardID(test: "secret")])
        #expect(try found(["a rather long note", "Blood donor pass"]) == [])
    }

    @Test("its deletion is still sent, and the list does not bring its values back")
    func deletionIsSent() async throws {
        let store = try await makeStore()
        let identifier = try CardID(test: "secret")
        try await store.empty([identifier])
        #expect(try await store.pendingUploads(for: .test, limit: 9).map(\.identifier).contains(identifier))
        #expect(try await store.pendingCards(for: .test, limit: 9).first { $0.id == identifier }?.name == "secret")
        let listed = try Self.card()
        let patch = CardPatch(
            values: listed, fields: listed.filledFields, photos: [PhotoHash(of: Self.photo): Self.photo])
        _ = try await store.merge([patch], from: .test, download: try await store.beginDownload(from: .test))
        #expect(try await store.card(identifier) == nil)
        #expect(try found() == [])
        // Accepted, but the next list still has it: a stale answer.
        try await store.acknowledgeAll()
        #expect(try await store.pendingUpload(identifier, to: .test) == nil)
        _ = try await store.merge([patch], from: .test, download: try await store.beginDownload(from: .test))
        #expect(try await store.card(identifier) == nil)
        #expect(try await store.pendingUpload(identifier, to: .test)?.content == .delete)
        #expect(try found() == [])
    }

    @Test("a card that was emptied after the backend had confirmed its deletion stays gone, too")
    func confirmedBefore() async throws {
        let store = try await makeStore()
        let identifier = try CardID(test: "secret")
        try await store.retry(nil, with: .test)
        try await store.acknowledgeAll()
        try await store.empty([identifier])
        #expect(try found() == [])
        let listed = try Self.card()
        _ = try await store.merge(
            [CardPatch(values: listed, fields: listed.filledFields)], from: .test,
            download: try await store.beginDownload(from: .test))
        #expect(try await store.card(identifier) == nil)
        #expect(try found(["Blood donor pass", "4711-0815"]) == [])
    }

    /// Downloads a complete list with these cards.
    private func list(_ cards: Card..., in store: SQLiteCardStore) async throws {
        let download = try await store.beginDownload(from: .test)
        let patches = cards.map { CardPatch(values: $0, fields: $0.filledFields) }
        _ = try await store.merge(patches, from: .test, download: download)
        try await store.finishDownload(from: .test, download: download, isWhole: true, validators: nil)
    }

    @Test(
        "once a whole list has confirmed that, the user decides where somebody brings it back",
        arguments: [true, false])
    func broughtBack(isEmptiedFirst: Bool) async throws {
        let store = try await makeStore()
        let identifier = try CardID(test: "secret")
        try await store.retry(nil, with: .test)
        if isEmptiedFirst { try await store.empty([identifier]) }
        try await store.acknowledgeAll()
        if !isEmptiedFirst { try await store.empty([identifier]) }
        try await list(testCard("a", "Gym"), testCard("b", "Bus"), in: store)
        try await expectReturnedWhereListedAgain(store)
    }

    /// Where somebody adds the card again, it is not here and is not deleted there before the user decides.
    private func expectReturnedWhereListedAgain(_ store: SQLiteCardStore) async throws {
        let identifier = try CardID(test: "secret")
        // A second list is no news.
        for _ in 0..<2 {
            try await list(testCard("a", "Gym"), testCard("b", "Bus"), Self.card(), in: store)
            #expect(try await store.card(identifier) == nil)
            #expect(try await store.tally(of: .test) == BackendTally(returned: 1))
            #expect(try await store.pendingUploads(for: .test, limit: 9).isEmpty)
            let card = try #require(try await store.pendingCards(for: .test, limit: 9).first)
            #expect(card.kind == .returned && card.name == "Blood donor pass")
        }
    }

    private func makeReturned() async throws -> SQLiteCardStore {
        let store = try await makeStore()
        try await store.empty([CardID(test: "secret")])
        try await store.acknowledgeAll()
        try await list(testCard("a", "Gym"), testCard("b", "Bus"), in: store)
        try await expectReturnedWhereListedAgain(store)
        return store
    }

    @Test("the user takes such a card, which is one step of the history, and nothing has to be sent")
    func take() async throws {
        let store = try await makeReturned()
        let identifier = try CardID(test: "secret")
        #expect(try await store.settleAbsent([identifier], .keep, with: .test) == 1)
        #expect(try await store.card(identifier)?.number == "4711-0815")
        #expect(try await store.tally(of: .test) == BackendTally())
        #expect(try await store.settleAbsent([identifier], .keep, with: .test) == 0)
        #expect(try await store.undo()?.description == "added Blood donor pass")
        #expect(try await store.pendingUploads(for: .test, limit: 9).map(\.content) == [.delete])
    }

    @Test("kept together with a card that the backend no longer has, both are in the notice")
    func noticed() async throws {
        let store = try await makeReturned()
        try await list(testCard("a", "Gym"), Self.card(), in: store)
        let cards = [try CardID(test: "secret"), try CardID(test: "b")]
        var notices = await store.notices().makeAsyncIterator()
        #expect(try await store.settleAbsent(cards, .keep, with: .test) == 2)
        #expect(await notices.next() == .changed(Set(cards)))
    }

    @Test("or deletes it there, and nothing of it is left here")
    func deleteThere() async throws {
        let store = try await makeReturned()
        let identifier = try CardID(test: "secret")
        #expect(try await store.settleAbsent([identifier], .delete, with: .test) == 1)
        #expect(try await store.pendingUploads(for: .test, limit: 9).map(\.content) == [.delete])
        #expect(try await store.tally(of: .test) == BackendTally(pending: 1))
        #expect(try found() == [])
        try await store.acknowledgeAll()
        try await list(testCard("a", "Gym"), testCard("b", "Bus"), in: store)
        #expect(try await store.tally(of: .test) == BackendTally())
    }

    @Test("where a whole list does not name it any more, it is forgotten")
    func returnedAndGone() async throws {
        let store = try await makeReturned()
        try await list(testCard("a", "Gym"), testCard("b", "Bus"), in: store)
        #expect(try await store.tally(of: .test) == BackendTally())
        #expect(try found() == [])
    }

    @Test("a list that still has it parks the deletion, which is sent again only by name")
    func retried() async throws {
        let store = try await makeStore()
        let identifier = try CardID(test: "secret")
        try await store.retry(nil, with: .test)
        try await store.empty([identifier])
        try await store.acknowledgeAll()
        try await list(testCard("a", "Gym"), testCard("b", "Bus"), Self.card(), in: store)
        #expect(try await store.tally(of: .test) == BackendTally(pending: 1, refused: 1))
        try await store.retry(nil, with: .test)
        #expect(try await store.pendingUploads(for: .test, limit: 9).isEmpty)
        try await store.retry(identifier, with: .test)
        #expect(try await store.pendingUploads(for: .test, limit: 9).map(\.content) == [.delete])
    }

    /// The card is deleted, the backend took that, and then listed the card as before.
    private func makeContradicted() async throws -> SQLiteCardStore {
        let store = try await makeStore()
        try await store.retry(nil, with: .test)
        try await store.acknowledgeAll()
        try await list(
            testCard("a", "Gym"), testCard("b", "Bus"), Self.card { $0.note = "a note of theirs" }, in: store)
        #expect(try await store.tally(of: .test) == BackendTally(pending: 1, refused: 1))
        return store
    }

    @Test("a deletion that was parked before the trash was emptied keeps the reason, and is sent again only by name")
    func parkedBefore() async throws {
        let store = try await makeContradicted()
        let identifier = try CardID(test: "secret")
        try await store.empty([identifier])
        let waiting = try await store.pendingCards(for: .test, limit: 9)
        #expect(waiting.map(\.lastFailure) == [BackendMerge.contradictionText])
        try await store.retry(nil, with: .test)
        #expect(try await store.pendingUploads(for: .test, limit: 9).isEmpty)
        try await store.retry(identifier, with: .test)
        #expect(try await store.pendingUploads(for: .test, limit: 9).map(\.content) == [.delete])
    }

    @Test(
        "a whole list without the card ends a parked deletion: who adds it again means that", arguments: [true, false])
    func parkedAndGone(isEmptied: Bool) async throws {
        let store = try await makeContradicted()
        let identifier = try CardID(test: "secret")
        if isEmptied { try await store.empty([identifier]) }
        // A part of the list says nothing.
        try await store.finishDownload(
            from: .test, download: store.beginDownload(from: .test), isWhole: false, validators: nil)
        #expect(try await store.tally(of: .test) == BackendTally(pending: 1, refused: 1))
        try await list(testCard("a", "Gym"), testCard("b", "Bus"), in: store)
        #expect(try await store.tally(of: .test) == BackendTally())
        #expect(try await store.card(identifier) == nil)
        if isEmptied { return try await expectReturnedWhereListedAgain(store) }
        // Out of the trash.
        try await list(testCard("a", "Gym"), testCard("b", "Bus"), Self.card(), in: store)
        #expect(try await store.card(identifier)?.number == "4711-0815")
        #expect(try await store.tally(of: .test) == BackendTally())
    }

    @Test("so does one without a card whose deletion was refused after the backend no longer had it")
    func refusedAndGone() async throws {
        let store = try await makeContradicted()
        let identifier = try CardID(test: "secret")
        try await store.retry(identifier, with: .test)
        try await list(testCard("a", "Gym"), testCard("b", "Bus"), in: store)
        // What is not parked is sent.
        let pending = try await store.pendingUploads(for: .test, limit: 9)
        #expect(pending.map(\.content) == [.delete])
        try await store.recordFailure(pending, reason: "no such card", isRefusal: true, by: .test)
        #expect(try await store.tally(of: .test) == BackendTally(pending: 1, refused: 1))
        try await list(testCard("a", "Gym"), testCard("b", "Bus"), in: store)
        #expect(try await store.tally(of: .test) == BackendTally())
    }

    @Test("a card that the backend lists without a name was not deleted for good")
    func nameless() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        _ = try await store.connect(to: .test)
        try await store.put(testCard("c", "Pool"))
        try await list(testCard("c", ""), in: store)
        let identifier = try CardID(test: "c")
        try await store.apply([.delete(identifier)])
        try await list(testCard("c", "Pool") { $0.number = "1" }, in: store)
        // Changed there since, so it comes back.
        #expect(try await store.card(identifier)?.number == "1")
    }

    @Test("emptying the last card that changed uses no sequence of the log again")
    func sequences() async throws {
        let store = try await makeStore()
        let last = try await store.column("SELECT max(sequence) FROM change")
        try await store.empty([CardID(test: "secret")])
        #expect(try await store.column("SELECT max(sequence) FROM change") == last)
        try await store.put(testCard("c", "Pool"))
        #expect(try await store.undo()?.description == "added Pool")
    }

    @Test("cards that an older version had deleted for good are removed when its store is opened", arguments: [3, 8])
    func migration(version: Int) async throws {
        // Makes the file; the copy that was opened with it is of the present version.
        let packed = PublishedStoreTests.packedFile(version)
        try await PublishedStoreTests.unpack(packed, to: folder.file())
        let old = try Connection(path: folder.file())
        try old.execute(
            """
            INSERT INTO emptied SELECT card, sequence FROM change WHERE fields IS NULL AND card = 'pool';
            DELETE FROM step;
            \(Self.makingLeftovers)
            """)
        old.close()
        #expect(try found(["Pool", Self.remains]) == ["Pool", Self.remains])
        let store = try SQLiteCardStore(at: folder.file())
        #expect(try await store.trash().isEmpty)
        // Not before the first frame.
        #expect(try found([Self.remains]) == [Self.remains])
        #expect(try await store.hasLeftovers())
        #expect(try await store.removeLeftovers())
        #expect(try await !store.hasLeftovers())
        #expect(try found(["Pool", Self.remains]) == [])
        #expect(try await store.names().count == 5)
        store.close()
        #expect(try found(["Pool"]) == [])
    }

    private static let remains = "what an older version left in a free page"
    /// As versions did that did not overwrite what they deleted.
    private static let makingLeftovers = """
        PRAGMA secure_delete = OFF;
        INSERT INTO photo VALUES ('gone', CAST('\(remains)' AS BLOB));
        DELETE FROM photo WHERE hash = 'gone';
        """

    @Test("where another program prevents that, a later start does it", arguments: ["BEGIN IMMEDIATE", "BEGIN"])
    func prevented(begin: String) async throws {
        try await PublishedStoreTests.unpack(PublishedStoreTests.packedFile(8), to: folder.file())
        let old = try Connection(path: folder.file())
        try old.execute(Self.makingLeftovers)
        old.close()
        let store = try SQLiteCardStore(at: folder.file())
        let other = try Connection(path: folder.file())
        try other.execute(begin)
        _ = try other.first("SELECT count(*) FROM card") { $0.number() }
        #expect(try await !store.removeLeftovers())
        #expect(try found([Self.remains]) == [Self.remains])
        store.close()
        try other.execute("ROLLBACK")
        other.close()
        let next = try SQLiteCardStore(at: folder.file())
        #expect(try await next.hasLeftovers())
        #expect(try await next.removeLeftovers())
        #expect(try found([Self.remains]) == [])
        #expect(try await !next.hasLeftovers())
        #expect(try await next.names().count == 5)
    }

    @Test("what a reader kept in the log is noted for the next start, and further writes do not wait for it")
    func notedLog() async throws {
        let store = try await makeStore()
        #expect(try await !store.hasLeftovers())
        let other = try Connection(path: folder.file())
        try other.execute("BEGIN")
        _ = try other.first("SELECT count(*) FROM card") { $0.number() }
        try await store.empty([CardID(test: "secret")])
        #expect(try await store.hasLeftovers())
        #expect(try found() != [])
        try other.execute("ROLLBACK")
        #expect(try await store.removeLeftovers())
        #expect(try found() == [])
        #expect(try await !store.hasLeftovers())
    }
}
