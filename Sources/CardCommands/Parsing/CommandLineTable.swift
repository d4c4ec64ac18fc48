internal import CardSettings
internal import CardTransfer
internal import Cards

/// The definition of the whole command line: the parser, the help, the manual page and the shell completions are generated from
/// this table alone.
enum CommandLineTable {
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
        OptionSpec("theme", takes: theme, "Use this color theme, such as nord"),
        OptionSpec("help", letter: "h", attached: ["man"], "Show this help; --help=man writes the manual page"),
        OptionSpec("version", letter: "V", "Show the version"),
        OptionSpec(
            "verbose", "Show which files are used and how long it took; with --version, which libraries were found"),
    ]

    /// In the order of the help. A new command is one more name here.
    static let commands: [CommandSpec] =
        [ListCommand.spec, ShowCommand.spec, AddCommand.spec, EditCommand.spec, RenewCommand.spec]
        + ActCommand.specs + [RenameGroupCommand.spec, ListGroupsCommand.spec] + ActCommand.otherSpecs
        + [ListTrashCommand.spec, RestoreCardsCommand.spec, EmptyTrashCommand.spec] + UndoCommand.specs
        + [HistoryCommand.spec] + BookCommand.specs + [
            BarcodeCommand.spec, PhotoCommand.spec, ScanCommand.spec, LedgerCommand.spec, StatsCommand.spec,
            ImportCommand.spec, ExportCommand.spec, RemindCommand.spec, PassesCommand.spec, BackupCommand.spec,
            RestoreCommand.spec, CheckCommand.spec, SyncCommand.spec, ConflictsCommand.spec, ForgetUsesCommand.spec,
            ForgetSecretCommand.spec, ThemesCommand.spec, KeysCommand.spec, PathsCommand.spec, CompletionsCommand.spec,
            HelpCommand.spec, ManualCommand.spec, CompleteCommand.spec,
        ]

    static var visibleCommands: [CommandSpec] { commands.filter { !$0.isHidden } }

    static func command(_ name: String) -> CommandSpec? { commands.first { $0.name == name } }

    // MARK: - Families

    /// The first words of commands with two words.
    static let families: [(word: String, summary: String)] = [
        ("group", "List and change groups"), ("trash", "List, restore and empty the trash"),
        ("passes", "Renew passes by their issuers"),
    ]

    static func isFamily(_ word: String) -> Bool { families.contains { $0.word == word } }

    /// The commands of a family.
    static func members(of family: String) -> [CommandSpec] {
        visibleCommands.filter { $0.words.count > 1 && $0.words.first == family }
    }

    static func actions(of family: String) -> [String] { members(of: family).compactMap(\.words.last) }

    /// Whether a command line can begin with it.
    static func isFirstWord(_ word: String) -> Bool { isFamily(word) || command(word) != nil }

    static func nearestCommand(to name: String) -> String? {
        let names = visibleCommands.map(\.name) + families.map(\.word)
        // Two words in one argument are no command.
        return Spelling.nearest(to: name, in: names.filter { $0 != name })
    }

    static let exitCodes: [(code: ExitCode, meaning: String)] = [
        (.success, "Success"),
        (
            .refused,
            "Rejected or not found; import: cards were skipped; sync: cards were rejected; list --exit-code: there are cards; check: "
                + "problems were found"
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
    static let dryRun = OptionSpec("dry-run", "Show what would change, and change nothing")
    static let all = OptionSpec(
        "all", takes: .text("WORDS"), "All cards that this search finds, including archived ones")
    static let passwordFile = OptionSpec(
        "password-file", takes: .file, "Read the password of the ZIP archive from this file")
    static let oneCard =
        "CARD is its identifier, its name, or words that find no other card. If several cards match, they are listed and the "
        + "exit code is 1."
}

/// The options that set the fields of one card.
extension CommandLineTable {
    static let fieldOptions: [OptionSpec] = [
        OptionSpec("name", takes: .text("NAME"), "Name of the card"),
        OptionSpec("number", takes: .text("NUMBER"), "Number of the card"),
        OptionSpec("note", takes: .text("TEXT"), "Note"),
        OptionSpec("group", takes: .group, repeatable: true, "Group; may be given several times"),
        OptionSpec("phone", takes: .text("PHONE"), "Phone number of the shop"),
        OptionSpec("website", takes: .text("URL"), "Website of the shop"),
        OptionSpec("valid-from", takes: .text("DATE"), "Start date, such as \"31 Dec 2026\""),
        OptionSpec(
            "expiry", takes: .text("DATE"), "Expiry date, such as 2026-12-31, 12/2026 or \"in 3 weeks\""),
        OptionSpec(
            "remind-before", takes: .text("PERIODS"),
            "When to remind before the expiry date, such as \"30d, 7d\", or never"),
        OptionSpec("balance", takes: .text("AMOUNT"), "Balance, such as 12.50 or \"12.50 EUR\""),
        OptionSpec("currency", takes: .text("CODE"), "Currency of the balance, such as EUR; default: points"),
        OptionSpec("color", takes: .text("COLOR"), "Color, such as teal or #1a2b3c"),
        OptionSpec("star", "Keep the card at the top of the list"),
        OptionSpec("front", takes: .file, "Photo of the front"),
        OptionSpec("back", takes: .file, "Photo of the back"),
        OptionSpec("icon", takes: .file, "Icon that represents the card, or none"),
        OptionSpec(
            "barcode", takes: .oneOf("FORMAT", barcodes + [noBarcode]), "Kind of barcode, such as EAN_13, or none"),
        OptionSpec("barcode-value", takes: .text("VALUE"), "Value of the barcode, if it is not the number"),
        OptionSpec(
            "barcode-encoding", takes: .oneOf("ENCODING", encodings), "Encoding of the barcode's text"),
        OptionSpec(
            "field", takes: .text("NAME=VALUE"), repeatable: true,
            "Custom field, such as Locker=12; may be given several times"),
        OptionSpec(
            "code", takes: .text("LABEL=KIND:VALUE"), repeatable: true,
            "Additional code, such as \"Voucher=QR_CODE:4711\"; may be given several times"),
        OptionSpec(
            "picture", takes: .text("LABEL=FILE"), repeatable: true,
            "Additional picture, such as Receipt=may.jpg; may be given several times"),
    ]

    /// The kinds of barcodes that a card can have.
    static let barcodes = BarcodeFormat.known.map(\.rawValue).sorted()
    /// The value of `--barcode` for a card without one.
    static let noBarcode = "none"
    /// The value of `--icon` for a card without one; the file of that name is `./none`.
    static let noIcon = "none"
    private static let encodings = BarcodeEncoding.offered.map(\.rawValue)
}
