/// Identifies one field of a card: the unit in which changes are logged, merged and sent to a backend. Its behavior is in its
/// ``FieldDefinition``.
public enum CardField: Hashable, Sendable {
    case name, number, barcode, note, front, back, icon, balance, currency, validFrom, expiry, groups, color
    case isStarred, isArchived, created, modified, phone, website, remindBefore
    case codes, ownFields, pictures, used
    /// An unknown member of a backend's JSON, which is only kept.
    case unknown(ExactText)

    /// All fields that have a definition.
    public static let known: [CardField] = FieldDefinition.all.map(\.field)

    /// Nil for an unknown member.
    public var definition: FieldDefinition? {
        if case .unknown = self { return nil }
        return FieldDefinition.all[Int(number)]
    }

    /// What changes together where a card is archived or brought back.
    public static let ofArchive: FieldSet = [.isArchived, .used]

    /// The place in the table of fields, which is the bit in a ``FieldSet``.
    var number: UInt8 {
        switch self {
        case .name: 0
        case .front: 1
        case .back: 2
        case .number: 3
        case .barcode: 4
        case .note: 5
        case .balance: 6
        case .currency: 7
        case .validFrom: 8
        case .expiry: 9
        case .groups: 10
        case .color: 11
        case .isStarred: 12
        case .isArchived: 13
        case .created: 14
        case .modified: 15
        case .icon: 16
        case .phone: 17
        case .website: 18
        case .remindBefore: 19
        case .codes: 20
        case .ownFields: 21
        case .pictures: 22
        case .used: 23
        case .unknown: .max
        }
    }

    /// Timestamps of creation and modification: a difference in them alone is neither uploaded nor asked about.
    public var isBookkeeping: Bool { self == .created || self == .modified }

    /// The name in the form and in lists of fields. For an unknown member this is external text.
    public var label: String {
        if case .unknown(let key) = self { return key.text }
        return definition?.label ?? ""
    }
}
