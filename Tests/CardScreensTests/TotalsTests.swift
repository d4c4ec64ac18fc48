import Cards
import GoldenSupport
import Terminal
import Testing

@testable import CardScreens

/// The totals of the cards that the list shows.
@MainActor
@Suite("Totals on the screen")
struct TotalsTests {
    private func journey(_ size: Size) async throws -> Journey {
        let journey = try await Journey(Card.samples, size: size)
        let input = LocalInput(format: .iso, today: Journey.clock.today())
        _ = try await journey.store.book(LedgerBooking("2.50", input), on: Card.samples[2].identifier)
        return journey
    }

    @Test(
        "balances, what expires and what was spent, at any size",
        arguments: [
            Size(columns: 80, rows: 24), Size(columns: 40, rows: 12), Size(columns: 120, rows: 40),
            Size(columns: 20, rows: 5),
        ])
    func golden(size: Size) async throws {
        let journey = try await journey(size)
        journey.type(":totals")
        journey.press(.enter)
        await journey.see("1 of ")
        await expectGolden(journey, "totals")
    }

    @Test("one amount that is far too long leaves the others their labels, and is whole")
    func longAmount() async throws {
        let digits = String(repeating: "9", count: 30)
        let long = Card.made("Long", "9") { ($0.balance, $0.currency) = (digits, "JPY") }
        let journey = try await Journey(Card.samples + [long], size: Size(columns: 40, rows: 12))
        journey.type(":totals")
        journey.press(.enter)
        await journey.see("1 of ")
        #expect(journey.text.contains("Balances") && journey.text.contains("Cards"))
        #expect(journey.text.contains("99 JPY"))
    }

    @Test("Enter lists the cards of a group, or opens a card; the totals are of what the list shows, and follow it")
    func opening() async throws {
        let journey = try await journey(Size(columns: 80, rows: 24))
        journey.type(":totals")
        journey.press(.enter)
        await journey.see("10.00 EUR")
        journey.press(.down, .down, .enter)
        await journey.see(names: ["Cedar Library"])
        #expect(journey.model.groups.selected > 0)
        journey.type(":totals")
        journey.press(.enter)
        await journey.see("1 of ")
        #expect(journey.lines[0].contains("books"))
        var card = Card.samples[2]
        card.balance = "99"
        try await journey.store.apply([.set(CardPatch(values: card, fields: [.balance]))])
        await journey.see("99.00 EUR")
    }
}
