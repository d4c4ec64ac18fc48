import CardViewModels
import Cards
import GoldenSupport
import Terminal
import Testing

/// Goldens of the history, of a card as it was, and of what is restored.
@MainActor
@Suite("Goldens of the history")
struct HistoryGoldenTests {
    nonisolated static let sizes = GoldenTests.sizes

    @Test("the history of a card", arguments: sizes, Look.allCases)
    func card(size: Size, look: Look) async throws {
        let journey = try await HistorySamples.journey(size: size, theme: look.theme)
        await HistorySamples.openLibrary(journey)
        journey.press(Key("j"))
        await journey.seePictures()
        await expectGolden(journey, "history-card", look)
    }

    @Test("the history of all cards", arguments: sizes, Look.allCases)
    func all(size: Size, look: Look) async throws {
        let journey = try await HistorySamples.journey(size: size, theme: look.theme)
        journey.press(Key("H"))
        await HistorySamples.seeHistory(journey)
        await journey.seePictures()
        await expectGolden(journey, "history-all", look)
    }

    @Test("a search of the history", arguments: [Size(columns: 40, rows: 12), Size(columns: 80, rows: 24)])
    func search(size: Size) async throws {
        let journey = try await HistorySamples.journey(size: size)
        journey.press(Key("H"), Key("/"))
        journey.type("library bag")
        await journey.wait("what was found") {
            guard let history = journey.model.navigator.path.last as? HistoryModel else { return false }
            return history.words == "library bag" && !history.isReading
        }
        await journey.seePictures()
        await expectGolden(journey, "history-search")
    }

    @Test("a card as it was", arguments: sizes, Look.allCases)
    func past(size: Size, look: Look) async throws {
        let journey = try await HistorySamples.journey(size: size, theme: look.theme)
        await HistorySamples.openLibrary(journey)
        journey.press(Key("j"), Key("j"), Key("j"), .enter)
        await HistorySamples.seePast(journey)
        await expectGolden(journey, "history-past", look)
    }

    @Test("what can be restored", arguments: sizes, Look.allCases)
    func restore(size: Size, look: Look) async throws {
        let journey = try await HistorySamples.journey(size: size, theme: look.theme)
        await HistorySamples.openLibrary(journey)
        // What is beneath a picker is not drawn again.
        await journey.seePictures()
        journey.press(Key("j"), Key("j"), Key("j"), Key("r"))
        await journey.wait("the picker") { journey.model.prompts.picker != nil }
        await expectGolden(journey, "history-restore", look)
    }

    @Test("the prompt before it is restored", arguments: [Size(columns: 40, rows: 12), Size(columns: 80, rows: 24)])
    func prompt(size: Size) async throws {
        let journey = try await HistorySamples.journey(size: size)
        await HistorySamples.openLibrary(journey)
        await journey.seePictures()
        journey.press(Key("G"), Key("r"))
        await journey.wait("the picker") { journey.model.prompts.picker != nil }
        journey.press(Key("7"))
        await journey.wait("the prompt") { journey.model.prompts.prompt != nil }
        await expectGolden(journey, "history-prompt")
    }

    @Test("plain text contains only ASCII")
    func plain() async throws {
        let journey = try await HistorySamples.journey(isPlain: true)
        journey.press(Key("H"))
        await HistorySamples.seeHistory(journey)
        await expectGolden(journey, "history-plain")
        #expect(journey.text.utf8.allSatisfy { $0 < 0x80 })
    }
}
