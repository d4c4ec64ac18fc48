import CardStorage
import CardViewModels
import Cards
import GoldenSupport
import Terminal
import TestSupport
import Testing

@testable import CardScreens

@MainActor
@Suite("The groups on the screen")
struct GroupsScreenTests {
    private static let cards = [
        Card.made("Amber Bakery", "1") { $0.groups = ["food"] },
        Card.made("Cedar Library", "2") { $0.groups = ["Books", "town hall"] },
        Card.made("Delta Deli", "3") { $0.groups = ["Food", "town hall"] },
    ]

    private func journey(_ size: Size = Size(columns: 80, rows: 24)) async throws -> Journey {
        let journey = try await Journey(Self.cards, size: size)
        journey.type(":groups")
        journey.press(.enter)
        await journey.see("Groups")
        await journey.see("1 of 3")
        return journey
    }

    private func groups(_ journey: Journey) async throws -> [[String]] {
        try await journey.cards().sorted { $0.name < $1.name }.map(\.groups)
    }

    @Test("each has the number of its cards; Enter lists them", arguments: GoldenTests.sizes)
    func showing(size: Size) async throws {
        let journey = try await journey(size)
        await expectGolden(journey, "groups-screen")
        journey.press(Key("j"), .enter)
        await journey.see("Amber Bakery")
        await journey.seeNo("Cedar Library")
        await journey.see("All 3 · Books 1 · food 2")
    }

    @Test("a name with a space is looked for as a whole")
    func quoted() async throws {
        let journey = try await journey()
        journey.press(Key("G"), .enter)
        await journey.see(names: ["Cedar Library", "Delta Deli"])
    }

    @Test("r renames a group in all its cards as one step, u takes it back; the name of another group joins the two")
    func renaming() async throws {
        let journey = try await journey()
        journey.press(Key("j"), Key("r"))
        await journey.see("Rename the group food")
        // The present name is in the field, and no other text is offered.
        #expect(journey.text.contains("name  food") && !journey.text.contains("0 of 0"))
        #expect(journey.lines.last?.hasPrefix(" ↵ rename  Esc cancel ") == true)
        journey.press(.control("u"), .enter)
        await journey.see("A group needs a name")
        journey.type("eat  out")
        journey.press(.enter)
        await journey.see("Renamed food to eat out: 2 cards · u undoes")
        #expect(try await groups(journey) == [["eat out"], ["Books", "town hall"], ["eat out", "town hall"]])
        await journey.see("▌  eat out")
        journey.press(Key("u"))
        await journey.see("Undid")
        #expect(try await groups(journey) == Self.cards.map(\.groups))
        journey.press(Key("g"), Key("r"))
        await journey.see("Rename the group Books")
        journey.press(.control("u"))
        journey.type("TOWN hall")
        await journey.see("The cards join the group “town hall”.")
        journey.press(.enter)
        await journey.see("Renamed Books to town hall: 1 card")
        #expect(try await groups(journey)[1] == ["town hall"])
    }

    @Test("d asks, and takes the cards out of the group; they stay, and u brings it back")
    func deleting() async throws {
        let journey = try await journey()
        journey.press(Key("j"), Key("d"))
        await journey.see("Take 2 cards out of food?")
        journey.press(.enter)
        #expect(try await groups(journey) == Self.cards.map(\.groups))
        journey.press(Key("d"), Key("y"))
        await journey.see("food no longer has any cards · u undoes")
        await journey.see("2 groups")
        #expect(try await groups(journey) == [[], ["Books", "town hall"], ["town hall"]])
        journey.press(Key("u"))
        await journey.see("3 groups")
    }

    @Test("J and K change the order on this machine, which the picker of groups has, too; undo leaves it alone")
    func order() async throws {
        let journey = try await journey()
        journey.press(Key("J"))
        #expect(journey.lines[1].contains("food") && journey.lines[2].hasPrefix("▌  Books"))
        journey.press(Key("G"), Key("K"), Key("K"), Key("K"))
        #expect(journey.lines[1].hasPrefix("▌  town hall"))
        journey.press(.escape, Key("#"))
        await journey.see("Group or new name")
        #expect(journey.model.prompts.picker?.options.map(\.title) == ["town hall", "food", "Books"])
    }

    @Test("names are told apart by their whole length, and count once a card")
    func counting() async throws {
        let store = try SQLiteCardStore(at: SQLiteCardStore.inMemory)
        let cards = Self.cards + [Card.made("Food court") { $0.groups = ["food court", "FOOD", "food"] }]
        try await store.apply(cards.map { .set(CardPatch(from: nil, to: $0)) })
        #expect(
            try await store.groupCounts() == [
                GroupCount(name: "Books", count: 1), GroupCount(name: "food", count: 3),
                GroupCount(name: "food court", count: 1), GroupCount(name: "town hall", count: 2),
            ])
        #expect(try await store.changes(renamingGroup: "none", to: "x") == nil)
        #expect(
            try await store.changes(renamingGroup: "food", to: "food")?.map(\.card.name) == [
                "Delta Deli", "Food court",
            ])
    }
}
