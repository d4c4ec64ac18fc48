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
        barcode = try Self.barcode(words, number: number)
        for side in Card.Side.allCases { photos[side] = text(side.rawValue) }
        if let validFrom, let expiry, expiry < validFrom {
            throw words.failure("the card would expire before it is valid")
        }
        if currency != nil && balance.isEmpty { throw words.failure("--currency goes with --balance") }
    }

    /// Checked against what it is to say.
    private static func barcode(_ words: ArgumentParser, number: String) throws(UsageError) -> Barcode? {
        let (value, encoding) = (words.values["barcode-value"]?.first, words.values["barcode-encoding"]?.first)
        guard let name = words.values["barcode"]?.first else {
            for (option, text) in [("barcode-value", value), ("barcode-encoding", encoding)] where text != nil {
                throw words.failure("--\(option) goes with --barcode")
            }
            return nil
        }
        let barcode = Barcode(
            format: try format(name, words), value: value.isSameText(as: number) ? nil : value,
            encoding: encoding.map { BarcodeEncoding(name: $0)?.rawValue ?? $0 })
        do throws(BarcodeProblem) {
            // Nobody may be there to read a warning.
            if let warning = try barcode.content(number: number).warning { throw warning }
        } catch {
            throw words.failure("--barcode \(barcode.format.rawValue): \(error.userMessage)", error.fixed)
        }
        return barcode
    }

    /// As it may be typed into the form.
    private static func format(_ text: String, _ words: ArgumentParser) throws(UsageError) -> BarcodeFormat {
        if let known = BarcodeFormat(typed: text) { return known }
        throw words.failure(
            "there is no barcode \"\(text)\"; there are: \(CommandTable.barcodes.joined(separator: ", "))",
            Spelling.nearest(to: text.uppercased(), in: CommandTable.barcodes))
    }
}
