import CardViewModels
import Cards
import Terminal
import Testing

@testable import CardScreens

/// Every screen, and each of its states in which other keys work.
enum CommandPlace: String, CaseIterable, Sendable {
    case list, finding, listSlider, wallet, empty, card, create, edit, photoField, kinds, picker, camera, crop, photo
    case photoSlider, barcode, trash, sync, conflict, writing, importFile, importPreview
    case importDetail, password, backendForm, sharingForm, booking, history, historySearch, pastCard, backups, ledger
    case emptyTrash, emptyHistory, emptyLedger, noBackups, groups, noGroups, totals, naming, columns
    case secretField, groupName

    /// Keys that lead from the list of samples to most of them.
    fileprivate func keys(_ mapped: (Key) -> Key) -> [Key] {
        switch self {
        case .list, .empty, .camera, .crop, .picker, .sync: []
        case .finding: [Key("/"), Key("c"), Key("e")]
        case .listSlider: [mapped(Key("s"))]
        case .wallet: [Key("v")]
        case .card: [Key("j"), Key("j"), .enter]
        case .create: [Key("a"), Key("X")]
        case .edit: [Key("j"), Key("j"), Key("e")]
        case .photoField: [Key("j"), Key("j"), Key("e")]
        case .kinds: [Key("a"), Key("E"), .tab, Key("1"), .tab, .enter]
        case .photo: [Key("j"), Key("j"), Key("1")]
        case .photoSlider: [Key("j"), Key("j"), Key("1")]
        case .barcode: [Key("b")]
        case .trash: [Key("d"), Key("y")]
        case .conflict, .writing: [Key("j"), Key("j")]
        case .importFile: [Key("i"), Key("/"), Key("h")]
        case .importPreview, .importDetail: [Key("i")] + "/home/cards.json".map { Key($0) } + [.enter]
        case .naming: [Key("i")] + "/home/IMG_2041.png".map { Key($0) } + [.enter]
        case .password: [Key("X"), Key("2"), Key("1"), .control("p")]
        case .backendForm: [mapped(Key("B")), .down, .enter]
        case .sharingForm: [mapped(Key("B")), .enter]
        case .booking: [mapped(Key("$"))]
        case .history: [Key("H")]
        case .historySearch: [Key("H"), Key("/"), Key("a")]
        case .pastCard: [Key("H"), .enter]
        case .backups: []
        case .ledger: [Key("j"), Key("j")]
        case .emptyTrash: [Key("T")]
        case .emptyHistory: [Key("H")]
        case .emptyLedger: [mapped(Key("L"))]
        case .noBackups: [Key("U")]
        case .secretField: [Key("j"), Key("j"), .enter]
        case .columns: ":columns".map { Key($0) } + [.enter]
        case .totals: ":totals".map { Key($0) } + [.enter]
        case .groups, .noGroups, .groupName: ":groups".map { Key($0) } + [.enter]
        }
    }
}

@MainActor
@Suite("The commands of every screen")
struct CommandTests {
    private static let size = Size(columns: 160, rows: 70)

    /// - Parameter mapped: the key that replaces a default key.
    func journey(
        to place: CommandPlace, keyMap: KeyMap = .empty, mapped: (Key) -> Key = { $0 }
    ) async throws -> Journey {
        let cards = #"[{"identifier":"x-1","name":"Fern Florist","number":"F-1"},{"identifier":"x-2","name":"Zoo"}]"#
        let files = FakeFiles(files: [
            "/home/photo.jpg": [100, 80], "/home/.old.jpg": [60, 40],
            "/home/IMG_2041.png": FakePhotos.signature + [34, 21], "/home/cards.json": Array(cards.utf8),
            BackupsScreenTests.last: Array(cards.utf8),
        ])
        let journey = try await Journey(
            [.empty, .emptyHistory, .noGroups].contains(place) ? [] : Card.samples, photos: Card.samplePhotos,
            size: Self.size,
            hasLoader: ![.backendForm, .sharingForm].contains(place),
            hasSetup: [.backendForm, .sharingForm].contains(place), canShare: true, files: files,
            keyMap: keyMap, backups: Self.backups(of: place))
        if place == .conflict || place == .writing {
            try await journey.disagree(
                over: Card.samples[2], mine: { ($0.number, $0.note) = ("1111", "Blue.") },
                theirs: { ($0.number, $0.note) = ("2222", "Red.") })
        }
        for key in place.keys(mapped) { journey.press(key) }
        try await arrive(at: place, journey, mapped)
        await journey.seePictures()
        return journey
    }

