import Cards
import Terminal
import Testing

@testable import CardScreens

/// The help of the screen beneath.
@MainActor
@Suite("Help")
struct HelpTests {
    @Test("it begins with eight keys of every day and shows what is possible; the search finds the rest too")
    func possible() async throws {
        let journey = try await Journey(Card.samples, size: Size(columns: 60, rows: 60))
        journey.press(Key("?"))
        await journey.see("Every day")
        let lines = journey.lines.map { $0.filter { !" ▐".contains($0) } }
        #expect(
            lines[2...10] == [
                "Everyday", "bbarcodeinfullscreen", "↵l→openthecard", "/searchbyanytext", "aaddacard",
                "eeditthecard",
                "$spendorreceiveanamount", ":searchallcommands", "qback;onthelist:quit",
            ])
        #expect(lines.count { $0.contains("barcodeinfull") } == 1)
        #expect(!journey.text.contains("resolve conflicts"))
        journey.type("/resolve")
        await journey.see("resolve conflicts")
        #expect(!journey.text.contains("Every day"))
        journey.press(.escape)
        await journey.see("Every day")
    }

    @Test("without cards it names what makes some")
    func empty() async throws {
        let journey = try await Journey([], size: Size(columns: 60, rows: 60))
        journey.press(Key("?"))
        await journey.see("Every day")
        let daily = journey.lines.dropFirst(3).prefix { $0.contains { $0 != " " } }
        #expect(daily.count == 6)
        for text in ["add a card", "search by", "import cards", "demo"] {
            #expect(daily.contains { $0.contains(text) }, "\(text): \(daily)")
        }
    }

    @Test("the settings change its keys, and what is typed into its search is text all the same")
    func mapped() async throws {
        let keys: [String: [Key]] = [
            "help.down": [Key("n")], "help.search": [Key("f")], "help.leave": [Key("x")],
            "help-search.done": [.control("s")],
        ]
        let journey = try await Journey(Card.samples, keyMap: KeyMap(keys: keys))
        journey.press(Key("?"))
        await journey.see("Every day")
        let footer = try #require(journey.lines.last)
        #expect(footer.contains("f search  n k scroll") && footer.contains("x back"), "\(footer)")
        journey.press(Key("n"), Key("n"), Key("n"))
        #expect(!journey.text.contains("Every day"))
        journey.type("f")
        journey.type("fox")
        #expect(journey.text.contains("/ fox"))
        journey.press(.control("s"))
        #expect(journey.lines.last?.contains("Esc all keys") == true)
        // Any other key closes it.
        journey.press(Key("j"))
        #expect(!journey.text.contains("/ fox"))
    }

    @Test("its search finds the keys of pickers and its own")
    func pickers() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("?"))
        journey.type("/scroll down")
        await journey.see("Searching the help")
        #expect(journey.lines.contains { $0.contains("Help") })
        journey.press(.escape)
        journey.type("/first option")
        await journey.see("g Home  first option")
    }

    @Test("a screen with nothing of every day has none of that section")
    func other() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("T"), Key("?"))
        await journey.see("Keys")
        #expect(!journey.text.contains("Every day"))
    }
}
