import CardSettings
import CardViewModels
import Cards
import Terminal
import Testing

@testable import CardScreens

/// What people type into the palette, and the command that it finds first.
@MainActor
@Suite("Words typed into the palette")
struct PaletteWordsTests {
    /// On the list, where the selected card has both photos.
    nonisolated private static let onList: [(words: String, command: String)] = [
        ("import", "list.import"), ("load", "list.import"), ("csv", "list.import"), ("export", "list.export"),
        ("backup", "list.backups"), ("save", "list.export"), ("dump", "list.export"), ("search", "list.filter"),
        ("find", "list.filter"), ("filter", "list.filter"), ("look up", "list.filter"), ("query", "list.filter"),
        ("exit", "app.quit"), ("quit", "app.quit"), ("close", "app.quit"), ("trash", "list.trash"),
        ("bin", "list.trash"), ("restore", "list.trash"), ("undelete", "list.trash"), ("remove", "list.delete"),
        ("delete", "list.delete"), ("erase", "list.delete"), ("share", "list.share"), ("send", "list.share"),
        ("phone", "list.share"), ("catima", "list.share"), ("settings", "app.settings"), ("config", "app.settings"),
        ("preferences", "app.settings"), ("options", "app.settings"), ("favourite", "list.star"),
        ("favorite", "list.star"), ("star", "list.star"), ("pin", "list.star"), ("bookmark", "list.star"),
        ("camera", "list.read-barcode"), ("scan", "list.read-barcode"), ("sort", "list.order"),
        ("order", "list.order"), ("alphabetical", "list.order"), ("reverse", "list.reverse"),
        ("print", "list.barcode"), ("barcode", "list.barcode"), ("qr", "list.barcode"), ("new", "list.add"),
        ("add", "list.add"), ("create", "list.add"), ("edit", "list.edit"), ("rename", "list.edit"),
        ("change", "list.edit"), ("copy", "list.copy"), ("clipboard", "list.copy"), ("number", "list.copy"),
        ("front", "list.front"), ("image", "list.front"), ("back", "list.back"), ("open", "list.open"),
        ("show", "list.open"), ("details", "list.open"), ("archive", "list.archive"), ("hide", "list.archive"),
        ("group", "list.group"), ("tag", "list.group"), ("category", "list.group"), ("label", "list.group"),
        ("wallet", "list.view"), ("grid", "list.view"), ("gallery", "list.view"), ("select all", "list.mark-all"),
        ("mark", "list.mark"), ("undo", "list.undo"), ("revert", "list.undo"), ("redo", "list.redo"),
        ("sync", "list.sync"), ("refresh", "list.sync"), ("upload", "list.sync"), ("download", "list.sync"),
        ("server", "list.backend"), ("backend", "list.backend"), ("cloud", "list.backend"), ("help", "app.help"),
        ("keys", "app.help"), ("shortcuts", "app.help"), ("theme", "app.theme"), ("colours", "app.theme"),
        ("colors", "app.theme"), ("dark", "app.theme"), ("mouse", "app.mouse"), ("redraw", "app.redraw"),
        ("suspend", "app.suspend"), ("shell", "app.suspend"), ("slider", "list.scrub"), ("jump", "list.scrub"),
        ("pkpass", "list.import"), ("spreadsheet", "list.import"), ("calendar", "list.export"), ("html", "list.export"),
        ("expand", "list.open-row"), ("first", "list.first"), ("last", "list.last"),
        ("history", "list.history"), ("versions", "list.history"),
        // As in fzf: letters in their order, with others between them.
        ("exprt", "list.export"), ("imprt", "list.import"), ("favrite", "list.star"), ("clpbrd", "list.copy"),
    ]

    /// The name of the command that the palette would run.
    private func found(_ words: String, in journey: Journey) -> String? {
        let picker = PickerScreen(
            CommandPalette(screen: journey.screen).makePicker(), .empty, showsColors: false)
        for character in words { _ = picker.handle(.key(Key(character))) }
        return picker.selectedOption?.name
    }

