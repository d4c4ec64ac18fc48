internal import Cards

/// A source over cards that are made one by one, by their index: of a format whose files are small, or whose entries are read as
/// they are needed.
struct IndexedCardSource: CardSource {
    private static let batchCards = 100

    private let count: Int
    private let make: @Sendable (Int) throws -> ImportedCard?
    private var index = 0

    /// - Parameter make: nil for an element that is none.
    init(_ count: Int, _ make: @escaping @Sendable (Int) throws -> ImportedCard?) {
        self.count = count
        self.make = make
    }

    mutating func next() throws -> [ImportedCard]? {
        guard index < count else { return nil }
        let range = index..<min(index + Self.batchCards, count)
        index = range.upperBound
        return try range.compactMap(make)
    }
}
