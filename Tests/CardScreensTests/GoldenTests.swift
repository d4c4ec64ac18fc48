import CardViewModels
import Cards
import GoldenSupport
import Terminal
import Testing

/// Every screen at three sizes, as text and as styles.
@MainActor
@Suite("Screens as pictures in text")
struct GoldenTests {
    nonisolated static let sizes = [
        Size(columns: 40, rows: 12), Size(columns: 80, rows: 24), Size(columns: 120, rows: 40),
    ]

    private func expect(_ journey: Journey, _ name: String) {
        let size = "\(journey.size.columns)x\(journey.size.rows)"
        expectGolden(CanvasDescription(journey.draw(), title: name).text, named: "\(name)-\(size)")
    }

    private func samples(_ size: Size) async throws -> Journey {
        try await Journey(Card.samples, photos: Card.samplePhotos, size: size)
    }

    @Test("the empty list says what to do next", arguments: sizes)
    func empty(size: Size) async throws {
        expect(try await Journey(size: size, hasLoader: false), "list-empty")
    }

    @Test("the list", arguments: sizes)
    func list(size: Size) async throws {
        let journey = try await samples(size)
        journey.press(Key("j"), Key("j"))
        journey.loader.say { ($0.hasDownloaded, $0.lastSuccess) = (true, Journey.clock.now()) }
        await journey.see("uploaded")
        expect(journey, "list")
    }

    @Test("the list without a network says what was kept and when it tries again", arguments: sizes)
    func offline(size: Size) async throws {
        let journey = try await samples(size)
        journey.loader.say {
            $0.failure = "cards.example:8000 did not answer."
            $0.waiting = 2
            $0.nextTry = Timestamp("2026-11-20T12:00:30Z")
        }
        await journey.see("did not answer")
        journey.press(.escape)
        await journey.see("offline")
        expect(journey, "list-offline")
    }

    @Test("a card", arguments: sizes)
    func card(size: Size) async throws {
        let journey = try await samples(size)
        journey.press(Key("j"), Key("j"), .enter)
        await journey.see("12.50 EUR")
        await journey.wait("the photos") {
            guard case .card(let card)? = journey.model.path.last else { return false }
            return Card.Side.allCases.allSatisfy { if case .shown? = card.pictures[$0] { true } else { false } }
        }
        journey.press(.tab)
        expect(journey, "card")
    }

    @Test("the form of a new card", arguments: sizes)
    func create(size: Size) async throws {
        let journey = try await samples(size)
        journey.press(Key("a"))
        journey.type("Elm Street Gym")
        expect(journey, "form-create")
    }

    @Test("the form of a card, with a wrong date", arguments: sizes)
    func edit(size: Size) async throws {
        let journey = try await samples(size)
        journey.press(Key("j"), Key("j"), Key("e"))
        await journey.see("Edit Cedar Library")
        await journey.wait("the photos") {
            guard case .form(let form)? = journey.model.path.last else { return false }
            return Card.Side.allCases.allSatisfy { if case .shown? = form.pictures[$0] { true } else { false } }
        }
        journey.press(.tab, .tab, .tab, .tab, .tab, Key(.backspace))
        expect(journey, "form-edit")
    }

    @Test("the help", arguments: sizes)
    func help(size: Size) async throws {
        let journey = try await samples(size)
        journey.press(Key("?"))
        expect(journey, "help")
    }

    @Test("a question over the list", arguments: sizes)
    func question(size: Size) async throws {
        let journey = try await samples(size)
        journey.press(Key("d"))
        expect(journey, "question")
    }

    @Test("a photo over the whole screen", arguments: sizes)
    func photo(size: Size) async throws {
        let journey = try await samples(size)
        journey.press(Key("j"), Key("j"), Key("1"))
        await journey.wait("the photo") {
            guard case .photo(let photo)? = journey.model.path.last, case .shown = photo.picture else { return false }
            return true
        }
        expect(journey, "photo")
    }

    @Test("a file to bring cards from", arguments: sizes)
    func importFile(size: Size) async throws {
        let journey = try await Journey(size: size)
        journey.press(Key("i"))
        journey.type("~/cards.json")
        expect(journey, "import")
    }

    @Test("plain text has nothing but ASCII")
    func plain() async throws {
        let journey = try await Journey(Card.samples, isPlain: true)
        expect(journey, "list-plain")
        #expect(journey.text.utf8.allSatisfy { $0 < 0x80 })
    }
}
