import Cards

/// The value of a card's field as people read it; nil for none, and for photos, which are looked at.
enum FieldWords {
    static func words(for field: CardField, of card: Card) -> String? {
        let words: String? =
            switch field {
            case .name: card.name
            case .number: card.number
            case .note: card.note
            case .groups: card.groups.joined(separator: ", ")
            case .validFrom: card.validFrom.map(DayWords.date)
            case .expiry: card.expiry.map(DayWords.date)
            case .balance: card.balance
            case .currency: card.currency ?? "points"
            case .color: card.color?.text
            case .barcode: card.barcode.map(words)
            case .isStarred: card.isStarred ? "★ starred" : "☆ not starred"
            case .isArchived: card.isArchived ? "archived" : "not archived"
            case .created: card.created?.text
            case .modified: card.modified?.text
            case .unknown(let key): card.unknownFields[key].map(words)
            case .front, .back, .icon: nil
            }
        return words?.isEmpty == false ? words : nil
    }

    private static func words(for barcode: Barcode) -> String {
        barcode.format.label + (barcode.value.map { " \($0)" } ?? "")
            + (barcode.encoding.map { " (\($0))" } ?? "")
    }

    private static func words(for json: JSON) -> String {
        json.string ?? String(decoding: JSONWriter.bytes(of: json), as: UTF8.self)
    }
}
