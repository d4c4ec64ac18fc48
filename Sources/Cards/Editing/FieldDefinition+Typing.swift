/// Conversion between a field's value and typed text. Barcodes, photos and flags are not one text each: ``CardDraft`` assembles
/// them.
extension FieldDefinition {
    public func text(of card: Card, _ format: LocalFormat) -> String {
        switch kind {
        case .text(let access, .amount):
            format.amounts.typedText(Balance(amount: access.get(card), currency: card.currency))
        case .text(let access, _): access.get(card)
        case .currency(let access):
            // Otherwise the text of the balance has it.
            card.balance.isEmpty || !BalanceUnit(code: access.get(card)).isWrittenWithAmount
                ? access.get(card) ?? "" : ""
        case .texts(let access): LocalInput.text(ofGroups: access.get(card))
        case .day(let access): access.get(card).map(format.text) ?? unreadLine(of: card)
        case .color(let access): access.get(card).map { $0.name ?? $0.text } ?? unreadLine(of: card)
        case .time(let access): access.get(card)?.text ?? ""
        case .entries(let entries): entries.lines(card).joined(separator: "\n")
        case .flag, .photo, .barcode: ""
        }
    }

    /// The text that could not be read, where it fits into the field: it stays until it is changed.
    private func unreadLine(of card: Card) -> String {
        guard let text = card.unknownFields[key]?.string, text.utf8.count <= Self.longestUnreadLine,
            !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { return "" }
        return text.trimmed
    }

    private static let longestUnreadLine = 200

    /// Sets the value from a text; empty text removes it. Throws for invalid text and then sets nothing.
    /// - Parameter photos: those that a line can name, besides the card's own.
    public func set(
        _ text: String, in card: inout Card, _ input: LocalInput, photos: [PhotoHash] = []
    ) throws(TypingError) {
        if case .entries(let entries) = kind { try entries.set(text, photos + card.photos(in: field), &card) }
        card.unknownFields[key] = nil
        // A note is not trimmed, and may be long.
        if case .text(let access, .note) = kind { return access.set(&card, text) }
        let text = (field == .number ? text.withoutInvisible : text).trimmed
        switch kind {
        case .text(let access, .amount):
            let typed = text.isEmpty ? nil : try input.amount(from: text)
            if let typed, let problem = typed.unit?.problem(with: typed.amount) { throw TypingError(problem) }
            access.set(&card, typed?.amount ?? "")
        case .text(let access, .periods):
            if !text.isEmpty { _ = try ReminderPeriods(typed: text) }
            access.set(&card, text)
        case .text(let access, _): access.set(&card, text)
        case .currency(let access): access.set(&card, text.isEmpty ? nil : try input.unit(from: text).code)
        case .texts(let access): access.set(&card, LocalInput.groups(from: text))
        case .day(let access):
            access.set(&card, text.isEmpty ? nil : try input.day(from: text, isStart: field == .validFrom))
        case .color(let access): access.set(&card, text.isEmpty ? nil : try input.color(from: text))
        case .time, .flag, .photo, .barcode, .entries: break
        }
    }
}
