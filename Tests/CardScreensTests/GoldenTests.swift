import CardSettings
import CardViewModels
import Cards
import GoldenSupport
import Terminal
import Testing

/// The colors in which a screen is drawn.
enum Look: String, CaseIterable {
    /// The terminal's own.
    case terminal
    /// A light theme that paints the whole screen.
    case light

    var theme: Theme {
        get throws {
            switch self {
            case .terminal: .terminal
            case .light: try ThemeCatalog(folder: "/nonexistent").theme(named: "gruvbox-light")
            }
        }
    }
}

/// Goldens of every screen at three sizes and in two themes, as text and as styles.
@MainActor
@Suite("Goldens of screens")
struct GoldenTests {
    nonisolated static let sizes = [
        Size(columns: 40, rows: 12), Size(columns: 80, rows: 24), Size(columns: 120, rows: 40),
    ]

    private func samples(_ size: Size, _ look: Look) async throws -> Journey {
        let journey = try await Journey(Card.samples, photos: Card.samplePhotos, size: size, theme: look.theme)
        await journey.seeBeside()
        return journey
    }

    @Test("the empty list", arguments: sizes, Look.allCases)
    func empty(size: Size, look: Look) async throws {
        await expectGolden(try await Journey(size: size, hasLoader: false, theme: look.theme), "list-empty", look)
    }

    @Test("the list", arguments: sizes, Look.allCases)
    func list(size: Size, look: Look) async throws {
        let journey = try await samples(size, look)
        journey.press(Key("j"), Key("j"))
        journey.loader.publish { ($0.hasDownloaded, $0.lastSuccess) = (true, Journey.clock.now()) }
        await journey.see("synced")
        await expectGolden(journey, "list", look)
    }

    @Test("the list without a network", arguments: sizes, Look.allCases)
    func offline(size: Size, look: Look) async throws {
        let journey = try await samples(size, look)
        journey.loader.publish {
            $0.tally.pending = 2
            $0.fail(
                LoaderFailure("cards.example:8000 did not answer.", source: .connection),
                nextTry: Timestamp("2026-11-20T12:00:30Z"))
        }
        await journey.see("did not answer")
        journey.press(.escape)
        await journey.see("offline")
        await expectGolden(journey, "list-offline", look)
    }

    @Test("a card", arguments: sizes, Look.allCases)
    func card(size: Size, look: Look) async throws {
        let journey = try await samples(size, look)
        journey.press(Key("j"), Key("j"), .enter)
        await journey.see("12.50 EUR")
        await journey.wait("the photos") {
            guard let card = journey.model.navigator.path.last as? CardModel else { return false }
            return Card.Side.faces.allSatisfy { if case .shown? = card.pictures[$0] { true } else { false } }
        }
        journey.press(.tab)
        await expectGolden(journey, "card", look)
    }

    @Test("the form of a new card", arguments: sizes, Look.allCases)
    func create(size: Size, look: Look) async throws {
        let journey = try await samples(size, look)
        journey.press(Key("a"))
        journey.type("Elm Street Gym")
        await expectGolden(journey, "form-create", look)
    }

    @Test("the form of a card, with a wrong date", arguments: sizes, Look.allCases)
    func edit(size: Size, look: Look) async throws {
        let journey = try await samples(size, look)
        journey.press(Key("j"), Key("j"), Key("e"))
        await journey.see("Edit Cedar Library")
        await journey.wait("the photos") {
            guard let form = journey.model.navigator.path.last as? CardFormModel else { return false }
            return Card.Side.faces.allSatisfy { if case .shown? = form.pictures[$0] { true } else { false } }
        }
        journey.focus(.expiry)
        journey.press(Key(.backspace))
        await expectGolden(journey, "form-edit", look)
    }

    @Test("the help", arguments: sizes, Look.allCases)
    func help(size: Size, look: Look) async throws {
        let journey = try await samples(size, look)
        journey.press(Key("?"))
        await expectGolden(journey, "help", look)
    }

    @Test("a prompt over the list", arguments: sizes, Look.allCases)
    func question(size: Size, look: Look) async throws {
        let journey = try await samples(size, look)
        journey.press(Key("d"))
        await expectGolden(journey, "question", look)
    }

    @Test("a full-screen photo", arguments: sizes, Look.allCases)
    func photo(size: Size, look: Look) async throws {
        let journey = try await samples(size, look)
        journey.press(Key("j"), Key("j"), Key("1"))
        await journey.wait("the photo") {
            guard let photo = journey.model.navigator.path.last as? PhotoModel, case .shown = photo.picture else {
                return false
            }
            return true
        }
        await expectGolden(journey, "photo", look)
    }

    @Test("a file to import", arguments: sizes, Look.allCases)
    func importFile(size: Size, look: Look) async throws {
        let journey = try await Journey(size: size, theme: look.theme)
        journey.press(Key("i"))
        journey.type("~/cards.json")
        await expectGolden(journey, "import", look)
    }

    @Test("plain text contains only ASCII")
    func plain() async throws {
        let journey = try await Journey(Card.samples, isPlain: true)
        await expectGolden(journey, "list-plain")
        #expect(journey.text.utf8.allSatisfy { $0 < 0x80 })
    }
}

/// Compares the screen of a journey with its golden file.
@MainActor
func expectGolden(_ journey: Journey, _ name: String, _ look: Look = .terminal) async {
    if journey.model.prompts.picker == nil, journey.model.prompts.prompt == nil { await journey.seeBeside() }
    await journey.seePictures()
    let size = "\(journey.size.columns)x\(journey.size.rows)"
    let name = look == .terminal ? name : "\(name)-\(look.rawValue)"
    let canvas = journey.draw()
    expectGolden(CanvasDescription(canvas, title: name).text, named: "\(name)-\(size)")
    guard look != .terminal else { return }
    // The theme must paint every cell: the terminal's own colors are unknown.
    let left = canvas.cells.filter {
        $0.style.background == .terminalDefault || $0.style.foreground == .terminalDefault
    }
    #expect(left == [], "\(name)")
}
