public import Cards

/// The cards of a store to export.
public enum CardSelection: Sendable {
    /// All, in list order.
    case all
    /// These, in this order.
    case cards([CardID])
    /// The result of a query.
    case found(any FoundCards)
}

/// Reads the selected cards of a store in batches, each card once. It holds one batch at a time.
public struct StoredCards: Sendable {
    private static let batchSize = 500

    private enum Source: Sendable {
        /// All cards as they are at one moment.
        case snapshot(any CardListSnapshot)
        case cards([CardID])
        case found(any FoundCards)
    }

    private let source: Source
    private let store: any CardStore
    /// The index of the next card in the selection.
    private var next = 0
    private var isAtEnd = false

    public init(_ selection: CardSelection = .all, of store: any CardStore) {
        self.store = store
        source =
            switch selection {
            case .all: .snapshot(store.snapshot())
            case .cards(let identifiers): .cards(identifiers)
            case .found(let found): .found(found)
            }
    }

    /// The next cards; nil at the end. Cards deleted in the meantime are left out.
    ///
    /// Throws ``StoreError``, ``StoreError/stopped`` when the task is cancelled.
    public mutating func nextBatch() async throws -> [Card]? {
        if isAtEnd { return nil }
        if Task.isCancelled { throw StoreError.stopped }
        switch source {
        case .snapshot(let snapshot):
            if let cards = try await snapshot.cards(Self.batchSize) { return cards }
            await snapshot.close()
            isAtEnd = true
            return nil
        case .cards(let identifiers):
            return try await cards(identifiers[nextIndices(of: identifiers.count)])
        case .found(let found):
            return try await cards(found.identifiers(in: nextIndices(of: found.count))[...])
        }
    }

    private mutating func nextIndices(of count: Int) -> Range<Int> {
        let indices = next..<min(next + Self.batchSize, count)
        next = indices.upperBound
        isAtEnd = next >= count
        return indices
    }

    private func cards(_ identifiers: ArraySlice<CardID>) async throws -> [Card] {
        var cards: [Card] = []
        for identifier in identifiers {
            if Task.isCancelled { throw StoreError.stopped }
            if let card = try await store.card(identifier) { cards.append(card) }
        }
        return cards
    }
}
