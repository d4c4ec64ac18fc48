import Cards
import Terminal
import Testing

@testable import CardViewModels

/// Counts of what was really changed, and cards that have a name only.
@MainActor
@Suite("Few fields and few changes")
struct NameOnlyTests {
    @Test("a card that has a name only can be edited and saved; a new one cannot", arguments: CardValidation.allCases)
    func nameOnly(validation: CardValidation) async throws {
        let journey = try await Journey([.made("Delta Deli")], validation: validation)
        journey.press(Key("e"))
        await journey.see("Edit Delta Deli")
        journey.type("s")
        await journey.see("Ready to save")
        journey.press(.control("s"))
        await journey.see("Saved Delta Delis")
        #expect(try await journey.store.cards(from: 0, limit: 9).map(\.name) == ["Delta Delis"])
        journey.press(Key("a"))
        await journey.see("New card")
        journey.type("Elm")
        await journey.see("Needs a ")
        journey.press(.control("s"))
        await journey.model.activities.finished()
        #expect(try await journey.store.count() == 1)
    }

    @Test("a name is needed all the same")
    func noName() async throws {
        let journey = try await Journey([.made("D")])
        journey.press(Key("e"))
        await journey.see("Edit D")
        journey.press(Key(.backspace))
        await journey.see("Needs a name")
    }

    @Test("of a starred and an unstarred card one is starred, and undo says the same number")
    func counts() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key(" "), Key(" "), Key("t"))
        await journey.see("Starred 1 card · u undoes")
        journey.press(Key("u"))
        await journey.see("Undid: starred Amber Bakery")
    }
}
