import Cards
import Glibc
import TestSupport
import Testing

@testable import CardStorage

@Suite("Cards of a copy of a store, brought back by an import")
struct StoreCardSourceTests {
    private static let photo: [UInt8] = [0xFF, 0xD8, 1, 2, 3]
    private static let input = LocalInput(format: .iso, today: CalendarDay(daysSince1970: 20_000))

    private let folder: TemporaryFolder
    private let store: SQLiteCardStore
    private var copy: String { folder.file("copy") }

    /// Three cards, one with a photo and one with a ledger, and a copy of them.
    init() async throws {
        folder = try TemporaryFolder()
        store = try SQLiteCardStore(at: folder.file(), clock: SteppingClock(from: 1_750_000_000_000).clock)
        let hash = PhotoHash(of: Self.photo)
        try await store.put(testCard("a", "Amber") { ($0.front, $0.note) = (hash, "kept") }, photos: [hash: Self.photo])
        try await store.put(
            testCard("b", "Birch") { ($0.balance, $0.currency) = ("20", "EUR") }, testCard("c", "Cedar"))
        _ = try await store.book(LedgerBooking("7.50", Self.input), on: CardID(test: "b"))
        try await store.backUp(to: copy)
    }

    private func restore(_ options: ImportOptions = ImportOptions()) async throws -> ImportReport {
        try await store.importCards(from: StoreCardSource(copy), options: options)
    }

    private func entries(_ identifier: String, in store: SQLiteCardStore) async throws -> [String] {
        try await store.ledger(of: CardID(test: identifier), after: nil, limit: 100).lines.map {
            "\($0.entry.content.name) \($0.entry.amount) \($0.balance ?? "-")"
        }
    }

    @Test("what is the same here stays, and a preview writes nothing")
    func same() async throws {
        let log = try await store.column("SELECT count(*) FROM change")
        let report = try await restore(.preview)
        #expect((report.added, report.changed, report.unchanged) == (0, 0, 3))
        #expect(report.entries.map(\.name) == ["Amber", "Birch", "Cedar"])
        _ = try await restore()
        #expect(try await store.column("SELECT count(*) FROM change") == log)
    }

    @Test("changed, cleared and deleted things come back, others stay, and one undo takes it back")
    func changed() async throws {
        try await store.edit("a") { ($0.note, $0.front, $0.phone) = ("", nil, "123") }
        try await store.apply([.delete(CardID(test: "c"))])
        try await store.put(testCard("d", "Dogwood"))
        let report = try await restore()
        #expect((report.added, report.changed, report.unchanged) == (1, 1, 1))
        let amber = try #require(try await store.card(CardID(test: "a")))
        #expect((amber.note, amber.phone, amber.front) == ("kept", "", PhotoHash(of: Self.photo)))
        #expect(try await store.names() == ["Amber", "Birch", "Cedar", "Dogwood"])
        #expect(try await store.trash().isEmpty)
        #expect(try await store.undo() != nil)
        #expect(try await store.names() == ["Amber", "Birch", "Dogwood"])
        #expect(try await store.card(CardID(test: "a"))?.phone == "123")
        #expect(try await store.trash().map(\.card.name) == ["Cedar"])
        #expect(try await store.check().isWhole)
    }

    @Test("a card that was deleted for good comes back with its photo and its ledger")
    func forGood() async throws {
        try await store.apply([.delete(CardID(test: "a")), .delete(CardID(test: "b"))])
        try await store.empty([CardID(test: "a"), CardID(test: "b")])
        #expect(try await restore().added == 2)
        #expect(try await store.photo(PhotoHash(of: Self.photo)) == Self.photo)
        #expect(try await store.card(CardID(test: "b"))?.balance == "12.50")
        #expect(try await entries("b", in: store) == ["spend -7.50 12.50"])
    }

    @Test("a balance that moved since the copy is set back by an entry, also where the card is in the trash")
    func ledger() async throws {
        _ = try await store.book(LedgerBooking("2.50", Self.input), on: CardID(test: "b"))
        #expect(try await restore().changed == 1)
        #expect(try await store.card(CardID(test: "b"))?.balance == "12.50")
        #expect(try await entries("b", in: store) == ["set 2.5 12.50", "spend -2.50 10.00", "spend -7.50 12.50"])
        #expect(try await store.undo() != nil)
        try await store.apply([.delete(CardID(test: "b"))])
        #expect(try await restore().added == 1)
        #expect(try await store.card(CardID(test: "b"))?.balance == "12.50")
        #expect(try await entries("b", in: store).first == "set 2.5 12.50")
    }

