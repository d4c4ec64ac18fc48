import Cards
import TestSupport
import Testing

@testable import CardStorage

@Suite("Changing cards in the store")
struct ChangeTests {
    @Test("a card with every field comes back as it was saved")
    func roundTrip() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        let photo: [UInt8] = [0xFF, 0xD8, 0]
        let card = try testCard("a", "Bibliothèque\0 \u{202E}x") {
            $0.number = "123"
            $0.barcode = Barcode(format: .ean13, value: "5901234123457", encoding: "UTF-8")
            $0.note = "two\nlines"
            ($0.front, $0.back, $0.icon) = (PhotoHash(of: photo), PhotoHash(of: [2]), PhotoHash(of: []))
            ($0.balance, $0.currency) = ("12.50", "EUR")
            $0.validFrom = CalendarDay(year: 1, month: 1, day: 1)
            $0.expiry = CalendarDay(year: 9999, month: 12, day: 31)
            $0.groups = ["one", ""]
            $0.color = CardColor(red: 255, green: 0, blue: 1)
            ($0.isStarred, $0.isArchived) = (true, true)
            $0.created = Timestamp(milliseconds: -5)
            $0.modified = Timestamp(milliseconds: 1_234_567)
            $0.unknownFields = ["tier": .number("1e400"), "none": .null]
        }
        try await store.put(card, photos: [PhotoHash(of: photo): photo, PhotoHash(of: []): []])
        #expect(try await store.card(card.identifier) == card)
        #expect(try await store.photo(PhotoHash(of: photo)) == photo)
        #expect(try await store.photo(PhotoHash(of: [])) == [])
        #expect(try await store.photo(PhotoHash(of: [9])) == nil)
    }

    @Test("the store sets the dates: created once, modified with every change")
    func dates() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(testCard("a", "Gym"))
        let first = try #require(try await store.card(CardID(test: "a")))
        let created = try #require(first.created)
        #expect(first.modified == created)
        try await store.edit("a") { $0.number = "1" }
        let second = try #require(try await store.card(CardID(test: "a")))
        #expect(second.created == created)
        #expect(try #require(second.modified) > created)
    }

    @Test("a change that changes nothing is not logged and leaves the dates alone")
    func noChange() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        let card = try testCard("a", "Gym")
        try await store.put(card)
        let before = try await store.card(card.identifier)
        try await store.apply([.set(CardPatch(values: card, fields: [.name, .note, .created]))])
        #expect(try await store.card(card.identifier) == before)
        #expect(try await store.column("SELECT count(*) FROM change") == ["1"])
    }

    @Test("the log has new values, former values, and all values of a deleted card")
    func log() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(testCard("a", "Gym") { $0.number = "1" })
        try await store.edit("a") { $0.number = "2" }
        try await store.apply([.delete(CardID(test: "a")), .delete(CardID(test: "a"))])
        let here = try await store.column("SELECT name FROM device")
        #expect(try await store.column("SELECT DISTINCT device FROM change") == here)
        #expect(try await store.column("SELECT fields ->> 'number' FROM change") == ["1", "2", "NULL"])
        #expect(try await store.column("SELECT previous ->> 'number' FROM change") == ["NULL", "1", "2"])
        #expect(try await store.column("SELECT previous ->> 'name' FROM change") == ["NULL", "NULL", "Gym"])
        #expect(try await store.card(CardID(test: "a")) == nil)
        #expect(try await store.count() == 0)
    }

    @Test("all changes of one call are made, or none")
    func allOrNothing() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        let good = try testCard("a", "Gym")
        let nameless = try testCard("b", " ") { $0.number = "1" }
        await #expect(throws: StoreError.failed(path: ":memory:", reason: "the card b has no name")) {
            try await store.apply([
                .set(CardPatch(from: nil, to: good)), .set(CardPatch(from: nil, to: nameless)),
            ])
        }
        #expect(try await store.count() == 0)
        #expect(try await store.column("SELECT count(*) FROM change") == ["0"])
    }

    @Test("a use is counted for an existing card, and not logged")
    func usage() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        let card = try testCard("a", "Gym")
        try await store.put(card)
        try await store.recordUse(of: card.identifier)
        try await store.recordUse(of: card.identifier)
        try await store.recordUse(of: CardID(test: "nobody"))
        let usage = try await store.usage(of: card.identifier)
        #expect(usage.uses == 2)
        #expect(usage.lastUsed != nil)
        #expect(try await store.usage(of: CardID(test: "nobody")) == CardUsage())
        #expect(try await store.column("SELECT count(*) FROM change") == ["1"])
    }

    @Test("usual is what was used most of late: a use counts half as much after 30 days")
    func usual() async throws {
        let clock = SteppingClock(from: 1_700_000_000_000)
        let store = try SQLiteCardStore(at: SQLiteCardStore.inMemory, clock: clock.clock)
        for name in ["never", "often", "once", "other", "seldom"] { try await store.put(testCard(name, name)) }
        func use(_ name: String, _ times: Int) async throws {
            for _ in 0..<times { try await store.recordUse(of: CardID(test: name)) }
        }
        try await use("often", 12)
        try await use("seldom", 5)
        clock.advance(seconds: 90 * 86_400)
        try await use("once", 1)
        // 12 and 5 uses three half-lives ago count 1.5 and 0.6.
        func usual(_ isReversed: Bool = false) async throws -> [String] {
            let found = try await store.find(CardQuery(order: CardOrder(.usual, isReversed: isReversed)))
            return try await found.rows(in: 0..<5).compactMap { $0?.name }
        }
        #expect(try await usual() == ["often", "once", "seldom", "never", "other"])
        try await use("once", 1)
        #expect(try await usual() == ["once", "often", "seldom", "never", "other"])
        #expect(try await usual(true) == ["seldom", "often", "once", "never", "other"])
        // A clock that was far ahead for a while.
        clock.advance(seconds: 300 * 365 * 86_400)
        try await use("seldom", 1)
        clock.advance(seconds: -300 * 365 * 86_400)
        try await use("seldom", 1)
        #expect(try await usual().first == "seldom")
    }
}
