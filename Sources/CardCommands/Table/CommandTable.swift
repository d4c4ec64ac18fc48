internal import CardSettings
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
        OptionSpec("backend", takes: .text("URL"), "Use this backend, whatever the settings say"),
        OptionSpec("demo", "Use made-up cards; nothing is saved"),
        OptionSpec("plain", "Draw in ASCII only"),
        OptionSpec("theme", takes: theme, "Show the screen in these colours, as nord or one-light"),
        OptionSpec("help", letter: "h", "Show this help; --help=man writes the manual page"),
        OptionSpec("version", letter: "V", "Show the version"),
    ]

    static let commands: [CommandSpec] = [
        CommandSpec(
            name: .list, options: [json, photos], summary: "List the cards",
            details: """
                On a terminal the cards stand in columns: name, number, groups, and when they expire. Elsewhere there is one \
                card a line, the columns divided by tabs, with the identifier as the fifth.
                """),
        CommandSpec(
            name: .show, operand: cardOperand,
            options: [json, photos, photo] + showOptions, summary: "Show one card",
            details: "The card is named by its identifier or its name. When several cards have the name, their "
                + "identifiers are listed and the exit code is 1. A photo is drawn on a terminal; elsewhere it is written as it is "
                + "stored (cards-tui show Library --photo front > library.jpg). A barcode is black on white with the white that "
                + "scanners need around it, as large as there is room for, and its number stands below; in a terminal that is too "
                + "small the number alone, and the exit code is 1. Into a pipe it goes with its colours (cards-tui show Library "
                + "--barcode | less -R). A link holds name, number, note, days, balance, barcode and, unless it is drawn, "
                + "colour of the card for whoever has it; it holds no photos and no groups."),
        CommandSpec(
            name: .add, options: fieldOptions, summary: "Add a card and print its identifier",
            details: """
                A card needs a name, and a number or a photo. What its barcode says is its number, or --barcode-value where that \
                differs; a value that the kind cannot hold is refused with the reason. Days and amounts are read as \
                the locale writes them, in ISO form, or in English; what is unclear is refused. --from-url takes the card out of a link as \
                Catima shares it, and goes with no other field. Other users of the machine see a command line while it \
                runs: --from-url - reads the link from standard input.
                """),
        CommandSpec(
            name: .remove, operand: cardOperand, summary: "Remove a card",
            details:
                "Nothing is asked. When several cards have the name, none is removed, their identifiers are listed "
                + "and the exit code is 1."),
        CommandSpec(
            name: .import, operand: .file, summary: "Take cards from a JSON file",
            details: """
                The file holds an array of cards, an object of cards by identifier, or one card a line; - is standard input. \
                A card that is known is changed, one without an identifier gets a new one. A card without a name is \
                skipped and told, and the exit code is 1. A file that is not JSON changes nothing. A card has 64 MB at most, and of \
                a pipe no more than 1 GB is read.
                """),
        CommandSpec(
            name: .export, operand: .file, isOperandRequired: false, options: [photoFolder],
            summary: "Write all cards with their photos to a JSON file",
            details:
                "The file takes the place of an older one when it is complete; - is standard output. With --photos the photos "
                + "are written as pictures too, a file each, named after their cards; the file may be left out then."),
        CommandSpec(
            name: .check, options: [repair], summary: "Look whether every card can be read",
            details: """
                Looks at all of the card store, and names each card that cannot be read. Then the exit code is 3, as it is of list, \
                show and export, which leave such a card out. --repair takes what is lost from the history of the card, as far as it \
                is there; copy the card store away before.
                """),
        CommandSpec(
            name: .sync, options: [sendAll], summary: "Synchronize the cards with the backend",
            details: """
                Downloads, sends what the backend does not have yet, and says in one line what came of it. The first failure \
                ends it: what came before that is kept, the exit code is 4, or 3 where the store failed. When the backend \
                refuses a card, or serves files only, or cards in its list cannot be taken, the exit code is 1; also when there are \
                cards from before the backend was set and --send-all does not say that they may be sent. On the screen \
                is:conflict finds the cards that were changed on both sides, is:local those that the backend does not have. \
                Ctrl-C stops it.
                """),
        CommandSpec(
            name: .forgetUses, summary: "Forget when and how often cards were used",
            details:
                "That is counted on this machine only, for the orders by use, and is never exported or uploaded. count_uses: "
                + "false in the settings file turns it off."),
        CommandSpec(name: .paths, summary: "Show where the cards, the settings, the log and the drafts are"),
        CommandSpec(
            name: .completions, operand: .oneOf("SHELL", ["bash", "zsh", "fish"]),
            summary: "Write the completions for a shell",
            details: "For bash: cards-tui completions bash > ~/.local/share/bash-completion/completions/cards-tui"),
        CommandSpec(
            name: .help, operand: .oneOf("COMMAND", []), isOperandRequired: false, summary: "Explain a command"),
        CommandSpec(name: .manual, summary: "Write the manual page", isHidden: true),
    ]

    static var visibleCommands: [CommandSpec] { commands.filter { !$0.isHidden } }

    static func command(_ name: CommandSpec.Name) -> CommandSpec? { commands.first { $0.name == name } }

    static let exitCodes: [(code: ExitCode, meaning: String)] = [
        (.success, "Done"),
        (.refused, "Refused, or not found; of an import: cards were skipped; of sync: cards were not taken"),
        (.usage, "The command line is wrong, or the file of --config cannot be read"),
        (.store, "The card store, or a card in it, cannot be used"),
        (.network, "The backend cannot be reached"),
        (.interrupted, "Stopped by Ctrl-C; what came so far is kept"),
    ]

    /// The kinds of barcodes that a new card can have.
    static let barcodes = BarcodeFormat.known.map(\.rawValue).sorted()
    private static let encodings = BarcodeEncoding.allCases.map(\.rawValue)

    /// The user's own themes have names too, which are not known here.
    static let theme = OptionSpec.Value.oneOf("NAME", ThemeCatalog.embeddedNames)

    private static let json = OptionSpec("json", "Write JSON")
    private static let photos = OptionSpec("photos", "With the photos as base64 in the JSON")
    private static let photo = OptionSpec(
        "photo", takes: .oneOf("SIDE", Card.Side.allCases.map(\.rawValue)), "Show this photo, front or back")
    private static let showOptions = [
        OptionSpec("barcode", "Draw its barcode"),
        OptionSpec("share-url", "Write the link with which a phone that has Catima takes the card"),
        OptionSpec("share-qr", "Draw that link as a QR code, for a phone to scan"),
    ]
    private static let photoFolder = OptionSpec("photos", takes: .folder, "Write each photo as a file into this folder")
    private static let repair = OptionSpec("repair", "Mend what can be mended")
    private static let sendAll = OptionSpec(
        "send-all", "Send the cards that were here before this backend, too")
    private static let cardOperand = OptionSpec.Value.text("NAME-OR-ID")

    private static let fieldOptions: [OptionSpec] = [
        OptionSpec("name", takes: .text("NAME"), "Name of the card"),
        OptionSpec("number", takes: .text("NUMBER"), "Number of the card"),
        OptionSpec("note", takes: .text("TEXT"), "Note"),
        OptionSpec("group", takes: .text("GROUP"), repeatable: true, "Group; may be given several times"),
        OptionSpec("phone", takes: .text("PHONE"), "Phone number of the shop"),
        OptionSpec("website", takes: .text("URL"), "Website of the shop"),
        OptionSpec("valid-from", takes: .text("DATE"), "First day on which it is valid, as \"31 Dec 2026\""),
        OptionSpec(
            "expiry", takes: .text("DATE"), "Last day on which it is valid, as 2026-12-31, 12/2026 or \"in 3 weeks\""),
        OptionSpec("balance", takes: .text("AMOUNT"), "What is left on it, as 12.50 or \"12.50 EUR\""),
        OptionSpec("currency", takes: .text("CODE"), "Currency of the balance, as EUR; without it, points"),
        OptionSpec("color", takes: .text("COLOR"), "Colour, as teal or #1a2b3c"),
        OptionSpec("star", "Keep it at the top of the list"),
        OptionSpec("front", takes: .file, "Photo of the front"),
        OptionSpec("back", takes: .file, "Photo of the back"),
        OptionSpec("barcode", takes: .oneOf("FORMAT", barcodes), "Kind of barcode, as EAN_13"),
        OptionSpec("barcode-value", takes: .text("VALUE"), "What the barcode says, where that is not the number"),
        OptionSpec(
            "barcode-encoding", takes: .oneOf("ENCODING", encodings), "How the text of a barcode becomes bytes"),
        OptionSpec("from-url", takes: .text("URL"), "Take the card out of this link; - reads it from standard input"),
    ]
}
