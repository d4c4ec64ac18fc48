import CardStorage
import CardViewModels
import Cards
import GoldenSupport
import Terminal
import TestSupport
import Testing

@testable import CardScreens

@MainActor
@Suite("The groups above the list")
struct GroupStripTests {
    private static let cards = [
        Card.made("Amber Bakery", "1") { $0.groups = ["food"] },
        Card.made("Cedar Library", "2") { $0.groups = ["Books", "town hall"] },
        Card.made("Delta Deli", "3") { $0.groups = ["Food", "foodstuff"] },
        Card.made("Elm Gym", "4"),
    ]

    private func journey(_ cards: [Card] = cards, _ size: Size = Size(columns: 80, rows: 24)) async throws -> Journey {
        let journey = try await Journey(cards, size: size)
        await journey.see("All \(cards.count) · ")
        return journey
    }

    @Test("they are named with the number of their cards", arguments: GoldenTests.sizes)
    func showing(size: Size) async throws {
        let journey = try await journey(Self.cards, size)
        journey.press(Key("}"), Key("}"))
        await journey.seeNo("Cedar Library")
        await journey.see("1 of 2")
        await journey.seeBeside()
        await expectGolden(journey, "group-strip")
    }

    @Test("} and { go through them and around; a group is exactly its name; Escape shows all")
    func stepping() async throws {
        let journey = try await journey()
        #expect(journey.lines[1].hasPrefix(" All 4 · Books 1 · food 2 · foodstuff 1 · town hall 1"))
        journey.press(Key("}"))
        await journey.see(names: ["Cedar Library"])
        journey.press(Key("}"))
        await journey.see(names: ["Amber Bakery", "Delta Deli"])
        journey.press(Key("{"), Key("{"), Key("{"))
        await journey.see(names: ["Cedar Library"])
        journey.press(.escape)
        await journey.see(names: ["Amber Bakery", "Cedar Library", "Delta Deli", "Elm Gym"])
    }

    @Test("a click shows a group")
    func clicking() async throws {
        let journey = try await journey()
        journey.click(column: 22, row: 1)
        await journey.see(names: ["Amber Bakery", "Delta Deli"])
    }

    @Test("a search looks within the group, and a new card is put into it")
    func within() async throws {
        let journey = try await journey()
        journey.press(Key("}"), Key("}"))
        await journey.see(names: ["Amber Bakery", "Delta Deli"])
        journey.type("/el")
        await journey.see(names: ["Delta Deli"])
        await journey.see("1 of 2")
        journey.press(.escape)
        await journey.see(names: ["Amber Bakery", "Delta Deli"])
        journey.press(Key("a"))
        await journey.see("New card")
        journey.type("Fig")
        journey.press(.tab)
        journey.type("5")
        journey.press(.control("s"))
        await journey.see(names: ["Amber Bakery", "Delta Deli", "Fig"])
        let found = try await journey.store.find(CardQuery(group: "FOOD"))
        #expect(try await found.rows(in: 0..<found.count).map { $0?.name } == ["Amber Bakery", "Delta Deli", "Fig"])
    }

    @Test("the group whose last card leaves it gives way to all cards")
    func lastCard() async throws {
        let journey = try await journey()
        journey.press(Key("}"))
        await journey.see(names: ["Cedar Library"])
        let card = Self.cards[1]
        var without = card
        without.groups = []
        try await journey.store.apply([.set(CardPatch(from: card, to: without))])
        await journey.see(names: ["Amber Bakery", "Cedar Library", "Delta Deli", "Elm Gym"])
        #expect(journey.lines[1].hasPrefix(" All 4 · food 2"))
    }

    @Test("a renamed group stays shown; what expires is looked for in all groups; cards are not moved within one")
    func renamedGroup() async throws {
        let journey = try await journey()
        journey.press(Key("}"), Key("}"))
        await journey.see(names: ["Amber Bakery", "Delta Deli"])
        journey.type(":groups")
        journey.press(.enter)
        await journey.see("1 of 4")
        journey.press(Key("j"), Key("r"))
        await journey.see("Rename the group food")
        journey.press(.control("u"))
        journey.type("eat")
        journey.press(.enter)
        await journey.see("Renamed food to eat: 2 cards")
        journey.press(.escape)
        await journey.see("All 4 · Books 1 · eat 2")
        await journey.see(names: ["Amber Bakery", "Delta Deli"])
        #expect(journey.model.list.query.group == "eat")
        journey.model.list.sort(by: .manual)
        #expect(!journey.model.list.isInManualOrder)
        journey.press(Key("W"))
        await journey.see("0 of 4")
        #expect(journey.model.list.query.group == nil)
    }

    @Test("a search says what the found cards are worth: the first two currencies, without those that are archived")
    func worth() async throws {
        func card(_ name: String, _ amount: String, _ currency: String?, isArchived: Bool = false) -> Card {
            .made(name, "1") { ($0.balance, $0.currency, $0.isArchived) = (amount, currency, isArchived) }
        }
        let journey = try await Journey([
            card("Elm one", "12.50", "EUR"), card("Elm two", "0.30", "EUR"),
            card("Elm old", "9", "EUR", isArchived: true),
            card("Elm pound", "3", "GBP"), card("Oak yen", "70", "JPY"), card("Oak points", "5", nil),
        ])
        #expect(!journey.text.contains("EUR +"))
        journey.type("/elm")
        await journey.see("4 of 6 · 12.80 EUR + 3.00 GBP")
        journey.press(.escape)
        journey.type("/has:balance")
        await journey.see("6 of 6 · 12.80 EUR + 3.00 GBP + …")
    }

    @Test("it says so of more cards than are loaded, too, and of another search only that")
    func worthOfMany() async throws {
        let cards = (1...400).map { number in
            Card.made("Elm \(number)", "\(number)") { ($0.balance, $0.currency) = ("1.10", "EUR") }
        }
        let oak = Card.made("Oak", "0") { ($0.balance, $0.currency) = ("3", "GBP") }
        let journey = try await Journey(cards + [oak])
        journey.type("/elm")
        await journey.see("400 of 401 · 440.00 EUR")
        journey.press(.escape)
        journey.type("/oak")
        await journey.see("1 of 401, best match first · 3.00 GBP")
        #expect(!journey.text.contains("EUR"))
    }

    @Test("a long and hostile name is cut, and takes no more than its room")
    func hostile() async throws {
        let name = "\u{1B}[31mred\n" + String(repeating: "漢字", count: 300)
        let journey = try await journey([Card.made("A", "1") { $0.groups = [name, "b"] }], Size(columns: 60, rows: 12))
        #expect(journey.lines[1].contains("…") && journey.lines[1].contains(" b 1"))
    }

    @Test("many groups: those around the selected one, between marks")
    func many() async throws {
        let cards = (1...30).map { number in
            Card.made("Card \(number)", "\(number)") { $0.groups = ["group \(number)"] }
        }
        let journey = try await journey(cards, Size(columns: 40, rows: 12))
        #expect(journey.lines[1].contains("› ") && journey.lines[1].hasPrefix(" All 30 · group 1 1"))
        journey.press(Key("{"))
        await journey.see("1 of 1")
        #expect(journey.lines[1].hasPrefix(" ‹ ") && journey.lines[1].contains("· group 9 1 "))
    }
}