    private static func backups(of place: CommandPlace) -> FakeBackups? {
        switch place {
        case .backups: FakeBackups(overview: .sample)
        case .noBackups: FakeBackups(overview: nil)
        default: nil
        }
    }

    private func arrive(at place: CommandPlace, _ journey: Journey, _ mapped: (Key) -> Key) async throws {
        switch place {
        case .list, .wallet, .listSlider: await journey.seeBeside()
        case .empty: await journey.see("No cards yet")
        case .finding: await journey.wait("what was found") { journey.model.list.shownQuery.filter.text == "ce" }
        case .card:
            await journey.wait("the card") {
                if let card = journey.model.navigator.path.last as? CardModel { card.card != nil } else { false }
            }
        case .create: await journey.see("New card")
        case .edit: await journey.see("Edit Cedar Library")
        case .photoField:
            await journey.see("Edit Cedar Library")
            journey.focus(.front)
            await journey.see("Ctrl-O choose")
        case .kinds: await journey.see("Choose the barcode")
        case .photo: await seePhoto(journey)
        case .photoSlider:
            await seePhoto(journey)
            journey.press(mapped(Key("s")))
        case .barcode:
            await journey.wait("the barcode") {
                if journey.model.navigator.path.last is BarcodeModel { !journey.model.isBusy } else { false }
            }
        case .trash:
            await journey.see("Deleted Alpine Airways")
            journey.press(Key("T"))
            await journey.see("1 card")
        case .sync: await journey.openSync(.offline)
        case .backendForm:
            await journey.see("Set up a backend")
            journey.press(.tab)
        case .sharingForm: await journey.see("Share with other devices")
        case .conflict, .writing:
            await journey.see("resolve ")
            journey.press(mapped(Key("c")))
            await journey.see("0 of 2 decided")
            if place == .writing { journey.press(Key("e")) }
        case .booking: await journey.see("Spend or receive")
        case .history, .historySearch:
            await journey.wait("the history") {
                if let history = journey.model.navigator.path.last as? HistoryModel {
                    !history.isReading && history.words == (place == .history ? "" : "a")
                } else {
                    false
                }
            }
        case .pastCard: await journey.see("as it was")
        case .backups:
            await journey.wait("the first backup") { !journey.model.backups.isMaking }
            journey.press(Key("U"))
            await journey.see("3 kept")
        case .ledger:
            try await journey.bookSamples()
            journey.press(Key("L"))
            await journey.see("spent 9.90, received 20.00")
        case .emptyTrash: await journey.see("The trash is empty")
        case .emptyHistory: await journey.see("No changes yet.")
        case .emptyLedger: await journey.see("Nothing has been spent or received yet.")
        case .noBackups: await journey.see("backup.folder in the settings file turns backups off")
        case .groups, .totals: await journey.see("1 of ")
        case .secretField:
            await journey.see("\u{20}3 of ")
            journey.press(mapped(Key("P")))
            await journey.see("Secret field: ")
        case .columns: await journey.see("Columns of the list")
        case .noGroups: await journey.see("No groups yet.")
        case .groupName:
            await journey.see("r rename")
            journey.press(Key("r"))
            await journey.see("Rename the group ")
        case .importFile: await journey.see("Import cards")
        case .importPreview: await journey.see("2 new")
        case .importDetail:
            await journey.see("2 new")
            journey.press(.enter)
            await journey.see("name  ")
        case .naming:
            await journey.see("1 new")
            journey.press(Key("i"))
            await journey.see("Names of the new cards")
        case .password: await journey.see("Password for cards-2026-11-20.zip")
        case .picker, .camera, .crop: await openPhotoSource(place, journey)
        }
    }

    private func seePhoto(_ journey: Journey) async {
        await journey.wait("the photo") {
            if let photo = journey.model.navigator.path.last as? PhotoModel, case .shown = photo.picture {
                true
            } else {
                false
            }
        }
    }

