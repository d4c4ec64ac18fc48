import Cards
import Terminal
import Testing

@testable import CardStorage
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

    @Test("are told once one of them is shown")
    func shown() async throws {
        let journey = try await journey(0)
        try journey.store.runSynchronously {
            try $0.connection.execute("UPDATE card SET groups = '[' WHERE id = (SELECT id FROM card LIMIT 1)")
        }
        #expect(journey.model.message == nil)
        await journey.gate.tell(.changedElsewhere)
        await journey.see("damaged")
    }

    @Test("all cards are looked through when the program rests, until the next key, and not again within a week")
    func weekly() async throws {
        let look = FakeViewState(isLookDue: true)
        let journey = try await Journey(Card.samples, look: look)
        await journey.gate.hold(.look)
        await journey.rest()
        await journey.wait("the look") { await journey.gate.isWaiting(.look) }
        journey.press(Key("j"))
        await journey.gate.release(.look)
        await journey.rest()
        await journey.wait("its end") { look.kept.lastLook == Journey.clock.now() }
        #expect(journey.model.message == nil)

        let later = try await Journey(Card.samples, look: look)
        #expect(!later.model.context.damage.isDue(later.model.context))
    }
}

extension Journey {
    /// Nobody uses the program for a minute.
    fileprivate func rest() async {
        await time.waitForSleeper { $0 == .seconds(60) }
        time.advance(by: .seconds(60))
    }
}
