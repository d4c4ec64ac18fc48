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
        OptionSpec("backend", takes: .text("URL"), "Use this backend instead of that of the settings"),
        OptionSpec("demo", "Use sample cards; nothing is saved"),
        OptionSpec("plain", "Draw in ASCII only"),
        OptionSpec("theme", takes: theme, "Use this colour theme, such as nord"),
        OptionSpec("help", letter: "h", "Show this help; --help=man writes the manual page"),
        OptionSpec("version", letter: "V", "Show the version"),
    ]

    static let commands: [CommandSpec] = [
        CommandSpec(
            name: .list, options: [json, photos], summary: "List the cards",
            details: """
                On a terminal, the cards are shown in columns: name, number, groups and expiry date. Otherwise the output is one \
                card a line, with tabs between the columns and the identifier as the fifth.
                """),
        CommandSpec(
            name: .show, operand: cardOperand,
            options: [json, photos, photo] + showOptions, summary: "Show one card",
            details: "Give the card's identifier or its name. When several cards have the name, their "
                + "identifiers are listed and the exit code is 1. A photo is drawn on a terminal; otherwise it is written as it is "
                + "stored (cards-tui show Library --photo front > library.jpg). A barcode is black on white with the margin that "
                + "scanners need, as large as fits, with its number below; if the terminal is too "
                + "small, only the number is shown and the exit code is 1. In a pipe it keeps its colours (cards-tui show Library "
                + "--barcode | less -R). A link contains name, number, note, dates, balance, barcode and, unless it is drawn, the "
                + "colour of the card, readable by everybody who has it; it contains no photos and no groups."),
        CommandSpec(
            name: .add, options: fieldOptions, summary: "Add a card and print its identifier",
            details: """
                A card needs a name, and a number or a photo. The value of the barcode is the number, or --barcode-value if that \
                differs; a value that the kind cannot encode is rejected with the reason. Dates and amounts are read as \
                the locale writes them, in ISO form, or in English; ambiguous ones are rejected. --from-url adds the card of a share link of \
                Catima, and cannot be used with other fields. Other users of the machine can see a command line while it \
                runs: --from-url - reads the link from standard input.
                """),
        CommandSpec(
            name: .remove, operand: cardOperand, summary: "Remove a card",
            details:
                "Does not ask. When several cards have the name, none is removed, their identifiers are listed "
                + "and the exit code is 1."),
        CommandSpec(
            name: .import, operand: .file, isOperandRepeatable: true, options: importOptions,
            summary: "Import cards from a file of this or another program",
            details: """
                The format is recognized by the content: JSON, as export writes it; an export of Catima, as a ZIP archive or as its CSV, \
                also of Loyalty Card Keychain; passes of Apple Wallet (.pkpass, .pkpasses, pass.json) and of PassAndroid; exports of \
                FidMe, Voucher Vault, Stocard and Klarna; links of Catima, one a line; a CSV file of a spreadsheet, whose columns are \
                recognized by their names or named with --columns. Google Wallet has no export. A picture or a PDF \
                becomes a card that is named after its file, with the barcode in it, and the picture as its front photo; a folder stands \
                for the pictures in it. - is standard input. Several files are one import: one of them that cannot be read ends it. \
                A card that is here already is merged: what changed in the file since the last import is changed here, what \
                changed here stays, and a field that changed in both is reported and stays; so a second import changes nothing. A card is \
                the same if it has the same identifier, or the same number, kind of barcode and name. The import is one step, which can be \
                undone on the screen. A card without a name is skipped and reported, and the exit code is 1. A file that is not of any \
                format changes nothing. \
                \(TransferLimits.text) The password of an encrypted archive is asked for on the terminal, three times at most, or read \
                from the first line of --password-file; of several, it is that of all.
                """),
        CommandSpec(
            name: .export, operand: .file, isOperandRequired: false, options: exportOptions,
            summary: "Export all cards to a file, with their photos where the format has any",
            details: """
                An existing file is replaced when the export is complete; - is standard output. The format is json, unless --format says: \
                catima, the ZIP archive that Catima on a phone imports; catima-csv, its table without photos; csv, a table for \
                spreadsheets; ics, a calendar with the expiry dates; html, a page to print. What came from Catima and was not changed here \
                goes back to it unchanged, byte for byte. What a format has no field for is reported. With --photos the photos are also \
                written as pictures, one file each, named after their cards; FILE is optional then.
                """),
        CommandSpec(
            name: .check, options: [repair], summary: "Check that every card can be read",
            details: """
                Reads the whole card store and lists each card that cannot be read. The exit code is then 3, as with list, \
                show and export, which skip such cards. --repair restores what is lost from the history of the card, as far as \
                possible; make a copy of the card store first.
                """),
        CommandSpec(
            name: .sync, options: [sendAll], summary: "Sync the cards with the backend",
            details: """
                Downloads, uploads what the backend does not have yet, and prints the result in one line. The first failure \
                ends it: everything received so far is kept, and the exit code is 4, or 3 if the store failed. If the backend \
                rejects a card, or is read-only, or cards in its list cannot be read, the exit code is 1; also if there are \
                cards from before the backend was set and --send-all is not given. On the screen, \
                is:conflict finds the cards in conflict, is:local those that the backend does not have. \
                Ctrl-C stops it.
                """),
        CommandSpec(
            name: .forgetUses, summary: "Forget when and how often cards were used",
            details:
                "Uses are counted on this machine only, for sorting by use, and are never exported or uploaded. count_uses: "
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
        (.refused, "Rejected, or not found; import: cards were skipped; sync: cards were rejected"),
        (.usage, "The command line is invalid, or the file of --config cannot be read"),
        (.store, "The card store, or a card in it, cannot be used"),
        (.network, "The backend cannot be reached"),
        (.interrupted, "Stopped by Ctrl-C; received cards are kept"),
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
        OptionSpec("share-url", "Write the share link, which Catima on a phone can import"),
        OptionSpec("share-qr", "Draw that link as a QR code, for a phone to scan"),
    ]
    private static let photoFolder = OptionSpec("photos", takes: .folder, "Write each photo as a file into this folder")
    private static let passwordFile = OptionSpec(
        "password-file", takes: .file, "Read the password of the ZIP archive from this file")
    private static let importOptions = [
        OptionSpec(
            "format", takes: .oneOf("FORMAT", FileFormat.allCases.map(\.rawValue)),
            "Format of the file, if it is not recognized"),
        OptionSpec("dry-run", "Only show what would be imported"),
        OptionSpec("json", "With --dry-run: write the result as JSON"),
        passwordFile,
        OptionSpec(
            "on-duplicate", takes: .oneOf("WHAT", ImportOptions.Duplicates.allCases.map(\.rawValue)),
            "Merge, skip or add cards that are here already; merge is usual"),
        OptionSpec("columns", takes: .text("COLUMNS"), "Columns of a CSV file, as name=Shop,number=Code"),
    ]
    private static let exportOptions = [
        OptionSpec(
            "format", takes: .oneOf("FORMAT", ExportFormat.allCases.map(\.rawValue)),
            "Format of the file; json is usual"),
        OptionSpec("password", "With --format catima: encrypt it, and ask for the password"),
        passwordFile, photoFolder,
    ]
    private static let repair = OptionSpec("repair", "Repair what can be repaired")
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
        OptionSpec("balance", takes: .text("AMOUNT"), "Balance, as 12.50 or \"12.50 EUR\""),
        OptionSpec("currency", takes: .text("CODE"), "Currency of the balance, as EUR; without it, points"),
        OptionSpec("color", takes: .text("COLOR"), "Colour, as teal or #1a2b3c"),
        OptionSpec("star", "Keep it at the top of the list"),
        OptionSpec("front", takes: .file, "Photo of the front"),
        OptionSpec("back", takes: .file, "Photo of the back"),
        OptionSpec("barcode", takes: .oneOf("FORMAT", barcodes), "Kind of barcode, as EAN_13"),
        OptionSpec("barcode-value", takes: .text("VALUE"), "Value of the barcode, if it is not the number"),
        OptionSpec(
            "barcode-encoding", takes: .oneOf("ENCODING", encodings), "Encoding of the barcode's text"),
        OptionSpec("from-url", takes: .text("URL"), "Add the card of this share link; - reads it from standard input"),
    ]
}
