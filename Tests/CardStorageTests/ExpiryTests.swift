import Cards
import Testing

@testable import CardStorage

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

    private static func input(_ today: String = "2026-11-23") throws -> LocalInput {
        LocalInput(format: .iso, today: try day(today))
    }

    /// Renews as the screen and the command do; returns the new last day.
    private func renew(_ text: String, today: String = "2026-11-23") async throws -> String? {
        let identifier = try CardID(test: "new")
        let card = try #require(try await store.card(identifier))
        let meant = try await store.meantDay(of: identifier)
        try await store.renew(card, CardRenewal(card, typed: text, meaning: meant, Self.input(today)))
        return try await store.card(identifier)?.expiry?.text
    }

    private func type(_ expiry: String) async throws {
        try await store.edit("new") { $0.expiry = CalendarDay(expiry) }
    }

    @Test("renewals from a month's end count from the day that was meant, also after undo, redo and other changes")
    func monthEnds() async throws {
        try await type("2027-01-31")
        #expect(try await renew("+1m") == "2027-02-28")
        #expect(try await renew("+1m") == "2027-03-31")
        #expect(try await renew("+1m") == "2027-04-30")
        _ = try await store.undo()
        _ = try await store.undo()
        try await store.edit("new") { $0.note = "changed" }
        #expect(try await store.meantDay(of: CardID(test: "new")) == 31)
        #expect(try await renew("+6m") == "2027-08-31")
        try await type("2028-02-29")
        for year in 2029...2031 { #expect(try await renew("+1y") == "\(year)-02-28") }
        #expect(try await renew("+1y") == "2032-02-29")
        try await type("2027-12-30")
        #expect(try await renew("+2m") == "2028-02-29")
        #expect(try await renew("+1m") == "2028-03-30")
    }

    @Test("a last day that was typed, received or imported since is the one that is meant")
    func meantAnew() async throws {
        func clamped() async throws {
            try await type("2027-01-31")
            #expect(try await renew("+1m") == "2027-02-28")
        }
        try await clamped()
        #expect(try await renew("2027-02-27") == "2027-02-27")
        #expect(try await renew("2027-02-28") == "2027-02-28")
        #expect(try await renew("+1m") == "2027-03-28")
        try await clamped()
        try await type("2027-02-27")
        try await type("2027-02-28")
        #expect(try await renew("+1m") == "2027-03-28")
        _ = try await store.connect(to: .test)
        try await store.setConsent(.granted, for: .test)
        try await clamped()
        try await store.acknowledgeAll()
        for day in ["2027-02-27", "2027-02-28"] {
            try await store.receive("new", "New") { $0.expiry = CalendarDay(day) }
        }
        #expect(try await renew("+1m") == "2027-03-28")
        // Who counts days does not mean the end of the month.
        try await type("2027-01-31")
        #expect(try await renew("+28d") == "2027-02-28")
        #expect(try await renew("+1m") == "2027-03-28")
    }

    @Test("where the last day would have passed, the day of the renewal is the one that is meant")
    func fromToday() async throws {
        try await type("2026-01-15")
        #expect(try await renew("+1m", today: "2027-01-31") == "2027-02-28")
        #expect(try await renew("+1m", today: "2027-02-01") == "2027-03-31")
        #expect(try await store.steps(limit: 1).first?.description == "changed the expiry date of New")
    }
}
