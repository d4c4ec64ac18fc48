import Cards
import Terminal
import Testing

@testable import CardScreens
@testable import CardViewModels

/// Pickers, dialogs and sliders: their keys, and what the footer says of them.
@MainActor
@Suite("Pickers and dialogs")
struct PickerAndDialogTests {
    // MARK: - Short pickers

    @Test("in a short picker digits pick, j and k move, and a slash begins to filter")
    func short() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("o"))
        #expect(journey.draw().cursor == nil)
        journey.press(Key("2"))
        #expect(journey.model.list.query.order.key == CardOrder.Key.allCases[1])
        #expect(journey.model.prompts.picker == nil)
        await journey.wait("the order") { !journey.model.list.isFinding }
        journey.press(Key("o"), Key("j"), Key("j"), Key("k"), .enter)
        #expect(journey.model.list.query.order.key == CardOrder.Key.allCases[2])
        await journey.wait("the order") { !journey.model.list.isFinding }
        journey.press(Key("o"), Key("/"))
        journey.type("manual")
        #expect(journey.draw().cursor != nil)
        journey.press(.enter)
        #expect(journey.model.list.query.order.key == .manual)
    }

    @Test("Esc ends the filter of a short picker first, and other letters do nothing")
    func shortEscape() async throws {
        let journey = try await Journey(Card.samples)
        let before = journey.draw()
        journey.press(Key("o"))
        let open = journey.draw()
        journey.press(Key("x"), Key("9"), Key("0"))
        #expect(journey.draw() == open)
        journey.press(Key("/"))
        journey.type("name")
        #expect(journey.draw() != open)
        journey.press(.escape)
        #expect(journey.draw() == open)
        journey.press(.escape)
        #expect(journey.draw() == before)
    }

    // MARK: - Groups

    @Test("a typed name makes that group, also where another begins so; a mark says in which groups the card is")
    func groups() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("#"))
        await journey.see("Group of Alpine Airways")
        #expect(journey.lines.contains { $0.contains("travel") && $0.contains("✓ member") })
        #expect(journey.lines.count { $0.contains("✓") } == 1)
        journey.type("foo")
        #expect(journey.text.contains("+ create “foo”") && journey.text.contains("food"))
        journey.press(.enter)
        await journey.see("Added Alpine Airways to foo ·")
        #expect(try await journey.store.card(Card.samples[0].identifier)?.groups == ["travel", "foo"])
    }

    // MARK: - Dialogs

    @Test("the deletion that u undoes says so; the one that nothing undoes warns, and Enter cancels it")
    func deletions() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("d"))
        await journey.see("Delete Alpine Airways?")
        #expect(journey.text.contains("Goes to the trash · u undo"))
        #expect(!journey.text.contains("⚠"))
        journey.press(Key("y"))
        await journey.see("Deleted Alpine Airways")
        journey.press(Key("T"))
        await journey.see("1 card")
        journey.press(Key("d"))
        await journey.see("⚠ Delete forever?")
        let (canvas, place) = (journey.draw(), journey.place(of: "Delete forever?"))
        #expect(canvas[place.column, place.row].style.foreground == Theme.terminal[.warning].foreground)
        journey.press(.enter)
        #expect(try await journey.store.trash().count == 1)
        journey.press(Key("d"), Key("y"))
        await journey.see("The trash is empty.")
    }

    // MARK: - The demo

    @Test("Esc leaves the demo, and the status says so; the user's own settings of the list come back")
    func demo() async throws {
        let look = FakeViewState()
        let journey = try await Journey(look: look)
        journey.press(Key("D"))
        await journey.see("demo: nothing is saved · Esc leaves")
        await journey.wait("the demo to be open") { !journey.model.isBusy }
        journey.press(.escape)
        await journey.wait("the user's own cards") { !journey.model.isDemo }
        await journey.see("No cards yet")
        await journey.wait("the activities to end") { !journey.model.isBusy }
        journey.press(Key("D"))
        await journey.see("demo: nothing is saved")
    }

    // MARK: - Footers

    /// What can be open over a screen: how it is opened, and what its footer begins with.
    enum Sheet: CaseIterable {
        case palette, order, group, groupTyped, theme, color, barcodeSource, barcodes, settingsProblems
        case delete, emptyTrash, leaveForm, leaveConflict, leftover, sendCards
        case listSlider, photoSlider

        var footer: String {
            switch self {
            case .palette, .theme, .color: "↵ choose  ↑ ↓ select  Esc back"
            case .settingsProblems: "↵ choose  ↑ ↓ select  Esc back"
            case .group: "↵ choose  ↑ ↓ select  Esc back"
            case .groupTyped: "↵ choose  Tab use the typed text  ↑ ↓ select  Esc back"
            case .order: "↵ choose  1-8 choose that  j k select  / filter  Esc back"
            case .barcodeSource: "↵ choose  1-4 choose that  j k select  / filter  Esc back"
            case .barcodes: "↵ choose  1-2 choose that  j k select  / filter  Esc back"
            case .delete: "↵ keep  Esc keep"
            case .emptyTrash: "↵ cancel  Esc cancel"
            case .leaveForm: "↵ keep editing  Esc keep editing"
            case .leaveConflict: "↵ keep deciding  Esc keep deciding"
            case .leftover: "↵ resume  Esc later"
            case .sendCards: "↵ later  Esc later"
            case .listSlider, .photoSlider: "← → move  0-9 tenths  ↵ done  Esc cancel"
            }
        }
    }

    private func open(_ sheet: Sheet) async throws -> Journey {
        let tests = CommandTests()
        switch sheet {
        case .listSlider: return try await tests.journey(to: .listSlider)
        case .photoSlider: return try await tests.journey(to: .photoSlider)
        case .emptyTrash:
            let journey = try await tests.journey(to: .trash)
            journey.press(Key("d"))
            return journey
        case .leaveForm:
            let journey = try await tests.journey(to: .create)
            journey.press(.escape)
            return journey
        case .leaveConflict:
            let journey = try await tests.journey(to: .conflict)
            journey.press(Key("m"), .escape)
            return journey
        case .barcodeSource:
            let journey = try await tests.journey(to: .edit)
            journey.press(.control("g"))
            return journey
        default: break
        }
        let journey = try await Journey(Card.samples, size: Size(columns: 100, rows: 30))
        await journey.seeBeside()
        let prompts = journey.model.prompts
        switch sheet {
        case .palette: journey.press(Key(":"))
        case .order: journey.press(Key("o"))
        case .group, .groupTyped:
            journey.press(Key("#"))
            await journey.see("Group of")
            if sheet == .groupTyped { journey.type("fo") }
        case .theme: prompts.pick(.theme)
        case .color: prompts.pick(.color)
        case .settingsProblems:
            let problem = SettingsProblem(path: "/home/config.yaml", line: 3, text: "wrong", remedy: "Fix it.")
            prompts.pick(.settingsProblems([problem, problem]))
        case .barcodes:
            let codes = ["1", "2"].map { FoundBarcode(barcode: Barcode(format: .qrCode, value: $0), number: $0) }
            prompts.pick(.barcode(FoundBarcodes(codes, read: "")))
        case .delete: journey.press(Key("d"))
        case .sendCards:
            journey.loader.publish { $0.cardsAwaitingConsent = 7 }
            await journey.see("7 cards were here")
        case .leftover:
            prompts.show(
                Prompt(
                    .leftover, title: "", text: "",
                    choices: [Prompt.Choice("y", "resume"), Prompt.Choice("n", "later")],
                    defaultKey: "y"))
        default: break
        }
        return journey
    }

    @Test("the footer beneath each picker, prompt and slider has its keys, and no others", arguments: Sheet.allCases)
    func footers(sheet: Sheet) async throws {
        let journey = try await open(sheet)
        _ = journey.draw()
        let footer = try #require(journey.lines.last)
        if let prompt = journey.model.prompts.prompt {
            // The choices stand in the dialog, and only there.
            for choice in prompt.choices {
                #expect(journey.text.ranges(of: " \(choice.key) \(choice.label) ").count == 1, "\(journey.text)")
            }
            #expect(footer.contains("↵ \(prompt.choice(prompt.defaultKey)?.label ?? "")"))
            #expect(footer.contains("Esc \(prompt.choice(prompt.escapeKey)?.label ?? "")"))
        }
        let isSlider = [.listSlider, .photoSlider].contains(sheet)
        #expect(footer.trimming() == sheet.footer || isSlider && footer.trimming().hasPrefix(sheet.footer), "\(footer)")
        // Each hint that names one key can be clicked.
        #expect(!journey.screen.footer.keyFrames.isEmpty)
    }
}

extension String {
    fileprivate func trimming() -> Substring { drop { $0 == " " }.dropLast(reversed().prefix { $0 == " " }.count) }
}
