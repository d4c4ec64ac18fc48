import CardSettings
import Cards
import GoldenSupport
import Terminal
import Testing

/// Goldens of all appearances of the list, as text and as styles.
@MainActor
@Suite("Goldens of the list")
struct ListGoldenTests {
    nonisolated static let sizes = GoldenTests.sizes

    private func journey(
        _ size: Size, _ look: Look, _ cards: [Card] = Card.samples, _ decoder: FakePhotos = FakePhotos()
    ) async throws -> Journey {
        let journey = try await Journey(
            cards, photos: Card.samplePhotos, size: size, theme: look.theme,
            themes: { ThemeCatalog(folder: "/nonexistent").choices }, decoder: decoder)
        // The screen beneath a sheet is drawn only once.
        await journey.seeBeside()
        return journey
    }

    @Test("search results with highlighted matches", arguments: sizes, Look.allCases)
    func found(size: Size, look: Look) async throws {
        let journey = try await journey(size, look)
        await journey.find("li")
        await expectGolden(journey, "list-found", look)
    }

    @Test("an invalid filter", arguments: sizes, Look.allCases)
    func wrongWord(size: Size, look: Look) async throws {
        let journey = try await journey(size, look)
        await journey.find("a is:late")
        await expectGolden(journey, "list-wrong-word", look)
    }

    @Test("no matches", arguments: sizes, Look.allCases)
    func nothing(size: Size, look: Look) async throws {
        let journey = try await journey(size, look)
        await journey.find("zebra")
        await expectGolden(journey, "list-nothing-found", look)
    }

    @Test("marked rows and a range", arguments: sizes, Look.allCases)
    func marked(size: Size, look: Look) async throws {
        let journey = try await journey(size, look)
        journey.press(Key(" "), Key("j"), Key("V"), Key("j"))
        await expectGolden(journey, "list-marked", look)
    }

    @Test("an expanded row", arguments: sizes, Look.allCases)
    func opened(size: Size, look: Look) async throws {
        let journey = try await journey(size, look)
        journey.press(Key("j"), Key("j"), .tab)
        await journey.wait("the card") { !journey.model.list.opened.details.isEmpty }
        await expectGolden(journey, "list-opened", look)
    }

    @Test("the wallet", arguments: sizes, Look.allCases)
    func wallet(size: Size, look: Look) async throws {
        var cards = Card.samples
        cards[1].color = CardColor("#c0392b")
        cards[4].color = CardColor("#f1c40f")
        // libchafa 1.14 turns 255 into 254 when scaling; this gray is the same in every version.
        let journey = try await journey(size, look, cards, FakePhotos(gray: 100))
        journey.terminal.colors = .trueColor
        journey.press(Key("v"), Key(" "), Key("l"))
        await expectGolden(journey, "wallet", look)
    }

    @Test("the palette", arguments: sizes, Look.allCases)
    func palette(size: Size, look: Look) async throws {
        let journey = try await journey(size, look)
        journey.press(Key(":"))
        journey.type("ca")
        await expectGolden(journey, "palette", look)
    }

    @Test("the picker of orders", arguments: sizes, Look.allCases)
    func order(size: Size, look: Look) async throws {
        let journey = try await journey(size, look)
        journey.press(Key("o"), Key(.down))
        await expectGolden(journey, "orders", look)
    }

    @Test("the picker of groups", arguments: sizes, Look.allCases)
    func group(size: Size, look: Look) async throws {
        let journey = try await journey(size, look)
        journey.press(Key(" "), Key(" "))
        await journey.seeBeside()
        journey.press(Key("#"))
        await journey.see("Add 2 cards to a group")
        await expectGolden(journey, "groups", look)
    }

    @Test("the picker of themes", arguments: sizes, Look.allCases)
    func themes(size: Size, look: Look) async throws {
        let journey = try await journey(size, look)
        journey.press(Key(":"))
        journey.type("colours")
        journey.press(.enter)
        await journey.see("Choose a theme")
        await expectGolden(journey, "themes", look)
    }

    @Test("the slider during a drag", arguments: sizes, Look.allCases)
    func scrubber(size: Size, look: Look) async throws {
        let journey = try await journey(size, look)
        journey.mouse(.press(.left), column: 8, row: size.rows - 2)
        await expectGolden(journey, "scrubber", look)
    }

    @Test("the trash", arguments: sizes, Look.allCases)
    func trash(size: Size, look: Look) async throws {
        let journey = try await journey(size, look)
        try await journey.store.apply(
            [Card.samples[2], Card.samples[5], Card.samples[0]].map { .delete($0.identifier) })
        journey.press(Key("T"))
        await journey.see("3 cards")
        await expectGolden(journey, "trash", look)
    }

    @Test("the list beside the selected card", arguments: Look.allCases)
    func beside(look: Look) async throws {
        let journey = try await journey(Size(columns: 120, rows: 40), look)
        journey.press(Key("j"), Key("j"))
        await journey.see("12.50 EUR")
        await expectGolden(journey, "list-beside", look)
    }
}
