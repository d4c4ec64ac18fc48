/// ``CardJSON/storedForm(of:fields:)`` as text, in the contract's order. Written without values in between: an import logs a
/// million of these.
extension CardJSON {
    /// Of all fields that have a value.
    public static func storedText(of card: Card) -> [UInt8] {
        var writer = opened(with: card)
        for (opening, field) in openings where card.holds(field) { writer.write(opening, field, of: card) }
        writer.write(card.unknownFields.keys.sorted(), of: card)
        return closed(writer)
    }

    /// Of these fields, with a value or without.
    public static func storedText(of card: Card, fields: Set<CardField>) -> [UInt8] {
        var writer = opened(with: card)
        for (opening, field) in openings where fields.contains(field) { writer.write(opening, field, of: card) }
        let unknown = CardField.unknownKeys(in: fields)
        writer.write(unknown.filter { card.unknownFields[$0] != nil }, of: card)
        // A kept field that was taken away is told as null.
        writer.write(unknown.filter { card.unknownFields[$0] == nil }, of: card)
        return closed(writer)
    }

    /// What stands before the value of each known field: none of the keys holds anything to be escaped.
    private static let openings = keys.map { (bytes: Array(",\"\($0.key)\":".utf8), field: $0.field) }

    private static func opened(with card: Card) -> JSONWriter {
        var writer = JSONWriter(capacity: 512)
        writer.append("{\"identifier\":")
        writer.write(card.identifier.text)
        return writer
    }

    private static func closed(_ writer: JSONWriter) -> [UInt8] {
        var writer = writer
        writer.append("}")
        return writer.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ opening: [UInt8], _ field: CardField, of card: Card) {
        append(opening)
        switch field {
        case .name: write(card.name)
        case .number: write(card.number)
        case .note: write(card.note)
        case .balance: write(card.balance)
        case .front: write(card.front?.text ?? "")
        case .back: write(card.back?.text ?? "")
        case .icon: write(card.icon?.text ?? "")
        case .currency: write(optional: card.currency)
        case .validFrom: write(optional: card.validFrom?.text)
        case .expiry: write(optional: card.expiry?.text)
        case .color: write(optional: card.color?.text)
        case .created: write(optional: card.created?.text)
        case .modified: write(optional: card.modified?.text)
        case .isStarred: append(card.isStarred ? "true" : "false")
        case .isArchived: append(card.isArchived ? "true" : "false")
        case .groups: write(card.groups)
        case .barcode: write(card.barcode)
        case .unknown: append("null")
        }
    }

    fileprivate mutating func write(_ keys: [ExactText], of card: Card) {
        for key in keys {
            append(",")
            write(key.text)
            append(":")
            write(card.unknownFields[key] ?? .null)
        }
    }

    private mutating func write(optional text: String?) {
        if let text { write(text) } else { append("null") }
    }

    /// Members by their keys, as in every object of ours.
    private mutating func write(_ barcode: Barcode?) {
        guard let barcode else { return append("null") }
        append("{")
        if let encoding = barcode.encoding {
            append("\"encoding\":")
            write(encoding)
            append(",")
        }
        append("\"format\":")
        write(barcode.format.rawValue)
        if let value = barcode.value {
            append(",\"value\":")
            write(value)
        }
        append("}")
    }
}
