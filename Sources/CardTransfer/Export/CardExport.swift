public import Cards

/// A running export: the cards of a store as the bytes of a file, in chunks. The command line and the screen both use it. It holds
/// at most a chunk and a batch of cards, and writes no file itself.
public actor CardExport {
    /// The minimum size of a chunk in bytes, except for the last one.
    public static let chunkBytes = 256 << 10

    private let store: any CardStore
    private var cards: StoredCards
    /// Cards that were read and not written yet.
    private var batch: ArraySlice<Card> = []
    private var sink: any CardSink
    private var hasFinished = false
    /// Whether any card of the store has a secret field; nil before that was asked.
    private var anySecrets: Bool?
    /// The result so far.
    public private(set) var report = ExportReport()

    public init(_ selection: CardSelection, of store: any CardStore, into sink: any CardSink = JSONCardSink()) {
        cards = StoredCards(selection, of: store)
        self.store = store
        self.sink = sink
    }

    /// The next bytes of the file; nil at its end. Throws the errors of ``StoredCards`` and the sink.
    public func nextChunk() async throws -> [UInt8]? {
        if hasFinished { return nil }
        while sink.byteCount < Self.chunkBytes {
            if Task.isCancelled { throw StoreError.stopped }
            if let card = try await nextCard() {
                try await append(card)
            } else if let hash = try sink.nextPhoto() {
                let bytes = try await store.photo(hash)
                if bytes == nil { report.missingPhotos += 1 }
                try sink.append(photo: bytes)
            } else {
                try sink.finish()
                report.omissions = sink.omissions
                hasFinished = true
                break
            }
        }
        return sink.drain()
    }

    private func append(_ card: Card) async throws {
        report.cards += 1
        var origin: KeptOrigin?
        if let program = sink.program {
            origin = try await store.origin(of: card.identifier, in: program)
        }
        if try await hasSecrets() {
            let secrets = try await store.secrets(of: card.identifier)
            if sink.takesSecrets { sink.append(secrets: secrets) } else { report.secretsLeftOut += secrets.count }
        }
        let photos = sink.needsPhotos ? try await store.photos(of: card) : [:]
        try sink.append(card, photos: photos, origin: origin)
        if sink.needsPhotos { report.missingPhotos += Set(card.photos).count - photos.count }
    }

    /// Whether any card has one: most stores have none, and no card of theirs is asked.
    private func hasSecrets() async throws -> Bool {
        if let known = anySecrets { return known }
        let hasAny = try await store.secretCount(of: nil) > 0
        anySecrets = hasAny
        return hasAny
    }

    private func nextCard() async throws -> Card? {
        while batch.isEmpty {
            // An actor's stored property cannot be passed inout across a suspension.
            var cards = cards
            guard let next = try await cards.nextBatch() else { return nil }
            (self.cards, batch) = (cards, next[...])
        }
        return batch.popFirst()
    }
}

/// The result of an export.
public struct ExportReport: Equatable, Sendable {
    public var cards = 0
    /// Photos of the exported cards that are not in the store, and were left out.
    public var missingPhotos = 0
    /// What the format has no field for, with the number of cards that it was left out of: "phone".
    public var omissions: [String: Int] = [:]
    /// The secret fields of the exported cards, where the file has none.
    public var secretsLeftOut = 0

    public init(cards: Int = 0, missingPhotos: Int = 0) { (self.cards, self.missingPhotos) = (cards, missingPhotos) }
}

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
