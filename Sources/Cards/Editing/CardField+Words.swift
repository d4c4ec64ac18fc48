extension CardField {
    /// As people read a card: the form's order, and behind each field what the form does not have.
    private static let order: [CardField] = [
        .name, .number, .barcode, .note, .groups, .validFrom, .expiry, .balance, .currency, .color, .isStarred,
        .isArchived, .front, .back, .icon, .created, .modified,
    ]

    /// These fields in the order in which people read a card; those that we only keep come last, by their keys.
    public static func inReadingOrder(_ fields: Set<CardField>) -> [CardField] {
        return order.filter(fields.contains) + unknownKeys(in: fields).map { .unknown($0) }
    }

    /// What the field is called, as in the form. The name of one that we only keep comes from elsewhere.
    public var label: String {
        if let field = DraftField(self) { return field.label }
        return switch self {
        case .icon: "icon"
        case .isArchived: "archive"
        case .created: "created"
        case .modified: "modified"
        case .unknown(let key): key.text
        default: ""
        }
    }
}

extension DraftField {
    private static let fields: [(field: CardField, draft: DraftField)] = [
        (.name, .name), (.number, .number), (.barcode, .barcode), (.barcode, .barcodeValue), (.barcode, .encoding),
        (.note, .note), (.groups, .groups), (.validFrom, .validFrom),
        (.expiry, .expiry), (.balance, .balance), (.currency, .currency), (.color, .color), (.isStarred, .isStarred),
        (.front, .front), (.back, .back),
    ]

    /// Nil for what the form does not have; the first one where there are several.
    public init?(_ field: CardField) {
        guard let known = Self.fields.first(where: { $0.field == field }) else { return nil }
        self = known.draft
    }

    /// The field of the card that it is about.
    public var cardField: CardField { Self.fields.first { $0.draft == self }?.field ?? .name }

    /// Whether it is typed as text; a photo's path is not what the field holds.
    public var isText: Bool { side == nil && self != .isStarred }
}
