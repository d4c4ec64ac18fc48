/// Cards as the text of a file that an import takes, piece by piece: a JSON array, one card a line, with the photos inside. It
/// holds no more than one piece.
public actor CardExport {
    private enum Source {
        case cards(ArraySlice<CardID>)
        case found(any FoundCards, next: Int)
    }

    private static let cardsPerLook = 256

    private let store: any CardStore
    private var source: Source
    private var lines = JSONLines()
    private var isOver = false
    /// How many cards were written so far.
    public private(set) var count = 0

    public init(_ cards: [CardID], of store: any CardStore) { (source, self.store) = (.cards(cards[...]), store) }

    public init(_ found: any FoundCards, of store: any CardStore) {
        (source, self.store) = (.found(found, next: 0), store)
    }

    /// The next piece of the text; nil at its end. Cards that have gone meanwhile are left out, and photos that are not here.
    /// Throws ``StoreError/stopped`` when the task is cancelled.
    public func next() async throws -> [UInt8]? {
        if isOver { return nil }
        while !lines.isLarge {
            if Task.isCancelled { throw StoreError.stopped }
            let cards = try await nextCards()
            if cards.isEmpty {
                isOver = true
                lines.end()
                break
            }
            for identifier in cards {
                guard let card = try await store.card(identifier) else { continue }
                var photos: [PhotoHash: [UInt8]] = [:]
                for hash in card.photos { photos[hash] = try await store.photo(hash) }
                lines.append(CardJSON.members(of: card) { photos[$0] })
                count += 1
            }
        }
        return lines.take()
    }

    private func nextCards() async throws -> [CardID] {
        switch source {
        case .cards(let rest):
            source = .cards(rest.dropFirst(Self.cardsPerLook))
            return Array(rest.prefix(Self.cardsPerLook))
        case .found(let found, let start):
            var start = start
            while start < found.count {
                let ranks = start..<min(found.count, start + Self.cardsPerLook)
                start = ranks.upperBound
                source = .found(found, next: start)
                let cards = try await found.identifiers(in: ranks)
                if !cards.isEmpty { return cards }
            }
            return []
        }
    }
}
