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

/// Reads the selected cards of a store in batches, each card once. It holds one batch and the identifiers read so far.
public struct StoredCards: Sendable {
    private static let batchSize = 500

    private let selection: CardSelection
    private let store: any CardStore
    /// The index of the next card in the selection.
    private var next = 0
    private var seen: Set<CardID> = []
    private var isAtEnd = false
    /// All cards as they are at one moment.
    private var snapshot: (any CardListSnapshot)?

    public init(_ selection: CardSelection = .all, of store: any CardStore) {
        self.selection = selection
        self.store = store
        if case .all = selection { snapshot = (store as? any CardListing)?.snapshot() }
    }

    /// The next cards, without duplicates; nil at the end. Cards deleted in the meantime are left out.
    ///
    /// Throws ``StoreError``, ``StoreError/stopped`` when the task is cancelled, and ``CardsChangedDuringExport`` if all cards of a store without
    /// snapshots are selected and another program changed it so that one may have been skipped.
    public mutating func nextBatch() async throws -> [Card]? {
        if isAtEnd { return nil }
        if Task.isCancelled { throw StoreError.stopped }
        if let snapshot {
            if let cards = try await snapshot.cards(Self.batchSize) { return cards }
            await snapshot.close()
            isAtEnd = true
            return nil
        }
        let indices = next..<next + Self.batchSize
        next = indices.upperBound
        switch selection {
        case .all: return try await cards(in: indices)
        case .cards(let identifiers):
            let batch = identifiers[indices.clamped(to: 0..<identifiers.count)]
            isAtEnd = indices.upperBound >= identifiers.count
            return try await cards(batch)
        case .found(let found):
            let ranks = indices.clamped(to: 0..<found.count)
            isAtEnd = indices.upperBound >= found.count
            return try await cards(found.identifiers(in: ranks)[...])
        }
    }

    private func cards(_ identifiers: ArraySlice<CardID>) async throws -> [Card] {
        var cards: [Card] = []
        for identifier in identifiers {
            if Task.isCancelled { throw StoreError.stopped }
            if let card = try await store.card(identifier) { cards.append(card) }
        }
        return cards
    }

    private mutating func cards(in ranks: Range<Int>) async throws -> [Card]? {
        let batch = try await store.cards(from: ranks.lowerBound, limit: ranks.count)
        // A batch is also short if a card in it cannot be read.
        if batch.count < ranks.count, try await store.count() <= ranks.upperBound {
            isAtEnd = true
        }
        // A card that another program moved down the list is read again.
        let cards = batch.filter { seen.insert($0.identifier).inserted }
        if isAtEnd { try await checkNoneIsMissing() }
        return cards
    }

    /// A card that another program moved up the list was skipped. Unreadable cards are reported by the caller.
    private func checkNoneIsMissing() async throws {
        let count = try await store.count()
        if count == seen.count { return }
        let unreadable = try await (store as? any DamageFinding)?.damagedCards().count ?? 0
        guard (count - unreadable...count).contains(seen.count) else { throw CardsChangedDuringExport() }
    }
}

/// Another program changed the store while all cards were being read.
public struct CardsChangedDuringExport: UserFacingError, Hashable {
    public var userMessage: String { "another program changed the cards. Try again." }
}
