import Cards
import Glibc
import TestSupport
import Testing

@testable import CardStorage

/// Opens stores that were written by every published version.
///
/// `Stores/version-N.sqlite.gz` was written by the code of version N. All have the same content: five cards with every kind of
/// data that the version stores, a deleted one, a backend with a conflict and pending uploads. `CARDS_RECORD=1` writes that of
/// the present version.
@Suite("Stores of every published version")
struct PublishedStoreTests {
    /// Version 2 was never published.
    static let versions = (1...Schema.version).filter { $0 != 2 }

    @Test("there is a store of every version", arguments: versions)
    func present(version: Int) {
        #expect(access(Self.packedFile(version), R_OK) == 0, "add the store that version \(version) writes")
    }

    @Test("the present code writes the store of its version")
    func written() async throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteCardStore(at: folder.file(), clock: SteppingClock(from: 1_750_000_000_000).clock)
        try await Self.write(to: store)
        #expect(try await store.names() == ["Library", "Łódź Museum", "Bus", "Cinema", "Gym"])
        #expect(try await store.column("SELECT count(*) FROM change") == ["15"])
        try await store.execute("VACUUM")
        store.close()
        guard getenv("CARDS_RECORD") != nil else { return }
        try #require(await succeeds("gzip -9nc \"$1\" > \"$2\"", folder.file(), Self.packedFile(Schema.version)))
    }

    @Test("its tables are migrated to those of a new store", arguments: versions)
    func schema(version: Int) async throws {
        let folder = try TemporaryFolder()
        let store = try await Self.open(version, in: folder)
        let new = try SQLiteCardStore.inMemoryForTest()
        let tables = "SELECT name || ' ' || sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name"
        #expect(store.readOnlyReason == nil)
        #expect(try await store.removeLeftovers())
        #expect(try await store.column(tables) == new.column(tables))
        #expect(try await store.column("PRAGMA user_version") == ["\(Schema.version)"])
        #expect(try await store.column("PRAGMA integrity_check") == ["ok"])
        #expect(try await store.column("PRAGMA foreign_key_check") == [])
    }

    @Test("every card is unchanged, and is found", arguments: versions)
    func cards(version: Int) async throws {
        let folder = try TemporaryFolder()
        let store = try await Self.open(version, in: folder)
        #expect(try await store.names() == ["Library", "Łódź Museum", "Bus", "Cinema", "Gym"])
        #expect(try Self.undated(await store.card(CardID(test: "museum"))) == Self.museum(version))
        #expect(try await store.photo(PhotoHash(of: Self.front)) == Self.front)
        #expect(try await store.photo(PhotoHash(of: Self.back)) == Self.back)
        #expect(
            try Self.undated(await store.card(CardID(test: "bus")))
                == testCard("bus", "Bus") { ($0.number, $0.note) = ("B 1", "mine") })
        #expect(
            try Self.undated(await store.card(CardID(test: "gym"))) == testCard("gym", "Gym") { $0.isArchived = true })
        #expect(try Self.undated(await store.card(CardID(test: "cinema"))) == testCard("cinema", "Cinema"))
        for (filter, names) in [
            ("lodz", ["Łódź Museum"]), ("1234", ["Łódź Museum"]), ("group:two has:balance", ["Łódź Museum"]),
            ("river", ["Łódź Museum"]), ("is:archived", ["Gym"]), ("is:conflict", ["Bus"]),
            ("has:barcode has:photo", ["Łódź Museum"]),
        ] { #expect(try await store.found(filter) == names, "\(filter)") }
    }

    @Test("the history is kept: the trash, and the last step to undo", arguments: versions)
    func history(version: Int) async throws {
        let folder = try TemporaryFolder()
        let store = try await Self.open(version, in: folder)
        #expect(try await store.trash().map { try Self.undated($0.card) } == [testCard("pool", "Pool")])
        #expect(
            try await store.column("SELECT count(*) FROM change") == [version == 1 ? "12" : version < 16 ? "14" : "15"])
        // Version 1 had no steps.
        #expect(try await store.redo()?.description == (version == 1 ? nil : "changed the number of Cinema"))
        #expect(try await store.card(CardID(test: "cinema"))?.number == (version == 1 ? "" : "C-99"))
        try await store.restore([CardID(test: "pool")])
        #expect(try await store.names().contains("Pool"))
        #expect(try await store.undo()?.description == "restored Pool")
    }

    @Test("pending uploads and the conflict are kept", arguments: versions)
    func backend(version: Int) async throws {
        let folder = try TemporaryFolder()
        let store = try await Self.open(version, in: folder)
        let record = try await store.connect(to: .test)
        #expect(record.consent == .granted)
        #expect((record.validators?.entityTag) == (version < 5 ? nil : "\"v1\""))
        let all = try await store.pendingCards(for: .test, limit: 10)
        let waiting = all.filter { $0.kind != .absent }
        // Version 5 notes which cards a list does not name.
        #expect(all.filter { $0.kind == .absent }.map(\.id.text) == (version < 5 ? [] : ["cinema", "gym"]))
        #expect(Set(waiting.map(\.id.text)) == ["museum", "bus", "library", "pool"])
        let museum = try #require(try await store.pendingUpload(CardID(test: "museum"), to: .test))
        #expect(museum.attempts == 1)
        #expect(museum.lastFailure == (version < 5 ? "the backend is busy" : "the number is no number"))
        guard case .upload(let upload) = museum.content else { throw NotAnUpload() }
        #expect(try Self.undated(upload) == Self.museum(version))
        #expect(try await store.pendingUpload(CardID(test: "pool"), to: .test)?.content == .delete)
        // Version 5 parks rejected cards.
        #expect(try await store.pendingUploads(for: .test, limit: 10).count == (version < 5 ? 4 : 3))
        let conflict = try #require(try await store.conflict(of: CardID(test: "bus")))
        #expect(conflict.fields == [.note])
        #expect(conflict.theirs.note == "theirs")
    }

    @Test("local data is kept: usage, manual order, thumbnails, barcode sizes, secret fields", arguments: versions)
    func local(version: Int) async throws {
        let folder = try TemporaryFolder()
        let store = try await Self.open(version, in: folder)
        let usage = try await store.usage(of: CardID(test: "museum"))
        #expect(usage.uses == 2)
        #expect(usage.lastUsed == Timestamp(milliseconds: 1_750_000_009_000))
        #expect(usage.moduleWidth == (version < 6 ? nil : 2000))
        let small = try await store.thumbnail(of: PhotoHash(of: Self.front))
        #expect(small == (version < 4 ? nil : Array("small front".utf8)))
        #expect(
            try await store.column("SELECT card FROM hand ORDER BY place") == (version == 1 ? [] : ["bus", "cinema"]))
        let secrets = try await store.secrets(of: CardID(test: "museum")).map { "\($0.label)=\($0.value)" }
        #expect(secrets == (version < 16 ? [] : ["PIN=4711"]))
    }

    // MARK: - Content

    static let front = Array("front photo".utf8)
    static let back = Array("back photo".utf8)

    private struct NotAnUpload: Error {}

    /// The card without its times, which must be present: the clock that wrote the stores began at 1,750,000,000 s.
    private static func undated(_ card: Card?) throws -> Card {
        var card = try #require(card)
        let (created, modified) = (try #require(card.created), try #require(card.modified))
        #expect((1_750_000_000_000...1_750_000_100_000).contains(created.milliseconds))
        #expect((created.milliseconds...1_750_000_100_000).contains(modified.milliseconds))
        (card.created, card.modified) = (nil, nil)
        return card
    }

    /// A card with a value in every column of the version.
    static func museum(_ version: Int) throws -> Card {
        try testCard("museum", "Łódź Museum") { card in
            card.number = "12 34"
            card.isStarred = true
            card.groups = ["Fun", "two words"]
            card.note = "near the river"
            card.validFrom = CalendarDay(daysSince1970: 19_000)
            card.expiry = CalendarDay(daysSince1970: 21_000)
            card.balance = "12.50"
            card.currency = "EUR"
            card.color = CardColor("#336699")
            card.barcode = Barcode(format: .ean13, value: "4006381333931", encoding: nil)
            card.front = PhotoHash(of: front)
            card.back = PhotoHash(of: back)
            if version >= 8 { (card.phone, card.website) = ("+48 42 1", "museum.example") }
            if version > Schema.steps.firstIndex(of: Schema.reminders) ?? .max { card.remindBefore = "30d, 7d" }
            if version > Schema.steps.firstIndex(of: Schema.lists) ?? .max {
                card.ownFields = [OwnField(name: "Locker", value: "12")]
                card.codes = [FurtherCode(label: "Voucher", barcode: Barcode(format: .qrCode, value: "4711"))]
                card.pictures = [FurtherPicture(label: "Receipt", hash: PhotoHash(of: back))]
            }
            if version > Schema.steps.firstIndex(of: CardColumns.used) ?? .max {
                card.used = CalendarDay(daysSince1970: 20_500)
            }
            card.unknownFields = [
                "shop": .object(["town": .string("Łódź"), "visits": .array([.number("1"), .null])])
            ]
        }
    }

    static func packedFile(_ version: Int, of kind: String = "") -> String {
        let here = #filePath
        return here.prefix(here.count - "PublishedStoreTests.swift".count)
            + "Stores/version-\(version)\(kind).sqlite.gz"
    }

    static func open(_ version: Int, of kind: String = "", in folder: TemporaryFolder) async throws -> SQLiteCardStore {
        try await unpack(packedFile(version, of: kind), to: folder.file())
        return try SQLiteCardStore(at: folder.file())
    }

    static func unpack(_ packed: String, to path: String) async throws {
        try #require(await succeeds("gzip -dc \"$1\" > \"$2\"", packed, path))
    }
}
