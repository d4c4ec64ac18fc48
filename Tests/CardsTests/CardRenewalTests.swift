import TestSupport
import Testing

@testable import Cards

@Suite("Renewing a card")
struct CardRenewalTests {
    private func renewed(_ text: String, expiry: String?, on today: String = "2026-11-23") throws -> String {
        var card = Card(identifier: try #require(CardID("a")), name: "Gym")
        card.expiry = expiry.flatMap { CalendarDay($0) }
        let input = LocalInput(format: .iso, today: try #require(CalendarDay(today)))
        return try CardRenewal(card, typed: text, input).expiry.text
    }

    @Test("a period counts from the last day, and from today where that would have passed already")
    func periods() throws {
        #expect(try renewed("+1y", expiry: "2026-12-31") == "2027-12-31")
        #expect(try renewed("+1y", expiry: "2026-11-01") == "2027-11-01")
        #expect(try renewed("+1y", expiry: "2020-01-01") == "2027-11-23")
        #expect(try renewed("+1y", expiry: nil) == "2027-11-23")
        #expect(try renewed("+6m", expiry: "2026-08-31") == "2027-02-28")
    }

    @Test("any other day is the one that was typed")
    func days() throws {
        #expect(try renewed("2027-03-31", expiry: "2026-12-31") == "2027-03-31")
        #expect(try renewed("6/2027", expiry: "2026-12-31") == "2027-06-30")
        #expect(try renewed("in 3 weeks", expiry: "2026-12-31") == "2026-12-14")
        #expect(throws: TypingError.self) { try renewed("some day", expiry: nil) }
        #expect(throws: TypingError.self) { try renewed("+9000y", expiry: nil) }
    }

    @Test("the first day changes only where somebody says so, and must not be after the last")
    func start() throws {
        var card = Card(identifier: try #require(CardID("a")), name: "Gym")
        (card.validFrom, card.expiry) = (CalendarDay("2026-01-01"), CalendarDay("2026-12-31"))
        let day = try #require(CalendarDay("2027-12-31"))
        #expect(CardRenewal(card, until: day).patch(of: card).fields == [.expiry])
        let both = CardRenewal(card, until: day, from: CalendarDay("2027-01-01"))
        #expect(both.patch(of: card).fields == [.expiry, .validFrom])
        #expect(both.problem(with: card) == nil)
        #expect(CardRenewal(card, until: try #require(CalendarDay("2025-12-31"))).problem(with: card) != nil)
    }
}
