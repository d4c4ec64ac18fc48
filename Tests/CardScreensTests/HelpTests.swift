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
                "Everyday", "bbarcodeonthefullscreen", "↵l→openthecard", "/searchbyanytext", "aaddacard",
                "eeditthecard",
                "$spendorreceiveanamount", ":searchallcommands", "qback;onthelist:quit",
            ])
        #expect(lines.count { $0.contains("barcodeonthefull") } == 1)
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

    @Test("a screen with nothing of every day has none of that section")
    func other() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("T"), Key("?"))
        await journey.see("Keys")
        #expect(!journey.text.contains("Every day"))
    }
}
