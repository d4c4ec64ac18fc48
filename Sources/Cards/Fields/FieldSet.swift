/// A set of fields of a card: a bit for each known one, and the keys of unknown members, which few cards have. Known fields come first, in
/// the order of the table.
public struct FieldSet: SetAlgebra, Hashable, Sendable {
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

    /// The fields in reading order, which is that of the form; unknown members come last, by key.
    public var inReadingOrder: [CardField] {
        FieldDefinition.inReadingOrder.map(\.field).filter(contains) + unknownKeys.map { .unknown($0) }
    }
}
