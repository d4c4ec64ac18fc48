import CardSettings
import Cards
import TestSupport
import Testing

@testable import CardCommands

struct ParsingTests {
    private func parse(_ arguments: String...) -> Invocation {
        CommandLineInterface.parse(arguments, validateBackend: CommandLineFixture.refusal) { .iso }
    }

    private func options(_ change: (inout Invocation.Options) -> Void) -> Invocation.Options {
        var options = Invocation.Options()
        change(&options)
        return options
    }

    @Test("without a command the screen is opened with the options")
    func screen() {
        #expect(parse() == .screen(.init()))
        #expect(parse("--") == .screen(.init()))
        let expected = options {
            ($0.store, $0.backend, $0.config, $0.isDemo, $0.isPlain) = ("a.db", "http://b", "c", true, true)
            $0.theme = "mine"
        }
        #expect(
            parse("--store", "a.db", "--backend=http://b", "--config", "c", "--demo", "--plain", "--theme=mine")
                == .screen(expected))
    }

    @Test("words that are no command find cards; behind -- every word does; a misspelled command is an error")
    func finding() {
        let error = "cards-tui: there is no command \"tesco\". Try: cards-tui --help"
        #expect(parse("tesco") == .screen(.init(), finding: "tesco", otherwise: error))
        #expect(parse("tesco", "club") == .screen(.init(), finding: "tesco club", otherwise: error))
        #expect(parse("tesco", "--demo") == .screen(options { $0.isDemo = true }, finding: "tesco", otherwise: error))
        #expect(parse("--", "list", "--x") == .screen(.init(), finding: "list --x"))
        #expect(parse("--demo", "--", "lsit") == .screen(options { $0.isDemo = true }, finding: "lsit"))
    }

    @Test("an option is accepted before and after its command, with an equals sign or a space")
    func positions() {
        var request = ListRequest()
        request.form = .json(withPhotos: true, isArray: false)
        let expected = Invocation.command(ListCommand(request: request), options { $0.store = "a=b" })
        #expect(parse("list", "--json", "--photos", "--store=a=b") == expected)
        #expect(parse("--store", "a=b", "--photos", "list", "--json") == expected)
        let export = Invocation.command(ExportCommand(file: "f", photos: "p"), options { _ in })
        #expect(parse("export", "f", "--photos", "p") == export)
        #expect(parse("--photos", "p", "export", "f") == export)
        #expect(parse("export", "--photos=p") == .command(ExportCommand(file: nil, photos: "p"), options { _ in }))
    }

    @Test("the help of commands of two words is asked for by the first", arguments: ["group", "trash"])
    func familyHelp(word: String) {
        #expect(parse(word, "--help") == .command(HelpCommand(topic: word, isBrief: true), .init()))
        #expect(parse("-h", word) == .command(HelpCommand(topic: word, isBrief: true), .init()))
    }

    @Test("JSON is asked for before two dashes")
    func json() {
        #expect(CommandLineInterface.asksForJSON(["show", "x", "--json"]))
        #expect(CommandLineInterface.asksForJSON(["list", "--json=array"]))
        #expect(!CommandLineInterface.asksForJSON(["show", "--", "--json"]))
    }

    @Test("two dashes end the options")
    func dashes() {
        #expect(
            parse("show", "--", "--json")
                == .command(ShowCommand(cards: ["--json"], part: .fields(.text, withSecrets: false)), .init()))
        #expect(
            parse("remove", "--", "--") == .command(ActCommand(.remove, CardTargets(["--"]), ActionForm()), .init()))
    }

    @Test("a single dash is an operand, and a value may start with a dash")
    func dash() {
        #expect(parse("import", "-") == .command(ImportCommand(files: ["-"]), .init()))
        var card = NewCard()
        (card.values.name, card.values.balance) = ("-x-", "-5.00")
        #expect(parse("add", "--name", "-x-", "--balance", "-5,00") == .command(AddCommand(.options(card)), .init()))
    }

    @Test("add reads every field")
    func add() throws {
        var card = NewCard()
        (card.values.name, card.values.number, card.values.note) = ("Tesco", "5901234123457", "n")
        card.values.groups = ["food", "shop"]
        (card.values.validFrom, card.values.expiry) = (CalendarDay("2026-01-01"), CalendarDay("2026-12-31"))
        (card.values.balance, card.values.currency) = ("12.50", "EUR")
        (card.values.color, card.values.isStarred) = (CardColor("#010203"), true)
        card.values.barcode = Barcode(format: .ean13)
        card.photos = [.front: "f.jpg", .back: "b.jpg"]
        #expect(
            parse(
                "add", "--name=Tesco", "--number", "5901234123457", "--note", "n", "--group", "food", "--group=shop",
                "--valid-from", "2026-01-01", "--expiry", "2026-12-31", "--balance", "12,50", "--currency", "eur",
                "--color", "#010203", "--star", "--front", "f.jpg", "--back", "b.jpg", "--barcode", "ean-13")
                == .command(AddCommand(.options(card)), .init()))
    }

    @Test(
        "add reads days, amounts and colours as people write them",
        arguments: [
            (["--expiry", "31 Dec 2026"], LocalFormat.iso), (["--expiry", "31/12/26"], .british),
            (["--expiry", "12/2026"], .american), (["--expiry", "+41d"], .iso),
        ])
    func typed(options: [String], format: LocalFormat) {
        let input = LocalInput(format: format, today: LocalInput.iso.today)
        var card = NewCard()
        (card.values.name, card.values.expiry) = ("x", CalendarDay("2026-12-31"))
        (card.values.balance, card.values.currency, card.values.color) = ("12.50", "EUR", CardColor("#00897b"))
        let arguments = ["add", "--name", "x", "--balance", "€12.50", "--color", "teal"] + options
        #expect(
            CommandLineInterface.parse(arguments, validateBackend: CommandLineFixture.refusal) { input }
                == .command(AddCommand(.options(card)), .init()))
    }

    @Test(
        "help, version and the manual need no other argument",
        arguments: [
            (["--help"], HelpCommand(topic: nil, isBrief: true)), (["-h"], HelpCommand(topic: nil, isBrief: true)),
            (["help"], HelpCommand(topic: nil, isBrief: false)),
            (["show", "--help"], HelpCommand(topic: "show", isBrief: true)),
            (["help", "show"], HelpCommand(topic: "show", isBrief: false)),
            (["--help=man"], ManualCommand(topic: nil)), (["manual"], ManualCommand(topic: nil)),
            (["--version"], VersionCommand(isVerbose: false)), (["-V"], VersionCommand(isVerbose: false)),
            (["--version", "--verbose"], VersionCommand(isVerbose: true)),
            (["add", "-V"], VersionCommand(isVerbose: false)),
            (["completions", "zsh"], CompletionsCommand(shell: .zsh)),
            (["paths"], PathsCommand(isJSON: false)), (["paths", "--json"], PathsCommand(isJSON: true)),
        ] as [([String], any ShellCommand)])
    func information(_ arguments: [String], command: any ShellCommand) {
        let invocation = CommandLineInterface.parse(arguments, validateBackend: CommandLineFixture.refusal) { .iso }
        #expect(invocation == .command(command, .init()))
    }

    @Test(
        "an error suggests the intended word, or names the help",
        arguments: [
            (["lsit"], "there is no command \"lsit\". Did you mean \"list\"?"),
            (["list", "--jsno"], "there is no option \"--jsno\" of list. Did you mean \"--json\"?"),
            (["--json"], "there is no option \"--json\". Try: cards-tui --help"),
            (["-x"], "there is no option \"-x\". Try: cards-tui --help"),
            (["paths", "all"], "\"all\" is one argument too many. Try: cards-tui help paths"),
            (["show"], "CARD is missing. Try: cards-tui help show"),
            (["group"], "group needs an action: add, remove, rename, list. Try: cards-tui help group"),
            (["group add", "x", "y"], "there is no command \"group add\". Try: cards-tui --help"),
            (
                ["group", "ad"],
                "group has no action \"ad\"; use one of: add, remove, rename, list. Did you mean \"group add\"?"
            ),
            (
                ["trash", "foo"],
                "trash has no action \"foo\"; use one of: list, restore, empty. Try: cards-tui help trash"
            ),
            (
                [""],
                "the first word is empty: use a command, or words to search for. Try: cards-tui --help"
            ),
            (["trsh", "list"], "there is no command \"trsh\". Did you mean \"trash\"?"),
            (["group", "rename", "a"], "NEW-NAME is missing. Try: cards-tui help group rename"),
            (["group", "rename", "a", "b", "c"], "\"c\" is one argument too many. Try: cards-tui help group rename"),
            (["star"], "CARD or --all is missing. Try: cards-tui help star"),
            (["star", "--all", " "], "--all needs words to search for. Try: cards-tui help star"),
            (
                ["list", "--sort", "nmae"],
                "--sort must be one of: name, added, used, expiry, start, balance, uses, usual, next. Did you mean \"name\"?"
            ),
            (["list", "--limit", "0"], "--limit must be a number from 1 on, not \"0\". Try: cards-tui help list"),
            (
                ["list", "--archived", "maybe"],
                "--archived must be yes, no or only, not \"maybe\". Try: cards-tui help list"
            ),
            (["list", "--json", "--header"], "--json cannot be used with --header. Try: cards-tui help list"),
            (["list", "--json=lines"], "the only value of the option --json is \"array\". Try: cards-tui help list"),
            (["undo", "all"], "N must be a number from 1 on, not \"all\". Try: cards-tui help undo"),
            (["add", "x"], "\"x\" is one argument too many. Try: cards-tui help add"),
            (["add", "-", "--name", "x"], "- cannot be used with --name. Try: cards-tui help add"),
            (
                ["edit", "x", "--clear", "name"],
                "--clear: there is no field \"name\" that can be empty. Try: cards-tui help edit"
            ),
            (
                ["edit", "x", "--note", "n", "--clear", "note"],
                "--note cannot be used with --clear note. Try: cards-tui help edit"
            ),
            (["list", "--photos"], "--photos needs --json. Try: cards-tui help list"),
            (["--store"], "the option --store needs a value: --store FILE. Try: cards-tui --help"),
            (["--store="], "the option --store needs a path. Try: cards-tui --help"),
            (["--store", "a", "--store", "b"], "the option --store is given twice. Try: cards-tui --help"),
            (["--demo=yes"], "the option --demo takes no value. Try: cards-tui --help"),
            (["--backend", "x"], "--backend: This is no address. Try: cards-tui --help"),
            (["--help=html"], "the only value of the option --help is \"man\". Try: cards-tui --help"),
            (["help", "shwo"], "there is no command and no topic \"shwo\". Did you mean \"show\"?"),
            (["add"], "a card needs a name: --name NAME. Try: cards-tui help add"),
            (["add", "--name", " "], "a card needs a name: --name NAME. Try: cards-tui help add"),
            (
                ["add", "--name", "x", "--expiry", "2026-02-30"],
                "--expiry \"2026-02-30\": February 2026 has 28 days. Try: cards-tui help add"
            ),
            (
                ["add", "--name", "x", "--balance", "much"],
                "--balance \"much\": use an amount such as 12.50 or 12.50 EUR. Try: cards-tui help add"
            ),
            (
                ["add", "--name", "x", "--balance", "12 XYZ"],
                "--balance \"12 XYZ\": XYZ is not a currency: use a code of ISO 4217, such as EUR. Try: cards-tui help add"
            ),
            (["add", "--name", "x", "--currency", "EUR"], "--currency needs --balance. Try: cards-tui help add"),
            (
                ["add", "--name", "x", "--color", "reddish"],
                "--color \"reddish\": use a color such as teal or #00897b. Try: cards-tui help add"
            ),
            (
                ["add", "--name", "x", "--balance", "5 EUR", "--currency", "USD"],
                "--currency: the balance is in EUR. Try: cards-tui help add"
            ),
            (
                ["add", "--name", "x", "--valid-from", "2026-02-02", "--expiry", "2026-02-01"],
                "the expiry date is before the start date. Try: cards-tui help add"
            ),
            (
                ["completions", "tcsh"],
                "completions exist for bash, zsh and fish, not for \"tcsh\". Try: cards-tui help completions"
            ),
        ])
    func wrong(_ arguments: [String], message: String) {
        let invocation = CommandLineInterface.parse(arguments, validateBackend: CommandLineFixture.refusal) { .iso }
        #expect(invocation == .failure("cards-tui: " + message))
    }

    @Test("an unknown kind of barcode gives an error that lists the known ones")
    func barcode() throws {
        guard case .failure(let message) = parse("add", "--name", "x", "--barcode", "EAN_113") else {
            return #expect(Bool(false), "taken")
        }
        #expect(message.hasSuffix("Did you mean \"EAN_13\"?"))
        #expect(message.contains("QR_CODE"))
    }

    @Test("no command line crashes the parser", arguments: 0..<200)
    func random(seed: Int) {
        let options = Set(
            (CommandLineTable.options + CommandLineTable.commands.flatMap(\.options)).map { "--" + $0.name })
        let words =
            CommandLineTable.commands.map(\.name) + options.sorted()
            + ["", "-", "--", "---", "--=", "=", "-h", "--store=", "--é=x", "\u{1B}[2J", "2026-01-01"]
        var generator = SplitMix(state: UInt64(seed))
        let count = Int.random(in: 0...6, using: &generator)
        let arguments = (0..<count).map { _ in words.randomElement(using: &generator) ?? "" }
        let invocation = CommandLineInterface.parse(arguments, validateBackend: CommandLineFixture.refusal) { .iso }
        if case .failure(let message) = invocation { #expect(message.hasPrefix("cards-tui: ")) }
    }

    private struct SplitMix: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = state
            value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
            return value ^ (value >> 31)
        }
    }
}
