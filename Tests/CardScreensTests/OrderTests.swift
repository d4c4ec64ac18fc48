import Cards
import Terminal
import Testing

@MainActor
@Suite("The order of the list")
struct OrderTests {
    private static func day(_ days: Int) -> CalendarDay { Journey.clock.today().adding(days: days) }

    /// In the order in which they are added to the store.
    private static let cards: [Card] = [
        .made("Anna"), .made("Cora") { ($0.validFrom, $0.expiry, $0.balance) = (day(-20), day(5), "20.5") },
        .made("Bert") { ($0.validFrom, $0.expiry, $0.balance) = (day(-10), day(20), "7") },
    ]

    private func choose(_ title: String, in journey: Journey) async {
        journey.press(Key("o"))
        await journey.see("Sort by")
        journey.type("/" + title)
        journey.press(.enter)
        await journey.seeNo("Sort by")
    }

    @Test(
        "cards are sorted by the chosen key; reversed, cards without a value stay last",
        arguments: [
            ("by name", ["Anna", "Bert", "Cora"], ["Cora", "Bert", "Anna"]),
            ("newest", ["Bert", "Cora", "Anna"], ["Anna", "Cora", "Bert"]),
            ("most opened", ["Cora", "Bert", "Anna"], ["Bert", "Cora", "Anna"]),
            ("last opened", ["Bert", "Cora", "Anna"], ["Bert", "Cora", "Anna"]),
            ("expiry", ["Cora", "Bert", "Anna"], ["Bert", "Cora", "Anna"]),
            ("start date", ["Bert", "Cora", "Anna"], ["Cora", "Bert", "Anna"]),
            ("largest balance", ["Cora", "Bert", "Anna"], ["Bert", "Cora", "Anna"]),
            ("manual", ["Anna", "Bert", "Cora"], ["Anna", "Bert", "Cora"]),
        ])
    func keys(title: String, names: [String], reversed: [String]) async throws {
        let journey = try await Journey(Self.cards)
        for card in [Self.cards[2], Self.cards[1], Self.cards[1]] {
            try await journey.store.recordUse(of: card.identifier)
        }
        await choose(title, in: journey)
        await journey.see(names: names)
        let title = journey.lines[0]
        // The selection stays with its card.
        #expect(journey.model.list.selectedRow?.name == "Anna")
        journey.press(Key("O"))
        await journey.see(names: reversed)
        await journey.wait("the other title") { journey.lines[0] != title }
        journey.press(Key("O"))
        await journey.see(names: names)
        await journey.wait("the title from before") { journey.lines[0] == title }
    }

    @Test("the list shows what it is ordered by")
    func column() async throws {
        let cards: [Card] =
            Self.cards + [
                .made("Dora") { $0.expiry = Self.day(400) }, .made("Emil") { $0.expiry = Self.day(-400) },
            ]
        let journey = try await Journey(cards)
        for card in [cards[2], cards[1], cards[1]] { try await journey.store.recordUse(of: card.identifier) }
        func row(_ name: String) -> String { journey.lines.first { $0.contains(name) } ?? "" }
        await choose("expiry", in: journey)
        await journey.see("by expiry")
        await journey.see("expired 2025-10-16")
        #expect(row("Dora").contains("2027-12-25"))
        #expect(row("Cora").contains("expires in 5 days"))
        await choose("most opened", in: journey)
        await journey.see("2×")
        #expect(row("Cora").contains("2×") && row("Bert").contains("1×") && row("Anna").contains("0×"))
        await choose("last opened", in: journey)
        await journey.see("never")
        #expect(row("Cora").contains("today") && row("Anna").contains("never"))
        await choose("start date", in: journey)
        await journey.see("2026-10-31")
        await choose("largest balance", in: journey)
        await journey.see("20.5 points")
        #expect(row("Bert").contains("7 points") && !row("Anna").contains("points"))
        #expect(row("Dora").isEmpty == false && !row("Dora").contains("2027"))
    }

