import CardViewModels
import Cards
import Terminal
import Testing

@MainActor
@Suite("Unrequested prompts")
struct UnrequestedPromptTests {
    @Test("the consent prompt waits until nothing is being typed")
    func consentPromptWaits() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("a"))
        journey.loader.publish { $0.cardsAwaitingConsent = 7 }
        await journey.wait("the loader's word") { journey.model.sync.status?.cardsAwaitingConsent == 7 }
        journey.type("Yes")
        #expect(journey.text.contains("Yes"))
        journey.press(.escape, Key("y"))
        await journey.see("7 cards were here")
        #expect(await journey.loader.answers.isEmpty)
        journey.press(.escape)
        journey.loader.publish { ($0.cardsAwaitingConsent, $0.tally.pending) = (7, 1) }
        await journey.wait("the loader's word") { journey.model.sync.status?.tally.pending == 1 }
        #expect(journey.model.prompts.prompt == nil)
    }

    @Test("a key waiting for a form never answers a prompt that appears meanwhile")
    func promptDuringActivity() async throws {
        let journey = try await Journey(Card.samples)
        await journey.gate.hold(.card)
        journey.press(Key("e"), Key("y"))
        await journey.wait("the card to be asked for") { await journey.gate.isWaiting(.card) }
        journey.loader.publish { $0.cardsAwaitingConsent = 7 }
        await journey.wait("the loader's word") { journey.model.sync.status?.cardsAwaitingConsent == 7 }
        await journey.gate.release(.card)
        await journey.see("Alpine Airwaysy")
        #expect(await journey.loader.answers.isEmpty)
    }

    @Test("the screen below a prompt is frozen, and updated after the answer")
    func beneath() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("d"))
        let before = journey.lines
        try await journey.store.apply([.set(CardPatch(from: nil, to: .made("Aaron's", "1")))])
        await journey.wait("the card to be found") { journey.model.list.count == 8 }
        #expect(journey.lines == before)
        journey.press(Key("n"))
        await journey.see("Aaron's")
    }

    @Test("the consent prompt waits for another prompt")
    func onePromptAtATime() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("d"))
        journey.loader.publish { $0.cardsAwaitingConsent = 7 }
        await journey.wait("the loader's word") { journey.model.sync.status?.cardsAwaitingConsent == 7 }
        await journey.see("Delete Alpine Airways?")
        journey.press(Key("n"))
        await journey.see("7 cards were here")
    }
}
