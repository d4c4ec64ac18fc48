internal import CardSettings
internal import Cards

extension NewCard {
    /// Reads the options of `add`. Throws ``UsageError`` for a value that cannot be understood, or without a name.
    init(_ words: ArgumentParser) throws(UsageError) {
        func text(_ option: String) -> String? { words.values[option]?.first }
        func read<Value>(
            _ option: String, _ wanted: String, _ parse: (String) -> Value?
        ) throws(UsageError) -> Value? {
            guard let text = text(option) else { return nil }
            guard let value = parse(text) else { throw words.failure("--\(option) \"\(text)\" is not \(wanted)") }
            return value
        }
        guard let name = text("name"), !name.allSatisfy(\.isWhitespace) else {
            throw words.failure("a card needs a name: --name NAME")
        }
        self.name = name
        number = text("number") ?? ""
        note = text("note") ?? ""
        groups = (words.values["group"] ?? []).filter { !$0.isEmpty }
        validFrom = try read("valid-from", "a day like 2026-12-31") { CalendarDay($0) }
        expiry = try read("expiry", "a day like 2026-12-31") { CalendarDay($0) }
        balance = try read("balance", "an amount like 12.50", Balance.amount) ?? ""
        currency = try read("currency", "a currency like EUR", Balance.currency)
        color = try read("color", "a colour like #1a2b3c") { CardColor($0) }
        isStarred = words.values["star"] != nil
        barcode = try Self.barcode(text("barcode"), words)
        for side in Card.Side.allCases { photos[side] = text(side.rawValue) }
        if let validFrom, let expiry, expiry < validFrom {
            throw words.failure("the card would expire before it is valid")
        }
        if currency != nil && balance.isEmpty { throw words.failure("--currency goes with --balance") }
    }

    /// The usual name, in any case and with a dash or an underscore.
    private static func barcode(_ text: String?, _ words: ArgumentParser) throws(UsageError) -> BarcodeFormat? {
        guard let text else { return nil }
        let name = String(text.uppercased().map { $0 == "-" || $0 == " " ? "_" : $0 })
        guard CommandTable.barcodes.contains(name) else {
            throw words.failure(
                "there is no barcode \"\(text)\"; there are: \(CommandTable.barcodes.joined(separator: ", "))",
                Spelling.nearest(to: name, in: CommandTable.barcodes))
        }
        return BarcodeFormat(rawValue: name)
    }
}
