import Cards
import Terminal
import Testing

@testable import CardViewModels

@MainActor
@Suite("Cards that cannot be read")
struct UnreadableCardTests {
    private func journey(_ count: Int) async throws -> Journey {
        try await Journey(
            Card.samples,
            damaged: (0..<count).map {
                DamagedCard(row: Int64($0), name: "Club \($0)", reason: "its groups are damaged")
            })
    }

    @Test("are told when the list is there, how many and where to look, until the next key")
    func told() async throws {
        let journey = try await journey(2)
        await journey.see("2 cards cannot be read, or not in whole. See: cards-tui check")
        journey.press(Key("j"))
        await journey.seeNo("cannot be read")
        let one = try await self.journey(1)
        await one.see("1 card cannot be read, or not in whole. See: cards-tui check")
    }

    @Test("are told with an export, which cannot hold them")
    func exported() async throws {
        let journey = try await journey(1)
        await journey.see("cannot be read")
        journey.press(Key("X"))
        await journey.see("to a file")
        await journey.seeNo("cannot be read")
        journey.type("out.json")
        journey.press(.enter)
        await journey.see("to out.json. 1 card cannot be read")
    }

    @Test("nothing is said of a store that is whole")
    func whole() async throws {
        let journey = try await journey(0)
        await journey.model.context.reportDamage()
        #expect(journey.model.message == nil)
    }
}
