import Cards
import Terminal
import Testing

@testable import CardViewModels

@MainActor
@Suite("How often a card was used")
struct UsesTests {
    private let card = Card.samples[0].identifier

    @Test("it is not counted where the settings say so")
    func off() async throws {
        let journey = try await Journey(Card.samples, countsUses: false)
        journey.press(.enter)
        await journey.see("number")
        journey.press(Key("y"))
        await journey.see("clipboard")
        await journey.model.activities.finished()
        #expect(try await journey.store.usage(of: card).uses == 0)
    }

    @Test("a number is copied at once; that it was is said when the use is counted, since the program may end then")
    func countedBeforeMessage() async throws {
        let journey = try await Journey(Card.samples)
        await journey.gate.hold(.recordUse)
        journey.press(Key("y"))
        await journey.wait("the use") { await journey.gate.isWaiting(.recordUse) }
        #expect(journey.terminal.copied == [Card.samples[0].number])
        #expect(!journey.text.contains("clipboard"))
        await journey.gate.release(.recordUse)
        await journey.see("Sent to the terminal's clipboard")
        #expect(try await journey.store.usage(of: card).uses == 1)
    }

    @Test("a command forgets it for all cards, and asks before")
    func forget() async throws {
        let journey = try await Journey(Card.samples)
        try await journey.store.recordUse(of: card)
        journey.press(Key(":"))
        journey.type("forget")
        await journey.see("forget when and how often")
        journey.press(.enter)
        await journey.see("Forget when and how often each card was opened?")
        journey.press(.enter)
        #expect(try await journey.store.usage(of: card).uses == 1)
        journey.press(Key(":"))
        journey.type("forget")
        journey.press(.enter)
        await journey.see("each card was opened?")
        journey.press(Key("y"))
        await journey.see("When and how often cards were opened is forgotten")
        #expect(try await journey.store.usage(of: card).uses == 0)
    }
}
