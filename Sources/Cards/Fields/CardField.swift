/// Names one field of a card: the unit in which changes are logged, merged and sent to a backend. What the program does with the
/// field is in its ``FieldDefinition``.
public enum CardField: Hashable, Sendable {
    case name, number, barcode, note, front, back, icon, balance, currency, validFrom, expiry, groups, color
    case isStarred, isArchived, created, modified, phone, website
    /// A member of a backend's JSON that has no field here and is only kept.
    case unknown(ExactText)

    /// All fields that have a definition.
    public static let known: [CardField] = FieldDefinition.all.map(\.field)

    /// Nil for a member that is only kept.
    public var definition: FieldDefinition? {
        if case .unknown = self { return nil }
        return FieldDefinition.byField[self]
    }

    /// The two that only say when something happened: a difference in them alone is nothing to upload or to ask about.
    public var isBookkeeping: Bool { self == .created || self == .modified }

    /// What the field is called in the form and in lists of fields. The name of a kept member comes from elsewhere.
    public var label: String {
        if case .unknown(let key) = self { return key.text }
        return definition?.label ?? ""
    }

    /// The keys of the kept members among these, by their code points.
    static func unknownKeys(in fields: Set<CardField>) -> [ExactText] {
        fields.compactMap { if case .unknown(let key) = $0 { key } else { nil } }.sorted()
    }

    /// These fields in the order in which people read a card, which is the form's; kept members come last, by their keys.
    public static func inReadingOrder(_ fields: Set<CardField>) -> [CardField] {
        FieldDefinition.inReadingOrder.map(\.field).filter(fields.contains)
            + unknownKeys(in: fields).map { .unknown($0) }
    }
}
