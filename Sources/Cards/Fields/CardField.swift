/// Identifies one field of a card: the unit in which changes are logged, merged and sent to a backend. Its behavior is in its
/// ``FieldDefinition``.
public enum CardField: Hashable, Sendable {
    case name, number, barcode, note, front, back, icon, balance, currency, validFrom, expiry, groups, color
    case isStarred, isArchived, created, modified, phone, website, remindBefore
    case codes, ownFields, pictures
    /// An unknown member of a backend's JSON, which is only kept.
    case unknown(ExactText)

    /// All fields that have a definition.
    public static let known: [CardField] = FieldDefinition.all.map(\.field)

    /// Nil for an unknown member.
    public var definition: FieldDefinition? {
        if case .unknown = self { return nil }
        return FieldDefinition.byField[self]
    }

    /// Timestamps of creation and modification: a difference in them alone is neither uploaded nor asked about.
    public var isBookkeeping: Bool { self == .created || self == .modified }

    /// The name in the form and in lists of fields. For an unknown member this is external text.
    public var label: String {
        if case .unknown(let key) = self { return key.text }
        return definition?.label ?? ""
    }

    /// The keys of the unknown members among these fields, by code points.
    static func unknownKeys(in fields: Set<CardField>) -> [ExactText] {
        fields.compactMap { if case .unknown(let key) = $0 { key } else { nil } }.sorted()
    }

    /// The fields in reading order, which is that of the form; unknown members come last, by key.
    public static func inReadingOrder(_ fields: Set<CardField>) -> [CardField] {
        FieldDefinition.inReadingOrder.map(\.field).filter(fields.contains)
            + unknownKeys(in: fields).map { .unknown($0) }
    }
}
