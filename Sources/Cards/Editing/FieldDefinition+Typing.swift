/// Conversion between a field's value and typed text. Barcodes, photos and flags are not one text each: ``CardDraft`` assembles
/// them.
extension FieldDefinition {
    func text(of card: Card) -> String {
        switch kind {
        case .text(let access, _): access.get(card)
        case .currency(let access): access.get(card) ?? ""
        case .texts(let access): access.get(card).joined(separator: ", ")
        case .day(let access): access.get(card)?.text ?? ""
        case .color(let access): access.get(card)?.text ?? ""
        case .time(let access): access.get(card)?.text ?? ""
        case .flag, .photo, .barcode: ""
        }
    }

    /// Sets the value from a text; empty text removes it. Returns a message for invalid text and then sets nothing.
    public func set(_ text: String, in card: inout Card) -> String? {
        if keepsOtherValues { card.unknownFields[key] = nil }
        // A note is not trimmed, and may be long.
        if case .text(let access, .note) = kind {
            access.set(&card, text)
            return nil
        }
        let text = text.trimmed
        switch kind {
        case .text(let access, .amount):
            guard let amount = text.isEmpty ? "" : Balance.amount(from: text) else { return "write an amount: 12.50" }
            access.set(&card, amount)
        case .text(let access, _): access.set(&card, text)
        case .currency(let access):
            let isPoints = text.isEmpty || text.lowercased() == "points"
            guard let code = isPoints ? .some(nil) : Balance.currency(from: text).map(Optional.some) else {
                return "three letters (EUR), or empty for points"
            }
            access.set(&card, code)
        case .texts(let access): access.set(&card, Self.texts(from: text))
        case .day(let access):
            guard let day = text.isEmpty ? .some(nil) : CalendarDay(text).map(Optional.some) else {
                return "write the day as 2026-12-31"
            }
            access.set(&card, day)
        case .color(let access):
            guard let color = text.isEmpty ? .some(nil) : CardColor(text).map(Optional.some) else {
                return "write a colour as #rrggbb"
            }
            access.set(&card, color)
        case .time, .flag, .photo, .barcode: break
        }
        return nil
    }

    /// Without duplicates.
    private static func texts(from text: String) -> [String] {
        var known: Set<ExactText> = []
        return text.split(separator: ",").map { String($0).trimmed }
            .filter { !$0.isEmpty && known.insert(ExactText($0)).inserted }
    }
}
