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

extension ImportedCard {
    /// A card of another program, with all the fields that it has, checked.
    /// - Parameters:
    ///   - key: what the program calls the card; nil for its number.
    ///   - isIdentifier: whether the key, if there is one, tells which card it is.
    ///   - complete: see ``ImportedCard/complete``.
    static func made(
        _ card: Card, photos: [PhotoHash: [UInt8]] = [:], at position: Position, key: String? = nil,
        isIdentifier: Bool = true, place: Int,
        file: OriginFile, attachment: [UInt8]? = nil, ledger: [LedgerEntry]? = nil, secrets: [CardSecret] = [],
        complete: FieldSet = [],
        remarks: [String] = []
    ) -> ImportedCard {
        // It only tells whether two cards are the same, as the hash of a long one does.
        let isIdentifier = isIdentifier && key != nil
        let text = key ?? card.number
        let short = text.utf8.count > CardBounds.lineBytes ? PhotoHash(of: Array(text.utf8)).text : text
        do throws(CardJSONError) {
            let patch = try CardPatch(values: card, fields: card.filledFields.union([.name]), photos: photos).checked()
            let origin =
                attachment.map {
                    CardOrigin(
                        attachment: PhotoHash(of: $0), file: file, key: short, isIdentifier: isIdentifier, place: place)
                } ?? CardOrigin(file: file, key: short, isIdentifier: isIdentifier, place: place)
            var imported = ImportedCard(
                .patch(patch), at: position, origin: origin, attachment: attachment, ledger: ledger, secrets: secrets,
                remarks: remarks)
            imported.complete = complete
            return imported
        } catch {
            return ImportedCard(.rejected(reason: error.userMessage), at: position)
        }
    }
}
