internal import Cards

/// The commands that set the fields of one card.
extension CommandTable {
    static let addCommand = CommandSpec(
        name: .add, operand: .text("-"), isOperandRequired: false,
        options: fieldOptions + [
            OptionSpec(
                "from-url", takes: .text("URL"),
                "Add the card of this share link, or all of a text with several; - reads it from standard input"),
            json,
        ], summary: "Add a card and print its identifier",
        details: """
            A card needs a name, and a number or a photo. If the number itself shows the kind of barcode, such as an EAN-13 with \
            its check digit, that kind is used; --barcode sets another, or none. The value of the barcode is the number, or \
            --barcode-value if that differs; a value that the kind cannot encode is rejected with the reason. Dates and amounts \
            are read as the locale writes them, in ISO form, or in English; ambiguous ones are rejected. --from-url adds the card \
            of a share link of Catima, or those of all links in a text, as one step, and cannot be used with other fields. Other users of the machine can see a command line \
            while it runs: --from-url - reads the link from standard input. With - as its operand, add reads one card as JSON from \
            standard input, as show --json --photos writes it.
            """,
        examples: ["add --name Tesco --number 5901234123457", "add --name Gym --number 77 --barcode QR_CODE"])

    static let editCommand = CommandSpec(
        name: .edit, operand: .card, options: fieldOptions + [clear] + SecretCommand.options + [json],
        summary: "Change the fields of a card",
        details: """
            \(oneCard) Without a field it opens in $VISUAL or $EDITOR, as YAML; a text with a mistake is opened again, with \
            the reason as a comment above the line. If it is closed as it is then, the text is kept, and the screen offers it at \
            its next start. Where standard error is not a terminal, the first mistake ends the command. --group replaces all \
            groups of the card; --field, --code and --picture change the one with that name or label, add it, or remove it where \
            nothing follows the equals sign. Where nothing changes, nothing is saved. What is saved is one step for undo. --secret sets \
            a secret field such as a PIN: it is shown as dots, not encrypted on this machine, and goes to other devices only where the \
            shared cards are encrypted.
            """,
        examples: [
            "edit Tesco --balance \"12.50 EUR\" --clear expiry", "edit \"elm gym\"", "edit Tesco --secret PIN",
        ])

    private static let clear = OptionSpec(
        "clear", takes: .oneOf("FIELD", fieldOptions.map(\.name).filter { $0 != "name" }), repeatable: true,
        "Remove the value of this field; may be given several times")

    static let fieldOptions: [OptionSpec] = [
        OptionSpec("name", takes: .text("NAME"), "Name of the card"),
        OptionSpec("number", takes: .text("NUMBER"), "Number of the card"),
        OptionSpec("note", takes: .text("TEXT"), "Note"),
        OptionSpec("group", takes: .group, repeatable: true, "Group; may be given several times"),
        OptionSpec("phone", takes: .text("PHONE"), "Phone number of the shop"),
        OptionSpec("website", takes: .text("URL"), "Website of the shop"),
        OptionSpec("valid-from", takes: .text("DATE"), "First day on which it is valid, such as \"31 Dec 2026\""),
        OptionSpec(
            "expiry", takes: .text("DATE"), "Expiry date, such as 2026-12-31, 12/2026 or \"in 3 weeks\""),
        OptionSpec(
            "remind-before", takes: .text("PERIODS"),
            "When to remind before the expiry date, such as \"30d, 7d\", or never"),
        OptionSpec("balance", takes: .text("AMOUNT"), "Balance, such as 12.50 or \"12.50 EUR\""),
        OptionSpec("currency", takes: .text("CODE"), "Currency of the balance, such as EUR; default: points"),
        OptionSpec("color", takes: .text("COLOR"), "Colour, such as teal or #1a2b3c"),
        OptionSpec("star", "Keep it at the top of the list"),
        OptionSpec("front", takes: .file, "Photo of the front"),
        OptionSpec("back", takes: .file, "Photo of the back"),
        OptionSpec("icon", takes: .file, "Icon that stands for it in the wallet, or none"),
        OptionSpec(
            "barcode", takes: .oneOf("FORMAT", barcodes + [noBarcode]), "Kind of barcode, such as EAN_13, or none"),
        OptionSpec("barcode-value", takes: .text("VALUE"), "Value of the barcode, if it is not the number"),
        OptionSpec(
            "barcode-encoding", takes: .oneOf("ENCODING", encodings), "Encoding of the barcode's text"),
        OptionSpec(
            "field", takes: .text("NAME=VALUE"), repeatable: true,
            "Field with a name of your own, such as Locker=12; may be given several times"),
        OptionSpec(
            "code", takes: .text("LABEL=KIND:VALUE"), repeatable: true,
            "Code beside the barcode, such as \"Voucher=QR_CODE:4711\"; may be given several times"),
        OptionSpec(
            "picture", takes: .text("LABEL=FILE"), repeatable: true,
            "Picture beside front and back, such as Receipt=may.jpg; may be given several times"),
    ]

    /// The kinds of barcodes that a card can have.
    static let barcodes = BarcodeFormat.known.map(\.rawValue).sorted()
    /// The value of `--barcode` for a card without one.
    static let noBarcode = "none"
    /// The value of `--icon` for a card without one; the file of that name is `./none`.
    static let noIcon = "none"
    private static let encodings = BarcodeEncoding.offered.map(\.rawValue)
}
