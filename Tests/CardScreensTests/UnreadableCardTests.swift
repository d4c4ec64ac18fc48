import Cards
import Terminal
import Testing

@testable import CardViewModels

@MainActor
@Suite("Unreadable cards")
struct UnreadableCardTests {
    private func journey(_ count: Int) async throws -> Journey {
        try await Journey(
            Card.samples,
            damaged: (0..<count).map {
                DamagedCard(row: Int64($0), name: "Club \($0)", reason: "its groups are damaged")
            })
    }

    @Test("are counted in a message once the list is shown, until the next key")
    func counted() async throws {
        let journey = try await journey(2)
        await journey.see("2 cards are damaged. See: cards-tui check")
        journey.press(Key("j"))
        await journey.seeNo("damaged")
        let one = try await self.journey(1)
        await one.see("1 card is damaged. See: cards-tui check")
    }

    @Test("are counted in a message after an export, which omits them")
    func exported() async throws {
        let journey = try await journey(1)
        await journey.see("1 card is damaged")
        journey.press(Key("X"), .enter, .enter)
        await journey.see("Export 7 cards")
        await journey.seeNo("damaged")
        journey.type("out.json")
        journey.press(.enter)
        await journey.see("to out.json. 1 card is damaged")
    }

    @Test("an intact store gives no message")
    func whole() async throws {
        let journey = try await journey(0)
        await journey.model.context.reportDamage()
        #expect(journey.model.message == nil)
    }
}
