import Cards
import Testing

@testable import CardStorage

@Suite("The list of the store")
struct ListTests {
    @Test("starred cards come first, archived ones last, each group by folded name")
    func order() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(
            testCard("a", "zebra"), testCard("b", "Łódź"), testCard("c", "apple"), testCard("d", "Éclair"),
            testCard("e", "Old") { $0.isArchived = true }, testCard("f", "zoo") { $0.isStarred = true },
            testCard("g", "Both") { ($0.isStarred, $0.isArchived) = (true, true) })
        #expect(try await store.names() == ["zoo", "apple", "Éclair", "Łódź", "zebra", "Both", "Old"])
        #expect(try await store.count() == 7)
    }

    @Test("a window has the rows at its ranks, fewer at the end and none beyond")
    func windows() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        for number in 0..<30 { try await store.put(testCard("id\(number)", "same name")) }
        let all = try await store.summaries(in: 0..<100).map(\.id)
        #expect(all.count == 30)
        #expect(all == all.sorted())
        #expect(try await store.summaries(in: 10..<20).map(\.id) == Array(all[10..<20]))
        #expect(try await store.summaries(in: 25..<40).map(\.id) == Array(all[25...]))
        #expect(try await store.summaries(in: 30..<40).isEmpty)
        #expect(try await store.cards(from: 28, limit: 10).map(\.identifier) == Array(all[28...]))
        #expect(try await store.cards(from: 5, limit: .max).count == 25)
    }

    @Test("a row has the card's summary, and the first line of its note")
    func summary() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        let card = try testCard("a", "Gym") {
            $0.number = "42"
            $0.note = "\n first line\nsecond"
            $0.groups = ["sport", "a, \"b\""]
            $0.expiry = CalendarDay(year: 2030, month: 2, day: 28)
            $0.validFrom = CalendarDay(year: 1969, month: 1, day: 1)
            $0.color = CardColor(red: 1, green: 200, blue: 255)
            $0.front = PhotoHash(of: [1])
            $0.isStarred = true
        }
        try await store.put(card)
        #expect(try await store.summaries(in: 0..<1) == [CardSummary(card)])
    }

    @Test("a text finds the card with this identifier, else every card of this name")
    func named() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(
            testCard("one", "Żabka"), testCard("two", "zabka") { $0.isStarred = true }, testCard("three", "one"))
        #expect(try await store.cards(named: "one").map(\.identifier.text) == ["one"])
        #expect(try await store.cards(named: "ZABKA").map(\.identifier.text) == ["two", "one"])
        #expect(try await store.cards(named: "zab").isEmpty)
        #expect(try await store.cards(named: "../etc").isEmpty)
    }

    @Test("an out-of-range number in a tampered file reads as no date, without a crash")
    func tamperedDates() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(testCard("a", "Gym"))
        try await store.execute("UPDATE card SET expiry = 9223372036854775807, color = -1, groups = '[', unknown = 'x'")
        let card = try #require(try await store.card(CardID(test: "a")))
        #expect(card.expiry == nil)
        #expect(card.groups.isEmpty)
    }
}
