internal import CardSettings
internal import Cards

/// The fields of a card from the command line. Photos are paths that are not read yet.
struct NewCard: Equatable, Sendable {
    /// The barcode is validated and can be drawn. The identifier is a placeholder; it is replaced when the card is added.
    var values = Card(identifier: identifier, name: "")
    var photos: [Card.Side: String] = [:]
    /// Of which the values have the fields and the codes, and not the pictures.
    var entries = EntryEdits()

    private static let identifier = CardID("new") ?? .random()
}

extension NewCard {
    /// Parses the options of `add`. Throws ``UsageError`` for an invalid value, or without a name.
    init(_ parsed: ArgumentParser, _ input: LocalInput) throws(UsageError) {
        guard let name = parsed.value("name"), !name.allSatisfy(\.isWhitespace) else {
            throw parsed.failure("a card needs a name: --name NAME")
        }
        for field in FieldDefinition.all { try Self.read(field, parsed, input, into: &values) }
        try Self.readCurrencyOfBalance(parsed, input, into: &values)
        values.groups = (parsed.values["group"] ?? []).map(LocalInput.group(from:)).filter { !$0.isEmpty }
        values.isStarred = parsed.has("star")
        values.barcode = try Self.barcode(parsed, number: values.number)
        entries = EntryEdits(parsed)
        try entries.apply(to: &values) { parsed.failure($0) }
        for side in Card.Side.allCases { photos[side] = parsed.value(side.rawValue) }
        if photos[.icon] == CommandLineTable.noIcon { photos[.icon] = nil }
        if let first = values.validFrom, let last = values.expiry, last < first {
            throw parsed.failure("the expiry date is before the start date")
        }
        if values.currency != nil && values.balance.isEmpty { throw parsed.failure("--currency needs --balance") }
    }

    /// Parses a text by the rules of the form. Other fields have options of their own.
    private static func read(
        _ field: FieldDefinition, _ parsed: ArgumentParser, _ input: LocalInput, into card: inout Card
    ) throws(UsageError) {
        guard let text = parsed.value(field.option) else { return }
        switch field.kind {
        case .texts, .time, .flag, .photo, .barcode, .entries: return
        case .text(_, .amount), .text(_, .periods), .currency, .day, .color:
            if text.allSatisfy(\.isWhitespace) { throw parsed.failure("--\(field.option) is empty") }
        case .text(_, .line), .text(_, .note), .text(_, .detail): break
        }
        do throws(TypingError) {
            try field.set(text, in: &card, input)
        } catch {
            throw parsed.failure("--\(field.option) \"\(text)\": \(error.message)")
        }
    }

    /// `--balance "12.50 EUR"` needs no `--currency`.
    private static func readCurrencyOfBalance(
        _ parsed: ArgumentParser, _ input: LocalInput, into card: inout Card
    ) throws(UsageError) {
        guard let text = parsed.value("balance"), let unit = try? input.amount(from: text).unit else { return }
        guard !parsed.has("currency") || card.currency == unit.code else {
            throw parsed.failure("--currency: the balance is in \(unit.text)")
        }
        card.currency = unit.code
    }

    /// The barcode, validated against its content; without an option the kind that the number tells, as in the form.
    private static func barcode(_ parsed: ArgumentParser, number: String) throws(UsageError) -> Barcode? {
        let (value, encoding) = (parsed.value("barcode-value"), parsed.value("barcode-encoding"))
        guard let name = parsed.value("barcode") else {
            for option in ["barcode-value", "barcode-encoding"] { try parsed.require(option, with: "barcode") }
            return BarcodeFormat(evidentIn: number).map { Barcode(format: $0) }
        }
        if name.lowercased() == CommandLineTable.noBarcode {
            for option in ["barcode-value", "barcode-encoding"] where parsed.has(option) {
                throw parsed.failure("--\(option) cannot be used with --barcode \(CommandLineTable.noBarcode)")
            }
            return nil
        }
        var barcode = Barcode(
            format: try format(name, parsed, for: number), value: value.isSameText(as: number) ? nil : value,
            encoding: encoding.map { BarcodeEncoding(name: $0)?.rawValue ?? $0 })
        if value != nil { barcode = barcode.asScanned(number: number) }
        do throws(BarcodeProblem) {
            // Warnings are errors here: a script's output may not be read.
            if let warning = try barcode.content(number: number).warning { throw warning }
        } catch {
            var suggestion = error.fixed
            if case .spaces(let digits) = error { suggestion = "--barcode-value \(digits)" }
            throw parsed.failure("--barcode \(barcode.format.rawValue): \(error.userMessage)", suggestion)
        }
        return barcode
    }

    /// Accepts the same spellings as the form.
    static func format(
        _ text: String, _ parsed: ArgumentParser, for number: String = ""
    ) throws(UsageError) -> BarcodeFormat {
        if let known = BarcodeFormat(typed: text, for: number) { return known }
        throw parsed.failure(
            "\"\(text)\" is not a known kind of barcode; use: \(CommandLineTable.barcodes.joined(separator: ", "))",
            Spelling.nearest(to: text.uppercased(), in: CommandLineTable.barcodes))
    }
}

extension EntryEdits {
    init(_ parsed: ArgumentParser) {
        self.init()
        fields = parsed.values["field"] ?? []
        codes = parsed.values["code"] ?? []
        pictures = parsed.values["picture"] ?? []
    }

    /// Changes fields and codes, and checks that the pictures can be read.
    /// - Parameter failure: the error with this reason.
    func apply<Failure: Error>(to card: inout Card, failure: (String) -> Failure) throws(Failure) {
        do throws(TypingError) { try applyFields(to: &card) } catch { throw failure("--field: \(error.message)") }
        do throws(TypingError) { try applyCodes(to: &card) } catch { throw failure("--code: \(error.message)") }
        do throws(TypingError) { _ = try pictureFiles() } catch { throw failure("--picture: \(error.message)") }
    }
}

extension FieldDefinition {
    /// The option's name, derived from the key: `validFrom` is `--valid-from`.
    var option: String { key.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) } }
}
