import CardViewModels
import Cards
import GoldenSupport
import Terminal
import Testing

/// Goldens of the screens of an import.
@MainActor
@Suite("Goldens of an import")
struct ImportGoldenTests {
    nonisolated static let sizes = [
        Size(columns: 80, rows: 24), Size(columns: 40, rows: 12), Size(columns: 20, rows: 5),
    ]

    @Test("the cards of a file", arguments: sizes, Look.allCases)
    func preview(size: Size, look: Look) async throws {
        let journey = try await ImportScreenTests.preview(size: size, theme: look.theme)
        journey.press(Key("j"), Key(" "))
        await expectGolden(journey, "import-preview", look)
    }

    @Test("the cards of a table, with its columns", arguments: sizes)
    func table(size: Size) async throws {
        let table = "Shop;Number;Colour of the lid\nFern Florist;F-1;green\nGrove Grocer;;\n;3;\n"
        await expectGolden(try await ImportScreenTests.preview(of: table, size: size), "import-table")
    }

    @Test("a card of a file", arguments: sizes)
    func detail(size: Size) async throws {
        let journey = try await ImportScreenTests.preview(size: size)
        journey.press(Key("j"), .enter)
        await journey.wait("the card") {
            journey.model.navigator.path.last is ImportDetailModel
        }
        await expectGolden(journey, "import-card")
    }

    @Test("the password of an archive that is written", arguments: sizes)
    func password(size: Size) async throws {
        let journey = try await Journey(Card.samples, size: size)
        journey.press(Key("X"), Key("2"), Key("1"), .control("p"))
        journey.type("secret")
        await expectGolden(journey, "password")
    }

    @Test("plain text contains only ASCII")
    func plain() async throws {
        let journey = try await ImportScreenTests.preview(isPlain: true)
        await expectGolden(journey, "import-preview-plain")
        #expect(journey.text.utf8.allSatisfy { $0 < 0x80 })
    }
}