    private func openPhotoSource(_ place: CommandPlace, _ journey: Journey) async {
        journey.press(Key("a"))
        journey.type("Club")
        journey.focus(.front)
        guard place != .camera else {
            journey.press(.control("t"))
            await journey.wait("the camera") { journey.camera.isRunning }
            journey.camera.show([100, 80])
            return await journey.see("hold the card within the outline")
        }
        journey.press(.control("o"))
        await journey.see("photo.jpg")
        guard place == .crop else { return }
        journey.press(.enter)
        await journey.see("zoom 100 %")
    }

    /// The text drawn in a part of one row.
    private func text(_ journey: Journey, at place: Rect) -> String {
        let canvas = journey.draw()
        return (place.left..<place.right).map { canvas[$0, place.top].text }.joined()
    }

    @Test(
        "each command has a title, a line in the help and an entry in the palette", arguments: CommandPlace.allCases)
    func complete(place: CommandPlace) async throws {
        let journey = try await journey(to: place)
        let screen = journey.screen
        let commands = screen.top.commands.flatMap(\.commands)
        #expect(!commands.isEmpty)
        let known = Set(KeyReference.commandKeys.map(\.name))
        let help = screen.top.commands.flatMap { $0.help().hints }
        let palette = CommandPalette(screen: screen).makePicker().options.map(\.title)
        for command in commands {
            #expect(!command.title.isEmpty && known.contains(command.name), "\(command.name)")
            #expect(command.keys.isEmpty || help.contains(KeyHint(command.keys, command.title)), "\(command.name)")
            #expect(!command.isEnabled || palette.contains(command.title), "\(command.name)")
        }
        // Nor does a key from the help type a letter.
        if screen.top.acceptsText {
            #expect(commands.flatMap(\.keys).allSatisfy { $0.typedCharacter == nil })
            screen.openHelp()
            #expect(!journey.text.contains("mouse on or off"))
        }
    }

    @Test("each hint of the footer belongs to an enabled command and has its text", arguments: CommandPlace.allCases)
    func footer(place: CommandPlace) async throws {
        let journey = try await journey(to: place)
        _ = journey.draw()
        let screen = journey.screen
        #expect(!screen.footer.keyFrames.isEmpty)
        let commands = screen.top.commands.flatMap(\.commands).filter(\.isEnabled)
        let others = [KeyHint(Key("?"), "help"), KeyHint(Key(.function(1)), "help")] + WidgetKeys.slider
        for (area, key) in screen.footer.keyFrames {
            let drawn = text(journey, at: area)
            let command = commands.first { $0.keys.contains(key) && $0.hint != nil }
            let hint = command?.hint.map { KeyHint(key, $0) } ?? others.first { $0.pressed == key }
            #expect(hint.map { "\($0.key) \($0.text)" } == drawn, "\(place)")
        }
    }

    @Test("a click on a hint runs its command", arguments: CommandPlace.allCases)
    func clicks(place: CommandPlace) async throws {
        let hints = try await journey(to: place)
        _ = hints.draw()
        for (area, key) in hints.screen.footer.keyFrames {
            let journey = try await journey(to: place)
            let before = journey.draw()
            journey.mouse(.press(.left), column: area.left, row: area.top)
            await journey.wait("what \(key.label) does in \(place)") {
                journey.draw() != before || journey.terminal.quitStatus != nil
            }
        }
    }

    @Test(
        "in 40 columns the footer of every screen that Esc leads out of has the hint for it",
        arguments: [
            CommandPlace.card, .create, .edit, .photoField, .kinds, .picker, .camera, .crop, .photo, .barcode, .trash,
            .sync, .conflict, .importFile, .importPreview, .importDetail, .naming, .password, .groupName, .history,
            .pastCard,
            .backups,
            .ledger,
        ])
    func escapeHint(place: CommandPlace) async throws {
        let journey = try await journey(to: place)
        journey.size = Size(columns: 40, rows: 12)
        #expect(journey.lines.last?.contains(" Esc ") == true, "\(journey.text)")
        #expect(journey.screen.footer.keyFrames.contains { $0.key == .escape })
    }

    // MARK: - Remapped keys

    /// The default keys that are remapped: `s`, `S`, `c` and `?`.
    nonisolated private static let old: [Key] = [Key("s"), Key("S"), Key("c"), Key("?")]

    nonisolated private static func mapped(_ key: Key) -> Key {
        guard old.contains(key), let character = key.typedCharacter else { return key }
        return .alt(character)
    }

