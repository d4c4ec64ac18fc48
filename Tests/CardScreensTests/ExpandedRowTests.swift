import Cards
import Terminal
import Testing

@MainActor
@Suite("Expanded rows")
struct ExpandedRowTests {
    @Test("Tab expands a row to what it does not show, its dates and its note, and collapses it")
    func opening() async throws {
        let journey = try await Journey(Card.samples, photos: Card.samplePhotos)
        journey.press(Key("j"), Key("j"), .tab)
        await journey.see("Bring the blue bag")
        for text in ["until 2026-12-31", "mailto:desk@library.example.", "Delta Deli", "Cedar Library · 3 of 7"] {
            #expect(journey.text.contains(text))
        }
        for text in ["0 0042 7719", "12.50 EUR", "books, town"] {
            #expect(journey.text.ranges(of: text).count == 1, "\(journey.text)")
        }
        journey.press(.tab)
        #expect(!journey.text.contains("Bring the blue bag"))
        #expect(journey.names == Card.samples.map(\.name))
    }

    @Test(
        "any number of rows can be expanded, and stay so while filtering and sorting; Shift-Tab collapses all"
    )
    func kept() async throws {
        let journey = try await Journey(Card.samples, photos: Card.samplePhotos)
        journey.press(Key("j"), Key("j"), .tab, Key("j"), Key("j"), .tab)
        await journey.see("Bring the blue bag")
        await journey.see("Ask for the stamp card.")
        journey.press(Key("/"))
        journey.type("library")
        await journey.see("1 of 7")
        #expect(journey.text.contains("until 2026-12-31"))
        #expect(!journey.text.contains("Ask for the stamp card."))
        journey.press(.escape, Key("O"))
        await journey.see("by name ↓")
        await journey.see("Ask for the stamp card.")
        await journey.see("until 2026-12-31")
        journey.press(.shiftTab)
        await journey.seeNo("until 2026-12-31")
    }

    @Test("a row scrolled out of sight stays expanded")
    func scrolling() async throws {
        let journey = try await Journey(Card.many(2000))
        journey.press(Key("j"), .tab, Key("G"))
        await journey.see("2000 of 2000")
        #expect(journey.names.count == 21)
        journey.press(.tab, Key("g"))
        await journey.see("Card 0000 · 1 of 2000")
        await journey.wait("both cards") { journey.model.list.opened.details.count == 2 }
        // One line of the second row, and twenty more.
        #expect(journey.names.last == "Card 0019")
    }

    @Test("an expanded row without a photo has the lines that it needs; one that has nothing more to show says so")
    func noBlankRows() async throws {
        let journey = try await Journey([
            .made("Anna", "1"), .made("Bert", "2") { ($0.note, $0.groups) = ("Bring a towel.\nAnd shoes.", ["sport"]) },
            .made("Cora", "3") { $0.expiry = Journey.clock.today().adding(days: 3) },
        ])
        for _ in 0..<3 { journey.press(.tab, Key("j")) }
        await journey.wait("the cards") { journey.model.list.opened.details.count == 3 }
        let rows = journey.lines[2...8].map { $0.split { " ▎".contains($0) }.joined(separator: " ") }
        #expect(
            rows == [
                "Anna 1", "nothing more to show", "Bert 2 sport", "Bring a towel.", "And shoes.",
                "▌ Cora 3 expires in 3 days", "▌ until 2026-11-23",
            ])
        #expect(journey.lines[9].allSatisfy { $0 == " " })
    }

    @Test("what the row cuts is whole in the expanded row")
    func whole() async throws {
        let number = String(repeating: "0123456789", count: 5)
        let journey = try await Journey(
            [.made("Anna", number) { $0.groups = ["books", "cinema and theatre", "travel"] }],
            size: Size(columns: 40, rows: 14))
        journey.press(.tab)
        await journey.see("travel")
        let rows = journey.lines[4...7].map { $0.dropFirst().split { " ▎".contains($0) }.joined(separator: " ") }
        #expect(
            rows == [String(number.prefix(33)), String(number.dropFirst(33)), "books, cinema and theatre, travel", ""],
            "\(journey.text)")
    }

    @Test("an expanded row shows changes of its card, and disappears with it")
    func live() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("j"), Key("j"), Key("j"), Key("j"), .tab)
        await journey.see("Ask for the stamp card.")
        var card = Card.samples[4]
        card.note = "Now without stamps."
        try await journey.store.apply([.set(CardPatch(values: card, fields: [.note]))])
        await journey.see("Now without stamps.")
        try await journey.store.apply([.delete(card.identifier)])
        await journey.seeNo("Now without stamps.")
        await journey.see("漢字 Tea House · 5 of 6")
    }

    @Test("a click on any line of an expanded row selects its card")
    func clicking() async throws {
        let journey = try await Journey(Card.samples, photos: Card.samplePhotos)
        journey.press(Key("j"), Key("j"), .tab)
        await journey.see("Bring the blue bag")
        journey.press(Key("g"))
        journey.click("Bring the blue bag")
        await journey.see("Cedar Library · 3 of 7")
        journey.click("Bring the blue bag")
        await journey.see("number  0 0042 7719")
    }

    @Test("at every size an expanded row shows what fits, and its card's name")
    func sizes() async throws {
        let journey = try await Journey(Card.samples, photos: Card.samplePhotos)
        journey.press(Key("j"), Key("j"), .tab)
        await journey.see("Bring the blue bag")
        for columns in [20, 35, 36, 57, 58, 79, 99, 100, 140] {
            for rows in [5, 6, 8, 12, 40] {
                journey.size = Size(columns: columns, rows: rows)
                #expect(journey.text.contains("Cedar Lib"), "\(columns)x\(rows)")
            }
        }
    }
}
