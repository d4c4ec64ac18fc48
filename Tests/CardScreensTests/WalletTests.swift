import Cards
import Terminal
import Testing

@testable import CardScreens

@MainActor
@Suite("The wallet")
struct WalletTests {
    private func journey(_ cards: [Card] = Card.samples, size: Size = Size(columns: 80, rows: 24)) async throws
        -> Journey
    {
        let journey = try await Journey(cards, photos: Card.samplePhotos, size: size)
        journey.press(Key("v"))
        return journey
    }

    private func selected(_ journey: Journey) -> String { journey.model.list.selectedRow?.name ?? "" }

    @Test("v shows the cards as pictures with names, in offset rows, and the list again")
    func bricks() async throws {
        let journey = try await journey(size: Size(columns: 80, rows: 40))
        let (first, second) = (journey.place(of: "Alpine Airways"), journey.place(of: "Copper Cinema"))
        #expect(journey.place(of: "Amber Bakery").row == first.row)
        #expect(second.row > first.row)
        #expect(journey.place(of: "Old Club").row > first.row)
        journey.press(Key("v"))
        #expect(journey.names == Card.samples.map(\.name))
        #expect(!journey.text.contains("╭"))
    }

    @Test("a number keeps its groups whole, and ends with dots where not all of it fits")
    func groups() {
        func lines(_ number: String, _ columns: Int, _ rows: Int) -> [String] {
            WalletCard.grouped(number, columns: columns, rows: rows).map(\.string)
        }
        #expect(lines("6330 1212 3456 7890", 20, 2) == ["6330 1212 3456 7890"])
        #expect(lines("6330 1212 3456 7890", 16, 2) == ["6330 1212 3456", "7890"])
        #expect(lines("6330 1212 3456 7890", 9, 2) == ["6330 1212", "3456 7890"])
        #expect(lines("6330 1212 3456 7890", 9, 1) == ["6330 …"])
        #expect(lines("6330 1212 3456 7890", 16, 1) == ["6330 1212 3456 …"])
        #expect(lines("63301212345678901234", 10, 2) == ["633012123…"])
        #expect(lines("", 10, 2) == [""])
        #expect(lines("1 2", 1, 1) == ["…"])
    }

    @Test("a card without a picture has its name, number and what is left on its face")
    func face() async throws {
        var card = Card.made("Boots", "6330 1212 3456 7890")
        (card.balance, card.currency, card.isStarred) = ("37.50", "GBP", true)
        card.barcode = Barcode(format: .code128)
        let journey = try await journey([card])
        let (name, number, balance) = (
            journey.place(of: "Boots"), journey.place(of: "6330"), journey.place(of: "37.50")
        )
        #expect(name.column == number.column && number.row == name.row + 2 && balance.row > number.row)
        #expect(journey.place(of: "★").row == name.row)
        let color = CardColor.face(of: CardSummary(card))
        let band = journey.draw()[name.column - 2, name.row].style.background
        #expect(band == .rgb(color.red, color.green, color.blue))
        #expect(journey.lines[balance.row - 1].contains { "▌▐█".contains($0) })
    }

    @Test(
        "text on the colour of a card can be read, and hues can be told apart, also with 256 colours",
        arguments: [ColorDepth.trueColor, .indexed256])
    func contrast(colors: ColorDepth) throws {
        func shown(_ color: Color) throws -> CardColor {
            guard case .rgb(let red, let green, let blue) = color else { throw NoColor() }
            if colors == .trueColor { return CardColor(red: red, green: green, blue: blue) }
            let index = XtermPalette.nearest(red: Int(red), green: Int(green), blue: Int(blue))
            let parts = XtermPalette.components(of: index)
            return CardColor(red: UInt8(parts.red), green: UInt8(parts.green), blue: UInt8(parts.blue))
        }
        let names = (0..<200).map { CardColor.face(of: CardSummary(.made("Shop \($0)", "1"))) }
        var grounds: Set<CardColor> = []
        for color in Set(names + CardColor.palette.map(\.color)) {
            let style = Style(ground: color, in: colors)
            let (text, ground) = (try shown(style.foreground), try shown(style.background))
            #expect(text.contrast(with: ground) >= 4.5, "\(color.text)")
            if names.contains(color) { grounds.insert(ground) }
        }
        #expect(grounds.count == 12)
    }

    private struct NoColor: Error {}

