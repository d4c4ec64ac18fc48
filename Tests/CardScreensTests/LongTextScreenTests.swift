import CardViewModels
import Cards
import Testing

@testable import CardScreens
@testable import Terminal

@MainActor
@Suite("Long texts on the screens")
struct LongTextScreenTests {
    private func journey(note: String, size: Size = Size(columns: 80, rows: 24)) async throws -> Journey {
        var card = Card(identifier: .random(), name: "Long")
        (card.number, card.note) = ("1", note)
        return try await Journey([card], size: size)
    }

    @Test("a card's page is laid out once, however often it is drawn, scrolled and stepped through")
    func once() async throws {
        let links = (0..<300).map { "https://a.example/\($0)" }.joined(separator: "\n")
        let journey = try await journey(note: links)
        journey.press(.enter)
        await journey.see("https://a.example/0")
        let screen = try #require(journey.screen.top as? CardScreen)
        let before = screen.kept.count
        journey.press(.tab, Key("j"), Key(.pageDown), Key("G"))
        #expect(journey.text.contains("https://a.example/299"))
        journey.press(Key("g"), .shiftTab)
        #expect(journey.text.contains("↵ opens https://a.example/299"))
        #expect(screen.kept.count == before)
    }

    @Test("beside the list only the visible part of a note is laid out")
    func beside() async throws {
        let journey = try await journey(
            note: String(repeating: "a line\n", count: 2000), size: Size(columns: 120, rows: 30))
        await journey.seeBeside()
        await journey.see("a line")
    }

    @Test("typing into a long note lays out the rows near the cursor only")
    func form() async throws {
        let journey = try await journey(note: String(repeating: "one line of it\n", count: 800))
        journey.press(Key("e"))
        await journey.see("Edit Long")
        let screen = try #require(journey.screen.top as? CardFormScreen)
        screen.focus = .field(.note)
        _ = journey.draw()
        let rows = try #require(screen.editors.rows[.note])
        let before = rows.steps
        journey.type("some words")
        #expect(screen.model.draft.text(of: .note).hasSuffix("some words"))
        #expect(rows.steps - before < 10 * 200)
    }

    @Test("characters that arrive together are one change of the form")
    func together() async throws {
        let journey = try await Journey()
        journey.press(Key("a"))
        let screen = try #require(journey.screen.top as? CardFormScreen)
        var changes = 0
        screen.model.onDraft = { changes += 1 }
        let text = String(repeating: "words that come fast ", count: 200)
        journey.screen.handle(typed: text.map { Key($0) })
        #expect(screen.model.draft.text(of: .name) == text)
        #expect(changes == 1)
    }

    @Test("characters that arrive together act one by one: a key that opens a screen, then text in it")
    func keysThatLead() async throws {
        let journey = try await Journey(Card.samples)
        journey.screen.handle(typed: "aElm".map { Key($0) })
        #expect(journey.text.contains("New card"))
        let screen = try #require(journey.screen.top as? CardFormScreen)
        #expect(screen.model.draft.text(of: .name) == "Elm")
    }

    @Test("characters typed while a form opens go into the form")
    func held() async throws {
        let journey = try await Journey(Card.samples)
        await journey.gate.hold(.card)
        let text = String(repeating: "x", count: 5000)
        journey.screen.handle(typed: ("e" + text).map { Key($0) })
        await journey.wait("the store") { await journey.gate.isWaiting(.card) }
        await journey.gate.release(.card)
        await journey.wait("the text") {
            guard let screen = journey.screen.top as? CardFormScreen else { return false }
            return screen.model.draft.text(of: .name).hasSuffix(text)
        }
    }

    @Test("characters that arrive together are searched together")
    func filter() async throws {
        let journey = try await Journey(Card.samples)
        journey.screen.handle(typed: "/cedar".map { Key($0) })
        await journey.wait("the answer") { journey.model.list.shownQuery.filter.text == "cedar" }
        await journey.see(names: ["Cedar Library"])
    }

    @Test(
        "a name and a note that fill a screen many times are drawn at any size",
        arguments: [Size(columns: 80, rows: 24), Size(columns: 40, rows: 12), Size(columns: 20, rows: 5)])
    func sizes(size: Size) async throws {
        var card = Card(identifier: .random(), name: String(repeating: "ab ", count: 700))
        (card.number, card.note) = (String(repeating: "12", count: 900), String(repeating: "🇵🇱", count: 1000))
        let journey = try await Journey([card], size: size)
        journey.press(.tab, Key("v"), Key("v"), Key("/"))
        journey.type("a")
        journey.press(.enter, .enter)
        await journey.wait("the card") { journey.model.navigator.path.count == 1 }
        journey.press(Key("G"), Key("h"), Key("e"))
        await journey.wait("the form") { journey.screen.top is CardFormScreen }
        journey.press(Key(.pageDown), Key(.up), Key(.up), Key("x"), .control("u"))
        #expect(journey.lines.count == size.rows)
    }
}
