import CardViewModels
import Cards
import GoldenSupport
import Terminal
import Testing

/// Goldens of the backend's screen and the conflict screen, as text and as styles.
@MainActor
@Suite("Goldens of backend and conflicts")
struct BackendGoldenTests {
    nonisolated static let sizes = GoldenTests.sizes

    private func sync(_ status: LoaderStatus, _ size: Size, _ look: Look) async throws -> Journey {
        let journey = try await Journey(Card.samples, size: size, theme: look.theme)
        await journey.openSync(status)
        return journey
    }

    @Test("the backend during a download", arguments: sizes, Look.allCases)
    func busy(size: Size, look: Look) async throws {
        await expectGolden(try await sync(.busy, size, look), "sync", look)
    }

    @Test("the backend after a failure, with a refused card selected", arguments: sizes, Look.allCases)
    func refused(size: Size, look: Look) async throws {
        let journey = try await sync(.offline, size, look)
        journey.press(Key("G"), Key("k"), Key("k"), Key("k"))
        await journey.see("A photo of")
        await expectGolden(journey, "sync-refused", look)
    }

    @Test("no backend", arguments: sizes)
    func none(size: Size) async throws {
        let journey = try await Journey(Card.samples, size: size, hasLoader: false)
        journey.press(Key("B"))
        await expectGolden(journey, "sync-none")
    }

    private func conflict(_ size: Size, _ look: Look, isPlain: Bool = false) async throws -> Journey {
        let journey = try await Journey(
            Card.samples, photos: Card.samplePhotos, size: size, isPlain: isPlain, theme: look.theme)
        // The columns keep the room that the rows needed before.
        await journey.see("Copper Cinema")
        let theirs = PhotoHash(of: [40, 25])
        try await journey.disagree(
            over: Card.samples[2],
            mine: {
                $0.note = "Bring the blue bag. Renew at https://library.example before the end of the month."
                ($0.number, $0.front) = ("0 0042 7720", PhotoHash(of: [21, 34]))
                ($0.expiry, $0.groups) = (CalendarDay("2027-12-31"), ["books"])
            },
            theirs: {
                $0.note = "Bring the red bag. Renew at https://library.example before the end of the month."
                ($0.number, $0.front) = ("0 0042 7791", theirs)
                ($0.expiry, $0.groups) = (nil, ["books", "library"])
            }, photos: [theirs: [40, 25]])
        journey.press(Key("j"), Key("j"))
        await journey.wait("the conflict") { journey.model.list.selectedRow?.hasConflict == true }
        return journey
    }

    private func opened(_ journey: Journey) async {
        journey.press(Key("c"))
        await journey.see("of 5 decided")
        await journey.wait("the photos of both sides") {
            guard let conflict = journey.model.navigator.path.last as? ConflictModel else { return false }
            return [[21, 34], [40, 25]].allSatisfy { conflict.picture(PhotoHash(of: $0)) != .loading }
        }
    }

    @Test("a card in conflict", arguments: sizes, Look.allCases)
    func conflict(size: Size, look: Look) async throws {
        let journey = try await conflict(size, look)
        await opened(journey)
        journey.press(Key("m"), .tab, Key("t"))
        await expectGolden(journey, "conflict", look)
    }

    @Test("the photos of a card in conflict", arguments: sizes)
    func photos(size: Size) async throws {
        let journey = try await conflict(size, .terminal)
        await opened(journey)
        journey.press(Key("G"), Key("t"))
        await expectGolden(journey, "conflict-photos")
    }

    @Test("an edited date that is invalid", arguments: sizes)
    func writing(size: Size) async throws {
        let journey = try await conflict(size, .terminal)
        await opened(journey)
        journey.press(.tab, .tab, .tab, Key("e"), Key(.backspace))
        await expectGolden(journey, "conflict-writing")
    }

    @Test("plain text contains only ASCII", arguments: ["c", "B"])
    func plain(key: Character) async throws {
        let journey = try await conflict(Size(columns: 80, rows: 24), .terminal, isPlain: true)
        journey.loader.publish { $0 = .offline }
        await journey.wait("the loader's word") { journey.model.sync.status == .offline }
        journey.press(.escape, Key(key))
        await journey.wait("the screen") { !journey.model.navigator.path.isEmpty && !journey.model.isBusy }
        #expect(journey.text.utf8.allSatisfy { $0 < 0x80 })
    }

    @Test("the list with a card in conflict", arguments: sizes, Look.allCases)
    func list(size: Size, look: Look) async throws {
        await expectGolden(try await conflict(size, look), "list-conflict", look)
    }

    @Test("a card that names its conflict", arguments: sizes)
    func card(size: Size) async throws {
        let journey = try await conflict(size, .terminal)
        journey.press(.enter)
        await journey.see("conflict  ")
        await journey.wait("the photos") {
            guard let card = journey.model.navigator.path.last as? CardModel else { return false }
            return Card.Side.faces.allSatisfy { if case .shown? = card.pictures[$0] { true } else { false } }
        }
        await expectGolden(journey, "card-conflict")
    }

    @Test("a form whose card changed elsewhere", arguments: sizes)
    func form(size: Size) async throws {
        let journey = try await Journey(Card.samples, size: size)
        journey.press(Key("j"), Key("e"))
        await journey.see("Edit Amber Bakery")
        journey.press(.tab)
        journey.type("9")
        var card = Card.samples[1]
        (card.number, card.note) = ("LOY-1", "From elsewhere.")
        try await journey.store.apply([.set(CardPatch(values: card, fields: [.number, .note]))])
        await journey.see("≠ elsewhere")
        await expectGolden(journey, "form-elsewhere")
    }
}