    @Test("a tile has the form of a fact that it has room for, and never a part of one")
    func shortFacts() async throws {
        let today = Journey.clock.today()
        func card(_ name: String, _ days: Int, _ balance: String = "", photo: Bool = false) -> Card {
            .made(name, "1") { card in
                (card.expiry, card.balance) = (today.adding(days: days), balance)
                if !balance.isEmpty { card.currency = "EUR" }
                if photo { card.front = Card.samplePhotos.keys.sorted { $0.text < $1.text }.first }
            }
        }
        let cards = [
            card("Anna", 20), card("Bert", -3), card("Cora", 1), card("Dora", 200, "1234567890123.45"),
            card("Emil", 200, "12.50"), card("Finn", 20, "12.50", photo: true),
        ]
        // 16 columns, then 11 and 22 inside of a face.
        let journey = try await journey(cards, size: Size(columns: 80, rows: 40))
        await journey.seePictures()
        #expect(journey.text.contains(" in 20 days") && !journey.text.contains("expires in 2"))
        #expect(journey.text.contains(" expired") && !journey.text.contains("3 days a"))
        #expect(journey.text.contains("expires tomorrow"))
        #expect(journey.text.contains("12.50 EUR") && !journey.text.contains("1234567890"))
        // In the frame beneath the photo.
        #expect(journey.lines.contains { $0.contains("─ in 20 days ─╯") })
        let narrow = try await self.journey(cards, size: Size(columns: 40, rows: 60))
        #expect(narrow.text.contains("tomorrow") && !narrow.text.contains("expires"))
        let wide = try await self.journey(cards, size: Size(columns: 240, rows: 40))
        #expect(wide.text.contains("expires in 20 days") && wide.text.contains("expired 3 days ago"))
    }

    @Test("h, l and arrows move between cards, j and k between rows, and the selection is the same in both views")
    func moves() async throws {
        let journey = try await journey()
        journey.press(Key("l"), Key(.right))
        #expect(selected(journey) == "Cedar Library")
        journey.press(Key("h"))
        #expect(selected(journey) == "Amber Bakery")
        journey.press(Key("j"))
        #expect(["Copper Cinema", "Delta Deli"].contains(selected(journey)))
        journey.press(Key("k"))
        #expect(journey.place(of: selected(journey)).row == journey.place(of: "Alpine Airways").row)
        journey.press(Key("g"), Key("h"), Key("k"))
        #expect(selected(journey) == "Alpine Airways")
        journey.press(Key("G"), Key("l"), Key("j"))
        #expect(selected(journey) == "Old Club")
        journey.press(Key("v"))
        await journey.see("Old Club · 7 of 7")
    }

    @Test("a click selects, a double click opens, and a click between cards does nothing")
    func mouse() async throws {
        let journey = try await journey()
        journey.click("Amber Bakery")
        #expect(selected(journey) == "Amber Bakery")
        journey.click(column: 0, row: 1)
        #expect(selected(journey) == "Amber Bakery")
        journey.click("Copper Cinema")
        journey.click("Copper Cinema")
        await journey.see("number  C-99 / gold")
        journey.press(.escape)
        await journey.see("╭")
    }

    @Test("searching, marking and deleting work as in the list")
    func doing() async throws {
        let journey = try await journey()
        journey.press(Key(" "), Key(" "))
        #expect(journey.text.split(separator: "✓").count == 3)
        journey.press(Key("d"))
        await journey.see("Delete 2 cards?")
        journey.press(Key("y"))
        await journey.see("Deleted 2 cards")
        journey.press(Key("/"))
        journey.type("group:food")
        await journey.see("Delta Deli · 1 of 1")
        #expect(!journey.text.contains("Cedar Library"))
        journey.press(.tab, .escape, Key("v"))
        await journey.wait("all cards") { journey.names.count == 5 }
    }

    @Test("every card is reachable by every kind of move, at any size", arguments: [20, 39, 80, 99, 100, 200])
    func reach(columns: Int) async throws {
        let journey = try await journey(Card.many(60), size: Size(columns: columns, rows: 16))
        for key in [Key("l"), Key("j"), Key(.pageDown), .control("d")] {
            journey.press(Key("g"))
            for _ in 0..<60 {
                journey.press(key)
                #expect(journey.text.contains(selected(journey)))
            }
            #expect(key == Key("l") || key == Key("j") || selected(journey) == "Card 0059")
        }
        journey.press(Key("G"))
        for _ in 0..<60 { journey.press(Key("h")) }
        #expect(selected(journey) == "Card 0000")
        for _ in 0..<30 { journey.mouse(.wheelDown, column: 3, row: 3) }
        #expect(journey.text.contains(selected(journey)))
    }
}