    @Test("starred cards are first and archived ones last in every order; Z hides archived ones")
    func groups() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("O"))
        await journey.see(names: [
            "Alpine Airways", "漢字 Tea House", "Delta Deli", "Copper Cinema", "Cedar Library", "Amber Bakery",
            "Old Club",
        ])
        journey.press(Key("G"), Key("Z"))
        await journey.seeNo("Old Club")
        await journey.see("without archived · by name ↓")
        await journey.see("Amber Bakery · 6 of 6")
        journey.press(Key("/"))
        journey.type("is:archived")
        await journey.see(names: ["Old Club"])
        journey.press(.escape, Key("Z"))
        await journey.see("of 7")
    }

    @Test("where all cards are hidden, a message says how to show them")
    func allHidden() async throws {
        let journey = try await Journey([.made("Old Club") { $0.isArchived = true }])
        journey.press(Key("Z"))
        await journey.see("All cards are archived; Z shows them.")
        journey.press(Key("Z"))
        await journey.see("Old Club · 1 of 1")
    }

    @Test("J and K move the selected card in the manual order, within its group")
    func manualMove() async throws {
        var cards = Self.cards
        cards[0].isStarred = true
        cards.append(.made("Dora"))
        let journey = try await Journey(cards)
        journey.press(Key("J"))
        #expect(journey.names == ["Anna", "Bert", "Cora", "Dora"])
        await choose("manual", in: journey)
        await journey.see("manual ↑")
        journey.press(Key("J"), Key("j"), Key("J"))
        await journey.see(names: ["Anna", "Cora", "Bert", "Dora"])
        await journey.see("Bert · 3 of 4")
        journey.press(Key("J"))
        await journey.see(names: ["Anna", "Cora", "Dora", "Bert"])
        journey.press(Key("J"), Key("K"))
        await journey.see(names: ["Anna", "Cora", "Bert", "Dora"])
        journey.press(Key("K"))
        await journey.see(names: ["Anna", "Bert", "Cora", "Dora"])
        journey.press(Key("K"))
        await journey.see("Bert · 2 of 4")
        #expect(journey.names == ["Anna", "Bert", "Cora", "Dora"])
    }

    @Test("in the manual order no card moves past a starred one, nor a starred one past another")
    func manualMoveAmongStarred() async throws {
        let journey = try await Journey([.made("Anna") { $0.isStarred = true }, .made("Bert"), .made("Cora")])
        await choose("manual", in: journey)
        await journey.see("manual ↑")
        await journey.see(names: ["Anna", "Bert", "Cora"])
        journey.press(Key("g"), Key("J"), Key("j"), Key("K"))
        await journey.see("Bert · 2 of 3")
        // The starred card is always first, so the moves are visible only when nothing is starred.
        journey.press(Key("k"), Key("t"))
        await journey.see("Unstarred Anna")
        await journey.see(names: ["Anna", "Bert", "Cora"])
    }

    @Test("in the manual order a starred card can become the last starred one, also after a card was unstarred")
    func lastStarred() async throws {
        let starred = ["Bert", "Cora"].map { Card.made($0) { $0.isStarred = true } }
        let journey = try await Journey([.made("Anna")] + starred)
        await choose("manual", in: journey)
        await journey.see("manual ↑")
        await journey.see(names: ["Bert", "Cora", "Anna"])
        journey.press(Key("g"), Key("J"))
        await journey.see(names: ["Cora", "Bert", "Anna"])
    }

    @Test("in the manual order keys that arrive together move the card that many positions")
    func fastManualMove() async throws {
        let journey = try await Journey(Card.many(6))
        await choose("manual", in: journey)
        await journey.see("manual ↑")
        journey.press(Key("J"), Key("J"), Key("J"))
        await journey.see("Card 0000 · 4 of 6")
        #expect(journey.names.prefix(4) == ["Card 0001", "Card 0002", "Card 0003", "Card 0000"])
    }

    @Test("order, hidden cards and layout are kept for the next start")
    func kept() async throws {
        let look = FakeViewState()
        let first = try await Journey(Card.samples, look: look)
        await choose("newest", in: first)
        first.press(Key("O"), Key("Z"))
        await first.see("of 6")
        let title = first.lines[0]
        await first.wait("the look to be kept") { look.kept.hidesArchived }
        let second = try await Journey(Card.samples, look: look)
        await second.see("of 6")
        #expect(second.lines[0] == title)
        second.press(Key("v"))
        await second.wait("the look to be kept") { look.kept.layout == .wallet }
        let third = try await Journey(Card.samples, look: look)
        await third.see("of 6")
        #expect(third.text.contains("╭"))
    }
}
