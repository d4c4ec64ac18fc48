import CardSettings
import Cards
import Terminal
import Testing

@MainActor
@Suite("Pickers")
struct PaletteTests {
    @Test("the palette filters while typing, runs the chosen command, and shows its key")
    func command() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("j"), Key(":"))
        await journey.see("Type a command")
        journey.type("undo")
        await journey.see("undo the last change")
        #expect(!journey.text.contains("add a card"))
        for _ in 0..<4 { journey.press(Key(.backspace)) }
        journey.type("archive or")
        journey.press(.enter)
        await journey.wait("the archiving") {
            try await journey.store.card(Card.samples[1].identifier)?.isArchived == true
        }
        #expect(!journey.text.contains("Type a command"))
    }

    @Test("Esc, Backspace in an empty field and a click outside change nothing")
    func leaving() async throws {
        let journey = try await Journey(Card.samples)
        let before = journey.draw()
        journey.press(Key(":"), .escape)
        #expect(journey.draw() == before)
        journey.press(Key(":"), Key("x"), Key(.backspace), Key(.backspace))
        #expect(journey.draw() == before)
        journey.press(Key(":"))
        journey.click(column: 0, row: 0)
        #expect(journey.draw() == before)
        // Text without a match runs nothing.
        journey.press(Key(":"))
        journey.type("zzzz")
        await journey.see("no matches")
        journey.press(.enter, .escape)
        #expect(journey.draw() == before)
    }

    @Test("a click on a row chooses it")
    func clicking() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key(":"))
        journey.type("deleted")
        await journey.see("trash: deleted cards")
        journey.click("trash: deleted cards")
        await journey.see("The trash is empty.")
    }

    @Test("over a card the palette has the card's commands")
    func card() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(.enter)
        await journey.see("number  4006")
        journey.press(Key(":"))
        journey.type("copy")
        journey.press(.enter)
        await journey.see("clipboard: 4006")
    }

    @Test("the terminal can be resized during a choice")
    func resized() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key(":"), Key(.down), Key(.down))
        for size in [Size(columns: 20, rows: 5), Size(columns: 3, rows: 2), Size(columns: 300, rows: 100)] {
            journey.size = size
            #expect(journey.draw().size == size)
        }
        journey.type("wallet")
        journey.press(.enter)
        #expect(journey.text.contains("╭"))
    }

    private func themed(_ look: FakeViewState = FakeViewState()) async throws -> Journey {
        let catalog = ThemeCatalog(folder: "/nonexistent")
        let journey = try await Journey(Card.samples, themes: { catalog.choices }, look: look)
        journey.terminal.colors = .trueColor
        journey.press(Key(":"))
        journey.type("colours")
        journey.press(.enter)
        await journey.see("Choose a theme")
        return journey
    }

    private func ground(_ journey: Journey) -> Color { journey.draw()[0, 0].style.background }

    @Test("themes are previewed while moving; Esc restores the former one")
    func tryOn() async throws {
        let look = FakeViewState()
        let journey = try await themed(look)
        #expect(ground(journey) == .terminalDefault)
        journey.press(Key(.down))
        let first = ground(journey)
        #expect(first != .terminalDefault)
        journey.press(Key(.down))
        #expect(ground(journey) != first)
        journey.press(.escape)
        #expect(ground(journey) == .terminalDefault)
        #expect(look.kept.theme == nil)
    }

    @Test("a theme is found by name, chosen by Enter and kept for the next start")
    func chosenTheme() async throws {
        let look = FakeViewState()
        let journey = try await themed(look)
        journey.type("nord")
        #expect(ground(journey) != .terminalDefault)
        journey.press(.enter)
        await journey.wait("the theme to be kept") { look.kept.theme == "nord" }
        #expect(ground(journey) == .rgb(0x2E, 0x34, 0x40))
    }

    @Test("a group is chosen by name or created by typing it; Tab accepts the typed text")
    func groups() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("#"))
        await journey.see("Groups of Alpine Airways")
        for name in ["books", "food", "fun", "town", "travel"] { #expect(journey.text.contains(name)) }
        journey.type("fo")
        journey.press(.tab)
        await journey.see("Added Alpine Airways to fo · u undo")
        journey.press(Key("#"))
        await journey.see("Groups of Alpine Airways")
        journey.type("foo")
        journey.press(.enter)
        await journey.see("Added Alpine Airways to foo ·")
        #expect(try await journey.store.card(Card.samples[0].identifier)?.groups == ["travel", "fo", "foo"])
        journey.press(Key("#"))
        await journey.see("Groups of Alpine Airways")
        #expect(journey.lines.filter { $0.contains("✓") }.count == 3)
        journey.type("coffee")
        #expect(journey.text.contains("+ create “coffee”"))
        journey.press(Key(.backspace))
        // The groups that match can still be selected, and an existing name is not created again.
        for _ in "coffe" { journey.press(Key(.backspace)) }
        journey.type("food")
        #expect(!journey.text.contains("create"))
        journey.press(.enter)
        await journey.see("Added Alpine Airways to food")
    }

    @Test("the help is searched by key and by words")
    func help() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("?"), Key("/"))
        journey.type("undo")
        #expect(journey.text.contains("undo the last change"))
        #expect(!journey.text.contains("add a card"))
        journey.press(.enter, Key("/"), Key("z"), Key("z"), Key("z"))
        #expect(journey.text.contains("No matches."))
        journey.press(.escape)
        #expect(journey.text.contains("open the card"))
        journey.press(.escape)
        await journey.see("Alpine Airways · 1 of 7")
    }
}
