import CardScreens
import CardViewModels
import Cards
import Terminal
import Testing

@MainActor
@Suite("Long activities")
struct ActivityTests {
    /// Two marked cards whose starring is blocked by the gate.
    private func starring() async throws -> Journey {
        let journey = try await Journey(Card.samples)
        journey.press(Key("j"), Key(" "), Key(" "))
        await journey.gate.hold(.apply)
        journey.press(Key("t"))
        await journey.wait("the store") { await journey.gate.isWaiting(.apply) }
        return journey
    }

    @Test("after a delay its name is shown, and Esc stops it: nothing changes, and the marks stay")
    func stopped() async throws {
        let journey = try await starring()
        #expect(!journey.text.contains("Changing"))
        await journey.time.waitForSleeper { $0 == .milliseconds(300) }
        journey.time.advance(by: .milliseconds(300))
        await journey.see("Changing 2 cards… Esc stops")
        // Keys after it were meant for its result.
        journey.press(Key("d"), .escape)
        await journey.gate.release(.apply)
        await journey.see("Stopped. Nothing was changed.")
        #expect(try await journey.cards() == Card.samples)
        #expect(journey.markedNames.count == 2)
        #expect(journey.model.prompts.prompt == nil)
    }

    @Test("a star that is not written yet stays, whatever is read meanwhile")
    func unwritten() async throws {
        let journey = try await Journey(Card.samples)
        await journey.gate.hold(.apply)
        journey.press(Key("j"), Key("t"))
        await journey.wait("the store") { await journey.gate.isWaiting(.apply) }
        let name = try #require(journey.model.list.selectedRow?.name)
        #expect(journey.model.list.selectedRow?.isStarred == true)
        // Another program adds a card: the list is read again.
        let other = Card(identifier: .random(), name: "Aardvark Arcade")
        try await journey.store.apply([.set(CardPatch(from: nil, to: other))])
        await journey.see("Aardvark Arcade")
        #expect(journey.model.list.selectedRow?.name == name && journey.model.list.selectedRow?.isStarred == true)
        await journey.gate.release(.apply)
        await journey.see("Starred \(name)")
        #expect(try await journey.cards().first { $0.name == name }?.isStarred == true)
    }

    @Test("stopping it keeps a range that is being marked")
    func stoppedRange() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("j"), Key("V"), Key("j"))
        await journey.gate.hold(.identifiers)
        journey.press(Key("t"))
        await journey.wait("the store") { await journey.gate.isWaiting(.identifiers) }
        await journey.time.waitForSleeper { $0 == .milliseconds(300) }
        journey.time.advance(by: .milliseconds(300))
        await journey.see("Esc stops")
        journey.press(.escape)
        await journey.gate.release(.identifiers)
        await journey.see("Stopped. Nothing was changed.")
        #expect(journey.model.list.isMarkingRange)
        #expect(journey.markedNames == ["Amber Bakery", "Cedar Library"])
    }

    @Test("before the delay Esc acts on the result, and stops nothing")
    func waiting() async throws {
        let journey = try await starring()
        journey.press(.escape)
        await journey.gate.release(.apply)
        await journey.wait("the stars") { !journey.model.isBusy }
        #expect(try await journey.cards() != Card.samples)
    }

    @Test("a short activity is not shown, and leaves no timer")
    func short() async throws {
        let journey = try await starring()
        await journey.time.waitForSleeper { $0 == .milliseconds(300) }
        await journey.gate.release(.apply)
        await journey.see("Starred 2 cards")
        await journey.wait("the end") { !journey.model.isBusy }
        #expect(!journey.time.hasSleepers)
        #expect(journey.model.activities.label == nil)
        #expect(journey.text.contains("Starred 2 cards"))
    }

    @Test("keys that come before the first frame of a screen find what it shows")
    func unseen() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("j"), Key("j"), .enter, .tab, .enter)
        await journey.see("Opened https://library.example")
    }

    @Test("a marked card deleted elsewhere is no longer marked")
    func deletedElsewhere() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key(" "), Key(" "), Key(" "))
        await journey.see("3 marked")
        let gone = try #require(Card.samples.first { $0.name == "Amber Bakery" })
        try await journey.store.apply([.delete(gone.identifier)])
        await journey.see("2 marked")
        await journey.gate.tell(.changedElsewhere)
        await journey.see("2 marked")
        journey.press(Key("t"))
        await journey.see("Starred 1 card ")
    }
}