    @Test("the palette of the list finds what people type first", arguments: onList)
    func list(words: String, command: String) async throws {
        var card = Card.samples[2]
        card.back = card.front
        let journey = try await Journey([card] + Card.samples.filter { $0.identifier != card.identifier })
        journey.press(Key("j"), Key("j"))
        await journey.wait("the card with two photos") { journey.model.list.selectedRow?.back != nil }
        #expect(found(words, in: journey) == command, "\(words)")
    }

    @Test("the list has at least 60 such words, each once")
    func table() {
        #expect(Self.onList.count >= 60)
        #expect(Set(Self.onList.map(\.words)).count == Self.onList.count)
    }

    @Test(
        "the palette of other screens finds their own commands first",
        arguments: [
            (CommandPlace.card, "share", "card.share"), (.card, "scan", "card.read-barcode"),
            (.card, "remove", "card.delete"), (.card, "trash", "card.delete"), (.card, "favourite", "card.star"),
            (.barcode, "share", "barcode.share"), (.barcode, "close", "barcode.leave"),
            (.edit, "save", "form.save"), (.edit, "camera", "form.read-barcode"), (.edit, "delete", "form.delete"),
            (.photoField, "camera", "form.take-photo"), (.photoField, "trim", "form.crop-photo"),
            (.card, "history", "card.history"), (.history, "rollback", "history.restore"),
            (.history, "find", "history.search"),
            (.trash, "restore", "trash.restore"), (.trash, "empty", "trash.empty"), (.photo, "zoom", "photo.zoom-in"),
        ])
    func others(place: CommandPlace, words: String, command: String) async throws {
        let journey = try await CommandTests().journey(to: place)
        #expect(found(words, in: journey) == command, "\(words)")
    }

    @Test("the palette of a card that was different finds what restores it")
    func pastCard() async throws {
        let journey = try await HistorySamples.journey()
        await HistorySamples.openLibrary(journey)
        journey.press(Key("j"), .enter)
        await HistorySamples.seePast(journey)
        #expect(found("restore", in: journey) == "past.restore")
    }

    @Test("share has no key and shows the code that hands the card to a phone")
    func share() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key(":"))
        journey.type("share")
        journey.press(.enter)
        await journey.wait("the share code") {
            if let barcode = journey.model.navigator.path.last as? BarcodeModel {
                barcode.shownSide == .share
            } else {
                false
            }
        }
    }

    // MARK: - A command with its argument

    private func themed() async throws -> Journey {
        let catalog = ThemeCatalog(folder: "/nonexistent")
        let journey = try await Journey(Card.samples, themes: { catalog.choices })
        journey.terminal.colors = .trueColor
        journey.press(Key(":"))
        return journey
    }

    @Test("theme and the beginning of a name lists the themes that begin so, and previews the selected one")
    func themeArgument() async throws {
        let journey = try await themed()
        journey.type("theme")
        #expect(!journey.text.contains("theme nord"))
        journey.type(" s")
        #expect(journey.text.contains("theme solarized-dark"))
        #expect(journey.text.contains("theme solarized-light"))
        #expect(!journey.text.contains("theme nord"))
        let dark = journey.draw()[0, 0].style.background
        #expect(dark != .terminalDefault)
        journey.press(Key(.down))
        #expect(journey.draw()[0, 0].style.background != dark)
        journey.press(.escape)
        #expect(journey.draw()[0, 0].style.background == .terminalDefault)
    }

    @Test("a theme that is typed with its name is taken by Enter")
    func typedTheme() async throws {
        let journey = try await themed()
        journey.type("theme nord")
        journey.press(.enter)
        #expect(journey.draw()[0, 0].style.background == .rgb(0x2E, 0x34, 0x40))
    }

    @Test("deleting the argument again lists the commands, without a preview")
    func themeDeleted() async throws {
        let journey = try await themed()
        journey.type("theme n")
        journey.press(Key(.backspace), Key(.backspace))
        #expect(journey.text.contains("choose a color theme"))
        #expect(journey.draw()[0, 0].style.background == .terminalDefault)
    }
}
