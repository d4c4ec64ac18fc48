internal import Cards

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
