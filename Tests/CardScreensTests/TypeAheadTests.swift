import CardViewModels
import Cards
import Terminal
import Testing

@MainActor
@Suite("Keys typed ahead")
struct TypeAheadTests {
    @Test("keys typed before the store answers reach the screen they were meant for")
    func typeAhead() async throws {
        let journey = try await Journey(Card.samples)
        // As in one piece over a slow connection: a name that contains "d" and "y" must not delete a card.
        journey.press(Key("e"))
        journey.type(" Holiday")
        journey.press(.control("s"), Key("j"), .enter, Key("y"), Key("q"), Key("a"))
        journey.type("Elm")
        await journey.see("name  Elm")
        #expect(try await journey.store.count() == 7)
        #expect(try await journey.store.card(Card.samples[0].identifier)?.name == "Alpine Airways Holiday")
        await journey.wait("the number") { journey.terminal.copied == ["LOY-7734"] }
    }

    @Test("Ctrl-Z and Ctrl-L work at once during store access, prompts and help")
    func terminalKeys() async throws {
        let journey = try await Journey(Card.samples)
        await journey.gate.hold(.card)
        journey.press(Key("e"), .control("z"), .control("l"))
        #expect(journey.terminal.suspensions == 1 && journey.terminal.repaints == 1)
        await journey.gate.release(.card)
        await journey.see("Edit Alpine Airways")
        journey.press(.escape, Key("d"), .control("z"), Key("n"), Key("?"), .control("l"))
        #expect(journey.terminal.suspensions == 2 && journey.terminal.repaints == 2)
    }

    @Test("a message that appears after a key stays")
    func heldMessage() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("d"), Key("y"), Key("j"))
        await journey.see("Deleted Alpine Airways")
        journey.press(Key("k"))
        await journey.see("Amber Bakery · 1 of 6")
        // Each d applies to the card that is shown when the key is handled.
        journey.press(Key("d"), Key("y"), Key("d"), Key("y"))
        await journey.see("Deleted Cedar Library")
        #expect(try await journey.store.count() == 4)
    }

    @Test("Ctrl-S moves to a missing field at once, before the following keys")
    func missingAtOnce() async throws {
        let journey = try await Journey()
        journey.press(Key("a"), .tab, .tab, .control("s"))
        journey.type("Elm")
        await journey.see("name  Elm")
    }
}
