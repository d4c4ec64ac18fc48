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

/// A set of fields of a card: a bit for each known one, and the keys of unknown members, which few cards have. Known fields come first, in
/// the order of the table.
public struct FieldSet: SetAlgebra, Sendable {
    private var known: UInt32 = 0
    private var unknown: Set<ExactText> = []

    public init() {}

    public var count: Int { known.nonzeroBitCount + unknown.count }
    public var isEmpty: Bool { known == 0 && unknown.isEmpty }

    /// The field, where it is the only one.
    public var only: CardField? {
        guard count == 1 else { return nil }
        return first { _ in true }
    }

    /// The keys of the unknown members, by code points.
    var unknownKeys: [ExactText] { unknown.isEmpty ? [] : unknown.sorted() }

    private static func bit(_ number: UInt8) -> UInt32 { 1 << UInt32(number) }

    public func contains(_ field: CardField) -> Bool {
        if case .unknown(let key) = field { return unknown.contains(key) }
        return known & Self.bit(field.number) != 0
    }

    @discardableResult
    public mutating func insert(_ field: CardField) -> (inserted: Bool, memberAfterInsert: CardField) {
        if case .unknown(let key) = field { return (unknown.insert(key).inserted, field) }
        let old = known
        known |= Self.bit(field.number)
        return (known != old, field)
    }

    @discardableResult
    public mutating func update(with field: CardField) -> CardField? { insert(field).inserted ? nil : field }

    @discardableResult
    public mutating func remove(_ field: CardField) -> CardField? {
        guard contains(field) else { return nil }
        if case .unknown(let key) = field { unknown.remove(key) } else { known &= ~Self.bit(field.number) }
        return field
    }

    public mutating func formUnion(_ other: FieldSet) {
        known |= other.known
        if !other.unknown.isEmpty { unknown.formUnion(other.unknown) }
    }

    public mutating func formIntersection(_ other: FieldSet) {
        known &= other.known
        if !unknown.isEmpty { unknown.formIntersection(other.unknown) }
    }

    public mutating func formSymmetricDifference(_ other: FieldSet) {
        known ^= other.known
        if !other.unknown.isEmpty { unknown.formSymmetricDifference(other.unknown) }
    }

    public func union(_ other: FieldSet) -> FieldSet { changed { $0.formUnion(other) } }
    public func intersection(_ other: FieldSet) -> FieldSet { changed { $0.formIntersection(other) } }
    public func symmetricDifference(_ other: FieldSet) -> FieldSet { changed { $0.formSymmetricDifference(other) } }

    private func changed(_ change: (inout FieldSet) -> Void) -> FieldSet {
        var copy = self
        change(&copy)
        return copy
    }
}

extension FieldSet: Sequence {
    public struct Iterator: IteratorProtocol {
        fileprivate var known: UInt32
        fileprivate var unknown: Set<ExactText>.Iterator

        public mutating func next() -> CardField? {
            if known == 0 { return unknown.next().map { .unknown($0) } }
            defer { known &= known - 1 }
            return CardField.known[known.trailingZeroBitCount]
        }
    }

    public func makeIterator() -> Iterator { Iterator(known: known, unknown: unknown.makeIterator()) }

    public var underestimatedCount: Int { count }

    public func filter(_ isIncluded: (CardField) throws -> Bool) rethrows -> FieldSet {
        var kept = FieldSet()
        for field in self where try isIncluded(field) { kept.insert(field) }
        return kept
    }
}

extension FieldSet {
    /// All fields that have a definition.
    public static let known = FieldSet(CardField.known)

    /// Those of the known fields, in the order of the table.
    var definitions: some Sequence<FieldDefinition> {
        sequence(state: known) { known in
            if known == 0 { return nil }
            defer { known &= known - 1 }
            return FieldDefinition.all[known.trailingZeroBitCount]
        }
    }

    /// The fields in reading order, which is that of the form; unknown members come last, by key.
    public var inReadingOrder: [CardField] {
        FieldDefinition.inReadingOrder.map(\.field).filter(contains) + unknownKeys.map { .unknown($0) }
    }
}
