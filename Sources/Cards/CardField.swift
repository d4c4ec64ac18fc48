/// One field of a card: the grain in which changes are logged, merged and told to a backend.
public enum CardField: Hashable, Sendable {
    case name, number, barcode, note, front, back, icon, balance, currency, validFrom, expiry, groups, color
    case isStarred, isArchived, created, modified
    /// A field from elsewhere that we only keep.
    case unknown(ExactText)

    /// All fields that have a name of their own here.
    public static let known: [CardField] = [
        .name, .number, .barcode, .note, .front, .back, .icon, .balance, .currency, .validFrom, .expiry, .groups,
        .color,
        .isStarred, .isArchived, .created, .modified,
    ]

    /// The two that only say when something happened: a difference in them alone is nothing to upload or to ask about.
    public var isBookkeeping: Bool { self == .created || self == .modified }

    /// The keys of the fields among these that we only keep, by their code points.
    static func unknownKeys(in fields: Set<CardField>) -> [ExactText] {
        fields.compactMap { if case .unknown(let key) = $0 { key } else { nil } }.sorted()
    }
}

extension Card {
    /// The fields that have a value in this card.
    public var filledFields: Set<CardField> {
        Set(CardField.known.filter(holds)).union(unknownFields.keys.map { .unknown($0) })
    }

    /// Whether the field has a value in this card.
    public func holds(_ field: CardField) -> Bool {
        switch field {
        case .name: !name.isEmpty
        case .number: !number.isEmpty
        case .barcode: barcode != nil
        case .note: !note.isEmpty
        case .front: front != nil
        case .back: back != nil
        case .icon: icon != nil
        case .balance: !balance.isEmpty
        case .currency: currency != nil
        case .validFrom: validFrom != nil
        case .expiry: expiry != nil
        case .groups: !groups.isEmpty
        case .color: color != nil
        case .isStarred: isStarred
        case .isArchived: isArchived
        case .created: created != nil
        case .modified: modified != nil
        case .unknown(let key): unknownFields[key] != nil
        }
    }

    /// The fields in which the two differ; identifiers are not compared.
    public func differences(from other: Card) -> Set<CardField> {
        var fields = Set(CardField.known.filter { !isEqual(to: other, in: $0) })
        guard unknownFields != other.unknownFields else { return fields }
        for key in Set(unknownFields.keys + other.unknownFields.keys)
        where unknownFields[key] != other.unknownFields[key] {
            fields.insert(.unknown(key))
        }
        return fields
    }

    /// Takes these fields over from another card, and nothing else.
    public mutating func copy(_ fields: some Sequence<CardField>, from other: Card) {
        for field in fields { copy(field, from: other) }
    }

    /// Whether both hold the same value there.
    public func isEqual(to other: Card, in field: CardField) -> Bool {
        switch field {
        case .name: name.isSameText(as: other.name)
        case .number: number.isSameText(as: other.number)
        case .barcode: barcode == other.barcode
        case .note: note.isSameText(as: other.note)
        case .front: front == other.front
        case .back: back == other.back
        case .icon: icon == other.icon
        case .balance: balance.isSameText(as: other.balance)
        case .currency: currency.isSameText(as: other.currency)
        case .validFrom: validFrom == other.validFrom
        case .expiry: expiry == other.expiry
        case .groups: groups.isSameText(as: other.groups)
        case .color: color == other.color
        case .isStarred: isStarred == other.isStarred
        case .isArchived: isArchived == other.isArchived
        case .created: created == other.created
        case .modified: modified == other.modified
        case .unknown(let key): unknownFields[key] == other.unknownFields[key]
        }
    }

    private mutating func copy(_ field: CardField, from other: Card) {
        switch field {
        case .name: name = other.name
        case .number: number = other.number
        case .barcode: barcode = other.barcode
        case .note: note = other.note
        case .front: front = other.front
        case .back: back = other.back
        case .icon: icon = other.icon
        case .balance: balance = other.balance
        case .currency: currency = other.currency
        case .validFrom: validFrom = other.validFrom
        case .expiry: expiry = other.expiry
        case .groups: groups = other.groups
        case .color: color = other.color
        case .isStarred: isStarred = other.isStarred
        case .isArchived: isArchived = other.isArchived
        case .created: created = other.created
        case .modified: modified = other.modified
        case .unknown(let key): unknownFields[key] = other.unknownFields[key]
        }
    }
}