    private static let keyMap = KeyMap(
        keys: Dictionary(
            uniqueKeysWithValues: KeyReference.commandKeys.filter { $0.keys.contains(where: old.contains) }.map {
                ($0.name, $0.keys.map(mapped))
            }))

    private func expectNoOldKey(_ journey: Journey, _ what: String) {
        let words = journey.text.split { " \n│·,;".contains($0) }
        for key in Self.old { #expect(!words.contains { $0 == key.label }, "\(what):\n\(journey.text)") }
    }

    @Test("no screen and no help shows a key that the settings replaced", arguments: CommandPlace.allCases)
    func remapped(place: CommandPlace) async throws {
        let journey = try await journey(to: place, keyMap: Self.keyMap, mapped: Self.mapped)
        expectNoOldKey(journey, "\(place)")
        journey.press(Key(.function(1)))
        expectNoOldKey(journey, "help of \(place)")
    }

    @Test("no message and no status line does either")
    func remappedMessages() async throws {
        let journey = try await Journey(Card.samples, keyMap: Self.keyMap)
        journey.loader.publish {
            $0.tally.conflicts = 1
            $0.fail(LoaderFailure("No route.", source: .connection))
        }
        await journey.see("No route.")
        expectNoOldKey(journey, "the failure")
        journey.press(Key("j"))
        await journey.see("1 card in conflict · Alt-c resolves")
        expectNoOldKey(journey, "news")
        journey.press(Key("j"))
        await journey.see("offline, Alt-S retries")
        expectNoOldKey(journey, "the status line")
        journey.press(Key("B"))
        await journey.see("Alt-S retries now")
        await journey.see("Alt-c resolves")
        journey.loader.publish { ($0.tally.conflicts, $0.phase) = (1, .stopped) }
        await journey.see("now  stopped; Alt-S resumes")
        expectNoOldKey(journey, "the backend")
    }

    @Test("an offered command has the key of the top screen, else of the list, else it is not offered")
    func offers() async throws {
        let journey = try await Journey(
            Card.samples,
            keyMap: KeyMap(keys: ["card.undo": [Key("U")], "list.choose": [Key("C")], "app.stop": [], "app.back": []]))
        journey.press(.enter)
        await journey.see("number  4006")
        journey.model.messages.post(Message("Starred Alpine Airways", offers: [Message.Offer(.undo, "undoes")]))
        await journey.see("Starred Alpine Airways · U undoes")
        // The palette is no way to stop or to leave.
        journey.model.messages.post(
            Message("Waiting", offers: [Message.Offer(.stop, "stops"), Message.Offer(.back, "leaves")]))
        await journey.see("Waiting")
        #expect(!journey.text.contains("Waiting ·"))
        journey.press(Key("j"))
        journey.loader.publish { $0.tally.conflicts = 1 }
        await journey.see("1 card in conflict · C in the list resolves")
    }

    // MARK: - Prompts and pickers

    @Test("under a prompt and a picker the footer shows their keys, and a click presses them")
    func overTheScreen() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("d"))
        #expect(journey.lines[23].hasPrefix(" y delete  Esc keep "))
        #expect(!journey.lines[23].contains("help"))
        #expect(journey.text.contains(" n keep "))
        journey.click("Esc keep")
        await journey.seeNo("Delete Alpine Airways?")
        journey.press(Key(":"))
        #expect(journey.lines[23].hasPrefix(" ↵ choose  ↑ ↓ select  Esc back "))
        journey.type("zzz")
        #expect(journey.lines[23].hasPrefix(" Esc back "))
        journey.click("Esc back")
        #expect(!journey.text.contains("zzz"))
        journey.press(Key("#"))
        await journey.see("Groups of Alpine Airways")
        journey.type("fo")
        #expect(journey.lines[23].hasPrefix(" ↵ create group  Tab use the typed text  ↑ ↓ select  Esc back "))
        journey.click("Tab use the")
        await journey.see("Added Alpine Airways to fo")
    }

    @Test("a command is found by its keywords")
    func otherWords() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key(":"))
        journey.type("favou")
        #expect(journey.text.contains("star or unstar"))
        journey.press(.enter)
        await journey.see("Unstarred Alpine Airways")
    }
}
