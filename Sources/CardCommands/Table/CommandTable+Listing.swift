internal import Cards

/// The commands that find and show cards.
extension CommandTable {
    static let findingCommands: [CommandSpec] = [
        listCommand,
        CommandSpec(
            name: .show, operand: .card, isOperandRepeatable: true,
            options: [json, photos, photo] + showOptions, summary: "Show one card",
            details: "\(oneCard) A photo is drawn on a terminal; otherwise it is written as it is "
                + "stored (cards-tui show Library --photo front > library.jpg). A barcode is black on white with the margin that "
                + "scanners need, as large as fits, with its number below; if the terminal is too "
                + "small, only the number is shown and the exit code is 1. When piped, it keeps its colours (cards-tui show Library "
                + "--barcode | less -R). A link contains name, number, note, dates, balance, barcode and, unless it is drawn, the "
                + "colour of the card, readable by everybody who has it; it contains no photos and no groups. A code of several "
                + "cards is a text of their names and links, as Catima shares them; where not all fit, the others are named and "
                + "the exit code is 1.",
            examples: ["show library", "show Tesco --barcode", "show Tesco Library --share-url"]),
    ]

    private static let photo = OptionSpec(
        "photo", takes: .oneOf("SIDE", Card.Side.allCases.map(\.rawValue)), "Show this photo: front, back or icon")
    private static let showOptions = [
        OptionSpec("secrets", "Show its secret fields, which are dots otherwise"),
        OptionSpec("barcode", "Draw its barcode"),
        OptionSpec("share-url", "Write the share link, which Catima on a phone can import; one per line"),
        OptionSpec("share-qr", "Draw that link as a QR code, for a phone to scan; of several cards, all in one"),
    ]

    private static let listCommand = CommandSpec(
        name: .list, operand: .text("WORDS"), isOperandRequired: false, isOperandRepeatable: true,
        options: listOptions, summary: "List cards",
        details: """
            WORDS are those of the search on the screen, with its filters: lidl, group:food, group:"two words", is:starred, \
            has:photo, expires:<30d, -is:archived. On a terminal, the cards are shown in columns. Otherwise the output is one \
            card per line, with tabs between the columns: name, number, groups, expiry date and identifier, with dates in ISO \
            form. Control characters in cards are replaced by their pictures, in JSON by \\u and their number. Starred cards \
            come first and archived ones last; where there are words to search for, the best matches come first. --report is \
            a text for people, such as for a mail from cron: nothing if no cards are found.
            """,
        examples: [
            "list group:food --sort expiry --limit 10", "list --columns id,name,balance --header",
            "list \"expires:<30d\" --archived no --report --exit-code",
        ])

    static let limit = OptionSpec("limit", takes: .text("N"), "List at most this many")

    private static let listOptions: [OptionSpec] = [
        OptionSpec("sort", takes: .oneOf("KEY", ListRequest.orders.map(\.word)), "Sort by this, instead of by name"),
        OptionSpec("reverse", "Sort the other way round"),
        limit,
        OptionSpec(
            "archived", takes: .oneOf("WHICH", ListRequest.Archived.allCases.map(\.rawValue)),
            "Include archived cards: yes (the default), no, or only"),
        OptionSpec(
            "columns", takes: .text("NAMES"),
            "Columns to list, separated by commas: " + ListColumn.allCases.map(\.rawValue).joined(separator: ", ")),
        OptionSpec("header", "Print the column names first"),
        OptionSpec("null", letter: "0", "End each line with a NUL byte, for xargs -0"),
        OptionSpec("report", "Write sentences, with what expires when"),
        OptionSpec("exit-code", "Exit with 1 if a card is listed, and with 0 if none is"),
        OptionSpec("json", attached: ["array"], "Write JSON, one card per line; --json=array writes an array"),
        photos,
    ]
}
