internal import CardSettings
internal import CardTransfer
internal import Cards

/// The definition of the whole command line: the parser, the help, the manual page and the shell completions are generated from
/// this table alone.
enum CommandTable {
    static let program = "cards-tui"
    static let summary = "keeps loyalty, membership and gift cards, and shows them at the counter"

    /// Options that are accepted with and without a command.
    static let options: [OptionSpec] = [
        OptionSpec("store", takes: .file, "Use this card store"),
        OptionSpec("config", takes: .file, "Use this settings file"),
        OptionSpec("backend", takes: .text("URL"), "Use this backend instead of the one in the settings"),
        OptionSpec("demo", "Use sample cards; nothing is saved"),
        OptionSpec("plain", "Draw in ASCII only"),
        OptionSpec("quiet", letter: "q", "Print only the result and errors"),
        OptionSpec("theme", takes: theme, "Use this colour theme, such as nord"),
        OptionSpec("help", letter: "h", attached: ["man"], "Show this help; --help=man writes the manual page"),
        OptionSpec("version", letter: "V", "Show the version"),
        OptionSpec("verbose", "Say which files are used and how long it took; with --version, what was found"),
    ]

    static let commands: [CommandSpec] =
        findingCommands + [addCommand] + changingCommands + BookCommand.specs + otherCommands

    private static let otherCommands: [CommandSpec] = [
        BarcodeCommand.spec,
        PhotoCommand.spec,
        ScanCommand.spec,
        LedgerCommand.spec,
        StatsCommand.spec,
        CommandSpec(
            name: .import, operand: .file, isOperandRepeatable: true, options: importOptions,
            summary: "Import cards from a file of this or another program",
            details: """
                The format is recognized by the content. - is standard input, and https://… is fetched; a redirect to another host is asked, \
                and refused without a terminal. Several files are one import, and an import is one \
                step of undo. A card that is here already is merged: what changed in the file since the last import is changed here, \
                what changed here stays, and a field that changed in both is in conflict; so a second import changes nothing. A card \
                without a name is skipped and reported, and the exit code is 1. The password of an encrypted archive is asked for on \
                the terminal, or read from the first line of --password-file.
                """,
            examples: [
                "import catima.zip --dry-run", "import https://shop.example/card.pkpass",
                "import - --format csv --columns name=Shop,number=Code < cards.csv",
            ]),
        CommandSpec(
            name: .export, operand: .file, isOperandRequired: false, options: exportOptions,
            summary: "Export cards to a file, with their photos where the format has any",
            details: """
                All cards are exported, or those of --card and --all. The ending of FILE sets the format, otherwise JSON; \
                --format overrides it. An existing file is replaced when the export is complete; - is standard output. What a format \
                has no field for is reported, as are the secret fields that are left out. With --photos the photos are also written as pictures, named after their cards; FILE is \
                optional then.
                """,
            examples: [
                "export catima.zip --photos photos", "export food.csv --all group:food",
            ]),
        RemindCommand.spec,
        PassesCommand.spec,
        BackupCommand.spec,
        RestoreCommand.spec,
        CommandSpec(
            name: .check, options: [repair, json], summary: "Check the settings and the card store",
            details: """
                Reports what is wrong with the settings, the keys and your own themes. Reads the whole card store and lists each \
                card that cannot be read. The exit code is then 3, as with list, show and export, which skip such cards. It is 1 \
                for problems of the settings, and if photos are missing, or are in the store although no card has them, or if the \
                last automatic backup failed; it says when the last one was made. --repair restores what is lost from the history of \
                the card, as far as possible, and removes photos that no card has; make a copy of the card store first.
                """,
            examples: ["check", "backup before.sqlite && cards-tui check --repair"]),
        SyncCommand.spec,
        ConflictsCommand.spec,
        CommandSpec(
            name: .forgetUses,
            options: [
                OptionSpec("yes", "Do not ask"), OptionSpec("json", "Write how many cards had been used, as JSON"),
            ],
            summary: "Forget when and how often cards were used",
            details:
                "Uses are counted on this machine only, for sorting by use, and are never exported or uploaded. count_uses: "
                + "false in the settings file turns it off. It asks first; where there is no terminal, --yes is needed.",
            examples: ["forget-uses", "--store other.sqlite forget-uses --yes"]),
        ForgetSecretCommand.spec,
        ThemesCommand.spec,
        KeysCommand.spec,
        CommandSpec(
            name: .paths, options: [json], summary: "Show where the cards, the settings, the log and the drafts are",
            examples: ["paths", "paths --json"]),
        CommandSpec(
            name: .completions, operand: .oneOf("SHELL", ["bash", "zsh", "fish"]),
            summary: "Write the completions for a shell",
            details: "For bash: cards-tui completions bash > ~/.local/share/bash-completion/completions/cards-tui",
            examples: [
                "completions zsh > ~/.zfunc/_cards-tui",
                "completions fish > ~/.config/fish/completions/cards-tui.fish",
            ]),
        CommandSpec(
            name: .help, operand: .oneOf("COMMAND", []), isOperandRequired: false, isOperandRepeatable: true,
            summary: "Explain a command or a topic", examples: ["help group add", "help import-files"]),
        CommandSpec(
            name: .manual, operand: .text("TOPIC"), isOperandRequired: false, summary: "Write the manual page",
            isHidden: true),
        CompleteCommand.spec,
    ]

