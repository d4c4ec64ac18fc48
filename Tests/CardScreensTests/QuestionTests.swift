import CardViewModels
import Cards
import Terminal
import Testing

@MainActor
@Suite("Questions that nobody asked for")
struct QuestionTests {
    @Test("the loader's question waits until nobody is typing")
    func questionWaits() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("a"))
        journey.loader.say { $0.question = 7 }
        await journey.wait("the loader's word") { journey.model.sync.status?.question == 7 }
        journey.type("Yes")
        #expect(journey.text.contains("Yes"))
        journey.press(.escape, Key("y"))
        await journey.see("7 cards were here")
        #expect(await journey.loader.answers.isEmpty)
        journey.press(.escape)
        journey.loader.say { ($0.question, $0.tally.pending) = (7, 1) }
        await journey.wait("the loader's word") { journey.model.sync.status?.tally.pending == 1 }
        #expect(journey.model.prompts.prompt == nil)
    }

    @Test("a key that waits for a form is never the answer to a question that came meanwhile")
    func questionDuringAnErrand() async throws {
        let journey = try await Journey(Card.samples)
        await journey.gate.hold(.card)
        journey.press(Key("e"), Key("y"))
        await journey.wait("the card to be asked for") { await journey.gate.isWaiting(.card) }
        journey.loader.say { $0.question = 7 }
        await journey.wait("the loader's word") { journey.model.sync.status?.question == 7 }
        await journey.gate.release(.card)
        await journey.see("Alpine Airwaysy")
        #expect(await journey.loader.answers.isEmpty)
    }

    @Test("what lies beneath a question stands still, and is as it is now when that is answered")
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

    @Test("the loader's question waits for another question")
    func oneQuestionAtATime() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("d"))
        journey.loader.say { $0.question = 7 }
        await journey.wait("the loader's word") { journey.model.sync.status?.question == 7 }
        await journey.see("Delete Alpine Airways?")
        journey.press(Key("n"))
        await journey.see("7 cards were here")
    }
}
