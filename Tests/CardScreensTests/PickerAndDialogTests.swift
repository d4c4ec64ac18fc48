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
        #expect(!journey.draw().isCursorShown)
        #expect(journey.lines[try #require(journey.draw().cursor).row].contains("▌"))
        journey.press(Key("2"))
        #expect(journey.model.list.query.order.key == CardOrder.Key.allCases[1])
        #expect(journey.model.prompts.picker == nil)
        await journey.wait("the order") { !journey.model.list.isFinding }
        journey.press(Key("o"), Key("j"), Key("j"), Key("k"), .enter)
        #expect(journey.model.list.query.order.key == CardOrder.Key.allCases[2])
        await journey.wait("the order") { !journey.model.list.isFinding }
        journey.press(Key("o"), Key("/"))
        journey.type("manual")
        #expect(journey.draw().isCursorShown)
        journey.press(.enter)
        #expect(journey.model.list.query.order.key == .manual)
    }

    @Test("Esc ends the filter of a short picker first, and other letters do nothing")
    func shortEscape() async throws {
        let journey = try await Journey(Card.samples)
        let before = journey.draw()
        journey.press(Key("o"))
        let open = journey.draw()
        journey.press(Key("x"), Key("0"))
        #expect(journey.draw() == open)
        journey.press(Key("/"))
        journey.type("name")
        #expect(journey.draw() != open)
        journey.press(.escape)
        #expect(journey.draw() == open)
        journey.press(.escape)
        #expect(journey.draw() == before)
    }

    // MARK: - The user's keys

    @Test("the settings change the keys of a short picker; its footer shows them")
    func shortMapped() async throws {
        let keys: [String: [Key]] = [
            "picker.down": [Key("n")], "picker.search": [Key("f")], "picker.choose": [Key("c")],
            "picker.leave": [Key("x")],
        ]
        let journey = try await Journey(Card.samples, keyMap: KeyMap(keys: keys))
        journey.press(Key("o"))
        #expect(journey.lines.last?.contains("c choose  1-9 pick  n k select  f filter  x back") == true)
        journey.press(Key("n"), Key("n"), Key("j"), Key("k"), Key("c"))
        #expect(journey.model.list.query.order.key == CardOrder.Key.allCases[1])
        await journey.wait("the order") { !journey.model.list.isFinding }
        journey.press(Key("o"), Key("f"))
        // There these letters are text, also the one that leaves.
        journey.type("expiry")
        #expect(journey.text.contains(": expiry"))
        journey.press(.escape)
        #expect(journey.model.prompts.picker != nil)
        journey.press(Key("x"))
        #expect(journey.model.prompts.picker == nil)
    }

    @Test("in a picker that is typed into, no key that types is a command, however it is mapped")
    func typedMapped() async throws {
        let keys: [String: [Key]] = [
            "picker-search.down": [.control("j"), Key("t")], "picker-search.choose": [.control("s")],
            "picker-search.leave": [.control("q")], "picker.down": [Key("s")], "app.back": [Key("q")],
        ]
        let journey = try await Journey(Card.samples, keyMap: KeyMap(keys: keys))
        journey.press(Key(":"))
        journey.type("totals q")
        #expect(journey.text.contains(": totals q"))
        journey.press(Key(.backspace), Key(.backspace))
        #expect(journey.lines.last?.contains("Ctrl-S choose  ↑ Ctrl-J select  Ctrl-Q back") == true)
        journey.press(.enter)
        #expect(journey.model.prompts.picker != nil)
        journey.press(.control("s"))
        await journey.see("1 of ")
        journey.press(Key("q"), Key(":"), .control("q"))
        #expect(journey.model.prompts.picker == nil)
    }

    @Test("the keys that go back everywhere close a picker that the settings gave another key")
    func backMapped() async throws {
        let keys: [String: [Key]] = ["picker.leave": [Key("x")], "picker-search.leave": [.control("x")]]
        let journey = try await Journey(Card.samples, keyMap: KeyMap(keys: keys))
        for key in [Key("o"), Key(":")] {
            journey.press(key)
            #expect(journey.model.prompts.picker != nil)
            journey.press(.escape)
            #expect(journey.model.prompts.picker == nil)
        }
    }

    // MARK: - Groups

    @Test("a typed name makes that group, also where another begins so; a mark says in which groups the card is")
    func groups() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("#"))
        await journey.see("Groups of Alpine Airways")
        #expect(journey.lines.contains { $0.contains("travel") && $0.contains("✓ member") })
        #expect(journey.lines.count { $0.contains("✓") } == 1)
        journey.type("foo")
        #expect(journey.text.contains("+ create “foo”") && journey.text.contains("food"))
        journey.press(.enter)
        await journey.see("Added Alpine Airways to foo ·")
        #expect(try await journey.store.card(Card.samples[0].identifier)?.groups == ["travel", "foo"])
    }

    @Test("the footer says for each group what Enter does")
    func groupHints() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("#"))
        await journey.see("Groups of Alpine Airways")
        func footer() -> Substring { journey.lines.last?.trimming() ?? "" }
        #expect(footer().hasPrefix("↵ add card  "))
        journey.type("travel")
        #expect(footer().hasPrefix("↵ take out of this group  "))
        journey.type("ler")
        #expect(footer().hasPrefix("↵ create group  "))
        journey.press(.escape, Key(" "), Key(" "), Key("#"))
        await journey.see("Add 2 cards to a group")
        #expect(footer().hasPrefix("↵ add cards  "))
    }

    // MARK: - Settings problems

    private func problem(_ path: String, _ line: Int, _ text: String = "wrong") -> SettingsProblem {
        SettingsProblem(path: path, line: line, text: text, remedy: "Fix it.")
    }

    @Test(
        "settings problems are one item each, by file and line; the selected one is shown in full",
        arguments: [Size(columns: 80, rows: 24), Size(columns: 40, rows: 12)])
    func settingsProblems(size: Size) async throws {
        let journey = try await Journey(Card.samples, size: size)
        let text = "a sentence that is longer than a row of the sheet on any terminal that people use"
        let (config, theme) = ("/home/config.yaml", "/home/themes/mine.yaml")
        journey.model.settings.report([problem(theme, 2, text), problem(config, 12, text), problem(config, 3, text)])
        // The next key dismisses the message about them.
        journey.press(Key("j"))
        journey.model.settings.showProblems()
        func shown() -> [String] {
            journey.lines.compactMap { line in
                ["config.yaml:3:", "config.yaml:12:", "mine.yaml:2:"].first { line.contains($0) }
            }
        }
        #expect(journey.text.contains("3 of 3"))
        #expect(shown().prefix(2) == ["config.yaml:3:", "config.yaml:12:"] && shown().last == "config.yaml:3:")
        #expect(journey.text.contains("it."))
        #expect(journey.lines.last?.trimming() == "↵ edit  ↑ ↓ select  Esc back")
        journey.press(Key(.down), Key(.down))
        #expect(shown().suffix(2) == ["mine.yaml:2:", "mine.yaml:2:"])
    }

    @Test("the message about settings problems names the command that lists them, with the keys as mapped")
    func settingsMessage() async throws {
        let problems = [problem("/home/config.yaml", 3), problem("/home/config.yaml", 7)]
        let ways: [(keys: [String: [Key]], label: String)] = [
            ([:], ":settings problems"), (["app.palette": [Key(";")]], ";settings problems"),
            (["app.palette": [Key(.function(9))]], "F9 settings problems"),
            (["app.settings-problems": [Key(.function(8))]], "F8"),
        ]
        for (keys, label) in ways {
            let journey = try await Journey(Card.samples, keyMap: KeyMap(keys: keys))
            journey.model.settings.report(problems)
            #expect(journey.text.contains("config.yaml:3: wrong. Fix it · \(label) lists all 2"))
            journey.model.settings.report([problems[0]])
            #expect(journey.text.contains("\(label) shows it"))
        }
        let journey = try await Journey(Card.samples)
        journey.model.settings.report(problems)
        journey.type(":settings problems")
        journey.press(.enter)
        await journey.see("Settings problems")
        #expect(journey.text.contains("2 of 2"))
    }

    // MARK: - Dialogs

    @Test("the deletion that u undoes says so; the one that nothing undoes warns, and Enter cancels it")
    func deletions() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("d"))
        await journey.see("Delete Alpine Airways?")
        #expect(journey.text.contains("The card goes to the trash · u undo"))
        #expect(!journey.text.contains("⚠"))
        journey.press(Key("y"))
        await journey.see("Deleted Alpine Airways")
        journey.press(Key("T"))
        await journey.see("1 card")
        journey.press(Key("d"))
        await journey.see("⚠ Delete forever?")
        let (canvas, place) = (journey.draw(), journey.place(of: "Delete forever?"))
        #expect(
            canvas[place.column, place.row].style.foreground
                == Theme.terminal.shown(in: .indexed256)[.warning].foreground)
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
            case .settingsProblems: "↵ edit  ↑ ↓ select  Esc back"
            case .group: "↵ add card  ↑ ↓ select  Esc back"
            case .groupTyped: "↵ create group  Tab use the typed text  ↑ ↓ select  Esc back"
            case .order: "↵ choose  1-9 pick  j k select  / filter  Esc back"
            case .barcodeSource: "↵ choose  1-4 pick  j k select  / filter  Esc back"
            case .barcodes: "↵ choose  1-2 pick  j k select  / filter  Esc back"
            case .delete: "y delete  Esc keep"
            case .emptyTrash: "y delete forever  Esc cancel"
            case .leaveForm: "y discard  Esc keep editing"
            case .leaveConflict: "y discard  Esc keep deciding"
            case .leftover: "↵ resume  Esc later"
            case .sendCards: "y send  n keep here  Esc later"
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
            await journey.see("Groups of")
            if sheet == .groupTyped { journey.type("fo") }
        case .theme: prompts.pick(journey.screen.themes.makePicker())
        case .color: journey.model.forms.chooseColor()
        case .settingsProblems:
            let problem = SettingsProblem(path: "/home/config.yaml", line: 3, text: "wrong", remedy: "Fix it.")
            journey.model.settings.report([problem, problem])
            journey.model.settings.showProblems()
        case .barcodes:
            let codes = ["1", "2"].map { FoundBarcode(barcode: Barcode(format: .qrCode, value: $0), number: $0) }
            journey.model.scans.pick(FoundBarcodes(codes, read: ""))
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

    /// What Enter picks; where Esc picks the same, what else there is.
    private static func firstHint(of prompt: Prompt) -> String {
        if prompt.defaultKey != prompt.escapeKey { return "↵ \(prompt.choice(prompt.defaultKey)?.label ?? "")" }
        return prompt.choices.first { $0.key != prompt.escapeKey }.map { "\($0.key) \($0.label)" } ?? ""
    }

    @Test("the footer beneath each picker, prompt and slider has its keys, and no others", arguments: Sheet.allCases)
    func footers(sheet: Sheet) async throws {
        let journey = try await open(sheet)
        _ = journey.draw()
        let footer = try #require(journey.lines.last)
        if let prompt = journey.model.prompts.prompt {
            for choice in prompt.choices {
                #expect(
                    journey.lines.dropLast().joined().contains(" \(choice.key) \(choice.label) "), "\(journey.text)")
            }
            #expect(footer.contains(Self.firstHint(of: prompt)))
            #expect(footer.contains("Esc \(prompt.choice(prompt.escapeKey)?.label ?? "")"))
        }
        let isSlider = [.listSlider, .photoSlider].contains(sheet)
        #expect(footer.trimming() == sheet.footer || isSlider && footer.trimming().hasPrefix(sheet.footer), "\(footer)")
        // Each hint that names one key can be clicked.
        #expect(!journey.screen.footer.keyFrames.isEmpty)
    }

    @Test(
        "on a small terminal the footer stays visible beneath each picker, and Esc and the accepting key in it",
        arguments: [
            Sheet.palette, .order, .group, .groupTyped, .theme, .color, .barcodeSource, .barcodes, .settingsProblems,
        ])
    func smallFooters(sheet: Sheet) async throws {
        let journey = try await open(sheet)
        let accepting = try #require(sheet.footer.split(separator: "  ").first.map(String.init))
        journey.size = Size(columns: 40, rows: 12)
        let footer = try #require(journey.lines.last)
        #expect(footer.contains(accepting) && footer.contains("Esc back"), "\(footer)")
        journey.size = Size(columns: 20, rows: 5)
        #expect(journey.lines.last?.contains(accepting) == true, "\(journey.text)")
        #expect(journey.lines.contains { $0.hasPrefix("▌") }, "\(journey.text)")
    }

    @Test(
        "on a small terminal a prompt leaves the footer free and shows all its choices, however long its message is",
        arguments: [Sheet.delete, .emptyTrash, .leaveForm, .leaveConflict, .leftover, .sendCards])
    func smallPrompts(sheet: Sheet) async throws {
        let journey = try await open(sheet)
        let shown = try #require(journey.model.prompts.prompt)
        let text = Array(repeating: "A message of many words.", count: 40).joined(separator: " ")
        for message in [shown.text, text] {
            let prompt = Prompt(
                shown.kind, title: shown.title, text: message, isIrreversible: shown.isIrreversible,
                choices: shown.choices, defaultKey: shown.defaultKey, escapeKey: shown.escapeKey)
            journey.model.prompts.show(prompt)
            for size in [Size(columns: 40, rows: 12), Size(columns: 20, rows: 5)] {
                journey.size = size
                let footer = try #require(journey.lines.last)
                #expect(footer.contains(Self.firstHint(of: prompt)), "\(journey.text)")
                for choice in prompt.choices {
                    #expect(journey.text.contains(" \(choice.key) \(choice.label) "), "\(journey.text)")
                }
                if size.rows == 12, message == text { #expect(journey.text.contains("…"), "\(journey.text)") }
            }
        }
    }

    @Test("at 40x13 every order is visible at once")
    func smallOrders() async throws {
        let journey = try await Journey(Card.samples, size: Size(columns: 40, rows: 13))
        journey.press(Key("o"))
        for key in CardOrder.Key.allCases { #expect(journey.text.contains(key.label)) }
    }
}

extension String {
    fileprivate func trimming() -> Substring { drop { $0 == " " }.dropLast(reversed().prefix { $0 == " " }.count) }
}