    static var visibleCommands: [CommandSpec] { commands.filter { !$0.isHidden } }

    static func command(_ name: CommandSpec.Name) -> CommandSpec? { commands.first { $0.name == name } }

    // MARK: - Families

    /// The first words of commands with two words.
    static let families: [(word: String, summary: String)] = [
        ("group", "List and change the groups of cards"), ("trash", "List, restore and empty the trash"),
        ("passes", "Renew passes by their issuers"),
    ]

    static func isFamily(_ word: String) -> Bool { families.contains { $0.word == word } }

    /// The commands of a family.
    static func members(of family: String) -> [CommandSpec] {
        visibleCommands.filter { $0.name.words.count > 1 && $0.name.words.first == family }
    }

    static func actions(of family: String) -> [String] { members(of: family).compactMap(\.name.words.last) }

    /// Whether a command line can begin with it.
    static func isFirstWord(_ word: String) -> Bool { isFamily(word) || CommandSpec.Name(rawValue: word) != nil }

    static func nearestCommand(to name: String) -> String? {
        let names = visibleCommands.map(\.name.rawValue) + families.map(\.word)
        // Two words in one argument are no command.
        return Spelling.nearest(to: name, in: names.filter { $0 != name })
    }

    static let exitCodes: [(code: ExitCode, meaning: String)] = [
        (.success, "Done"),
        (
            .refused,
            "Rejected, or not found; import: cards were skipped; sync: cards were rejected; list --exit-code: there are cards; check: "
                + "something is not right"
        ),
        (.usage, "The command line is invalid, or the file of --config cannot be read"),
        (.store, "The card store, or a card in it, cannot be used"),
        (.network, "The backend cannot be reached"),
        (.interrupted, "Stopped by Ctrl-C; received cards are kept"),
        (.outputClosed, "The program reading the output has exited"),
    ]

    /// The user's own themes have names too, which are not known here.
    static let theme = OptionSpec.Value(
        name: "NAME", kind: .oneOf(ThemeCatalog.embeddedNames), completion: .themes)

    static let json = OptionSpec("json", "Write JSON")
    static let photos = OptionSpec("photos", "With the photos as base64 in the JSON")
    private static let photoFolder = OptionSpec("photos", takes: .folder, "Write each photo as a file into this folder")
    private static let passwordFile = OptionSpec(
        "password-file", takes: .file, "Read the password of the ZIP archive from this file")
    private static let importOptions = [
        OptionSpec(
            "format", takes: .oneOf("FORMAT", FileFormat.allCases.map(\.rawValue)),
            "Format of the file, if it is not recognized"),
        OptionSpec("dry-run", "Only show what would be imported"),
        OptionSpec("json", "Write the result as JSON; with --dry-run, with every card"),
        passwordFile,
        OptionSpec(
            "on-duplicate", takes: .oneOf("WHAT", ImportOptions.Duplicates.allCases.map(\.rawValue)),
            "Merge, skip or add cards that are here already; the default is merge"),
        OptionSpec("rename", "If a table has a card's number under another name, rename the card"),
        OptionSpec("columns", takes: .text("COLUMNS"), "Columns of a table, such as name=Shop,number=Code"),
        OptionSpec(
            "decimal", takes: .oneOf("MARK", DecimalMark.allCases.map(\.rawValue)),
            "Decimal mark of a table's amounts, if it cannot be recognized"),
        OptionSpec("encoding", takes: .text("NAME"), "Encoding of a table, if it is not recognized"),
    ]
    private static let exportOptions = [
        OptionSpec(
            "format", takes: .oneOf("FORMAT", ExportFormat.allCases.map(\.rawValue)),
            "Format of the file, whatever its name ends with"),
        OptionSpec(
            "card", takes: .card, repeatable: true, "Export this card, not all; may be given several times"),
        all,
        OptionSpec("password", "With --format catima: encrypt it, and ask for the password"),
        passwordFile, photoFolder,
        OptionSpec("secrets", "With --format json: include the secret fields; only you can read the file then"),
        OptionSpec("json", "Write the result as JSON"),
    ]
    private static let repair = OptionSpec("repair", "Repair what can be repaired")
    private static let sendAll = OptionSpec(
        "send-all", "Send the cards that were here before this backend, too")
    static let oneCard =
        "CARD is its identifier, its name, or words that find no other card. If several cards match, they are listed and the "
        + "exit code is 1."
}
