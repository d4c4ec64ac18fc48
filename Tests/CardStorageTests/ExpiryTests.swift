import CardStorage
import Cards
import Testing

@Suite("Cards that expire, in the store")
struct ExpiryTests {
    private let store: SQLiteCardStore

    private static func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

    init() async throws {
        store = try SQLiteCardStore(at: SQLiteCardStore.inMemory)
        let cards = [
            try testCard("old", "Old") { $0.expiry = CalendarDay("2025-01-01") },
            try testCard("new", "New") { ($0.expiry, $0.remindBefore) = (CalendarDay("2027-01-01"), "3d") },
            try testCard("none", "None"),
            try testCard("away", "Away") { ($0.expiry, $0.isArchived) = (CalendarDay("2027-01-01"), true) },
        ]
        try await store.apply(cards.map { .set(CardPatch(from: nil, to: $0)) })
    }

    private func isArchived(_ identifier: String) async throws -> Bool {
        try #require(try await store.card(CardID(test: identifier))).isArchived
    }

    @Test("cards are found by their last day, archived ones are left out")
    func finding() async throws {
        let found = try await store.cards(expiringFrom: Self.day("2026-01-01"))
        #expect(found.map(\.name) == ["New"])
        #expect(found.map(\.remindBefore) == ["3d"])
    }

    @Test("what was sent is remembered with its first day, until the card is deleted for good")
    func remembering() async throws {
        let identifier = try CardID(test: "new")
        func row(_ day: String) throws -> SentReminder {
            SentReminder(card: identifier, expiry: try Self.day("2027-01-01"), period: "3d", day: try Self.day(day))
        }
        try await store.remember([row("2026-12-30")])
        try await store.remember([row("2026-12-29")])
        try await store.remember([row("2026-12-31")])
        #expect(try await store.sentReminders() == [row("2026-12-29")])
        try await store.apply([.delete(identifier)])
        #expect(try await store.sentReminders().count == 1)
        try await store.empty([identifier])
        #expect(try await store.sentReminders().isEmpty)
    }

    @Test("expired cards are archived as one step; one that is taken out again stays out until it has another last day")
    func archiving() async throws {
        let day = try Self.day("2026-01-01")
        #expect(try await store.archiveExpired(before: day)?.count == 1)
        #expect(try await isArchived("old"))
        #expect(try await !isArchived("new"))
        #expect(try await store.sentReminders().isEmpty)
        #expect(try await store.archiveExpired(before: day) == nil)
        #expect(try await store.undo()?.description == "archived Old")
        #expect(try await !isArchived("old"))
        #expect(try await store.archiveExpired(before: day) == nil)
        var card = try #require(try await store.card(CardID(test: "old")))
        let before = card
        card.expiry = try Self.day("2025-06-01")
        try await store.apply([.set(CardPatch(from: before, to: card))])
        #expect(try await store.archiveExpired(before: day)?.name == "Old")
    }
}