    @Test("a card that is here without its ledger gets it, whatever its balance is", arguments: ["12.50", "20"])
    func missingLedger(balance: String) async throws {
        let other = try SQLiteCardStore.inMemoryForTest()
        try await other.put(testCard("b", "Birch") { ($0.balance, $0.currency) = (balance, "EUR") })
        let report = try await other.importCards(from: StoreCardSource(copy), options: .preview)
        #expect((report.added, report.changed) == (2, 1))
        _ = try await other.importCards(from: StoreCardSource(copy), options: ImportOptions())
        #expect(try await other.card(CardID(test: "b"))?.balance == "12.50")
        #expect(try await entries("b", in: other) == ["spend -7.50 12.50"])
        #expect(try await other.importCards(from: StoreCardSource(copy), options: .preview).unchanged == 3)
    }

    @Test("a copy by any published version is read, and stays as it is", arguments: PublishedStoreTests.versions)
    func versions(version: Int) async throws {
        let old = try TemporaryFolder()
        let path = old.file()
        try await PublishedStoreTests.unpack(PublishedStoreTests.packedFile(version), to: path)
        let before = try #require(content(of: path))
        let new = try SQLiteCardStore.inMemoryForTest()
        let report = try await new.importCards(from: StoreCardSource(path), options: ImportOptions())
        #expect((report.added, report.skipped.count, report.remarks.count) == (5, 0, 0))
        #expect(try await new.names() == ["Library", "Łódź Museum", "Bus", "Cinema", "Gym"])
        #expect(content(of: path) == before)
        #expect(old.names.count == 1, "\(old.names)")
    }

    @Test("a photo that is missing in the copy is left out, and what is here stays")
    func missingPhoto() async throws {
        let broken = try Connection(path: copy)
        try broken.execute("PRAGMA foreign_keys = OFF; DELETE FROM photo")
        broken.close()
        try await store.edit("a") { $0.note = "" }
        let report = try await restore()
        #expect(report.remarks.map(\.position) == ["Amber"])
        #expect(report.remarks.first?.reason.contains("is missing from the backup") == true)
        let amber = try #require(try await store.card(CardID(test: "a")))
        #expect((amber.note, amber.front) == ("kept", PhotoHash(of: Self.photo)))
    }

    @Test("a card that is damaged in the copy is named, and the others come back")
    func damagedCard() async throws {
        let broken = try Connection(path: copy)
        try broken.execute("UPDATE card SET groups = '[' WHERE id = 'a'")
        broken.close()
        try await store.edit("c") { $0.note = "new" }
        let report = try await restore()
        #expect(report.skipped.map(\.userMessage) == ["Amber: its groups are damaged"])
        #expect(report.changed == 1)
    }

    @Test("a damaged file, one of a newer version, another file and a folder are refused, and nothing changes")
    func refused() async throws {
        let newer = try Connection(path: copy)
        try newer.execute("PRAGMA user_version = \(Schema.version + 1)")
        newer.close()
        #expect(
            throws: StoreError.newerVersion(path: copy, found: Schema.version + 1, known: Schema.version)
        ) { try StoreCardSource(copy) }
        try await store.backUp(to: copy)
        let file = open(copy, O_RDWR | O_CLOEXEC)
        let noise = [UInt8](repeating: 0xA5, count: 4096)
        for page in 1..<StoreFile.size(of: copy) / 4096 {
            #expect(pwrite(file, noise, 4096, off_t(page * 4096)) == 4096)
        }
        close(file)
        #expect(throws: StoreError.self) { try StoreCardSource(copy) }
        #expect(throws: StoreError.cannotOpen(path: folder.path, reason: "it is not a regular file")) {
            try StoreCardSource(folder.path)
        }
        #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
        #expect(throws: StoreError.self) { try StoreCardSource(folder.file("pipe")) }
        #expect(throws: StoreError.self) { try StoreCardSource(folder.file("none")) }
        #expect(try await store.names() == ["Amber", "Birch", "Cedar"])
    }

    @Test("a store that another program has open is read with its latest changes")
    func inUse() async throws {
        let other = try SQLiteCardStore(at: folder.file("other"))
        try await other.put(testCard("x", "Yew"))
        _ = try await store.importCards(from: StoreCardSource(folder.file("other")), options: ImportOptions())
        #expect(try await store.names() == ["Amber", "Birch", "Cedar", "Yew"])
        other.close()
    }

    private func content(of path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: StoreFile.size(of: path))
        return read(file, &bytes, bytes.count) == bytes.count ? bytes : nil
    }
}
