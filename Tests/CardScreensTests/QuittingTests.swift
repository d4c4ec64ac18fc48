import CardScreens
import CardViewModels
import Cards
import Terminal
import Testing

@MainActor
@Suite("Quitting waits for pending changes")
struct QuittingTests {
    @Test("quitting waits for a star that is being saved, other keys do not")
    func star() async throws {
        let journey = try await Journey(Card.samples)
        await journey.gate.hold(.apply)
        journey.press(Key("t"), Key("j"))
        await journey.see("Amber Bakery · 2 of")
        journey.press(Key("q"))
        await journey.wait("the store") { await journey.gate.isWaiting(.apply) }
        #expect(!journey.model.hasQuit)
        await journey.gate.release(.apply)
        await journey.wait("the end") { journey.model.hasQuit }
        #expect(try await journey.store.card(Card.samples[0].identifier)?.isStarred == !Card.samples[0].isStarred)
    }

    @Test("Esc cancels quitting, and the save completes")
    func stayed() async throws {
        let journey = try await Journey(Card.samples)
        await journey.gate.hold(.apply)
        journey.press(Key("t"), Key("q"))
        await journey.time.waitForSleeper { $0 == .milliseconds(300) }
        journey.time.advance(by: .milliseconds(300))
        await journey.see("Leaving… Esc stops")
        journey.press(.escape)
        await journey.gate.release(.apply)
        await journey.wait("the star") { !journey.model.isBusy }
        #expect(!journey.model.hasQuit)
        #expect(try await journey.store.card(Card.samples[0].identifier)?.isStarred == !Card.samples[0].isStarred)
    }

    @Test("when the terminal ends, keys waiting after a search are handled, and their star is saved")
    func held() async throws {
        let journey = try await Journey(Card.samples)
        await journey.gate.hold(.find)
        journey.press(Key("/"))
        journey.type("cedar")
        journey.press(.enter, Key("t"))
        async let ended: Void = journey.screen.terminalWillEnd()
        await journey.wait("the answer") { await journey.gate.isWaiting(.find) }
        await journey.gate.release(.find)
        await ended
        let cedar = try #require(Card.samples.first { $0.name.contains("Cedar") })
        #expect(try await journey.store.card(cedar.identifier)?.isStarred == !cedar.isStarred)
    }

    @Test("when the terminal ends, a star being saved is waited for")
    func beingWritten() async throws {
        let journey = try await Journey(Card.samples)
        await journey.gate.hold(.apply)
        journey.press(Key("t"))
        await journey.wait("the store") { await journey.gate.isWaiting(.apply) }
        let isLeftBehind = Task {
            await journey.screen.terminalWillEnd()
            return await journey.gate.isWaiting(.apply)
        }
        // Enough yields for a program that does not wait to end.
        for _ in 0..<1000 { await Task.yield() }
        await journey.gate.release(.apply)
        #expect(await !isLeftBehind.value)
        #expect(try await journey.store.card(Card.samples[0].identifier)?.isStarred == !Card.samples[0].isStarred)
    }

    @Test("a discarded form is removed before the end")
    func discarded() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("a"))
        journey.type("Half")
        await journey.wait("the draft") { await !journey.drafts.kept.isEmpty }
        journey.press(.escape, Key("y"), Key("q"))
        await journey.wait("the end") { journey.model.hasQuit }
        #expect(await journey.drafts.kept.isEmpty)
    }
}
