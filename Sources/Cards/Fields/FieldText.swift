/// The value of a card's field as text; nil for none, and for photos, which are shown as pictures.
public enum FieldText {
    public static func text(for field: CardField, of card: Card, _ format: LocalFormat) -> String? {
        let value: String? =
            if case .unknown(let key) = field {
                card.unknownFields[key].map(text)
            } else {
                field.definition.flatMap { definition in
                    if card.unknownFields.isEmpty || definition.hasValue(in: card) {
                        text(of: definition, in: card, format)
                    } else {
                        card.unknownFields[definition.key].map(text) ?? text(of: definition, in: card, format)
                    }
                }
            }
        return value?.isEmpty == false ? value : nil
    }

    private static func text(of field: FieldDefinition, in card: Card, _ format: LocalFormat) -> String? {
        switch field.kind {
        // An unreadable value is shown as it was received.
        case .text(let access, .amount) where !access.get(card).isEmpty:
            format.text(Balance(amount: access.get(card), currency: card.currency))
        case .text(let access, _): access.get(card)
        case .currency(let access): access.get(card) ?? "points"
        case .texts(let access): access.get(card).joined(separator: ", ")
        case .day(let access): access.get(card).map(format.text)
        case .color(let access): access.get(card).map { $0.name ?? $0.text }
        case .time(let access): access.get(card)?.text
        case .flag(let access, let on, let off): access.get(card) ? on : off
        case .photo: nil
        case .barcode(let access): access.get(card).map(text)
        case .entries(let entries): entries.lines(card).joined(separator: "\n")
        }
    }

    private static func text(_ barcode: Barcode) -> String {
        barcode.format.label + (barcode.value.map { " \($0)" } ?? "")
            + (barcode.encoding.map { " (\($0))" } ?? "")
    }

    /// Cut: it may be a photo.
    private static func text(_ json: JSON) -> String {
        let text = json.string ?? String(decoding: JSONWriter.bytes(of: json), as: UTF8.self)
        return text.utf8.count <= longest ? text : String(text.unicodeScalars.prefix(longest)) + "…"
    }

    private static let longest = 100_000
}
