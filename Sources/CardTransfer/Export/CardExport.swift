public import Cards

/// An export under way: cards of a store as the bytes of a file, chunk by chunk. The command line and the screen both write files by
/// it. It holds no more than a chunk and a batch of cards, and writes no file itself.
public actor CardExport {
    /// How many bytes a chunk has at least, the last one aside.
    public static let chunkBytes = 256 << 10

    private let store: any CardStore
    private var cards: StoredCards
    /// What was read and not written yet.
    private var batch: ArraySlice<Card> = []
    private var sink: any CardSink
    private var hasFinished = false
    /// What the export came to so far.
    public private(set) var report = ExportReport()

    public init(_ selection: CardSelection, of store: any CardStore, into sink: any CardSink = JSONCardSink()) {
        (cards, self.store, self.sink) = (StoredCards(selection, of: store), store, sink)
    }

    /// The next bytes of the file; nil at its end. Throws what ``StoredCards`` and the sink throw.
    public func nextChunk() async throws -> [UInt8]? {
        if hasFinished { return nil }
        while sink.byteCount < Self.chunkBytes {
            guard let card = try await nextCard() else {
                try sink.finish()
                hasFinished = true
                break
            }
            if Task.isCancelled { throw StoreError.stopped }
            let photos = try await store.photos(of: card)
            try sink.append(card, photos: photos)
            report.cards += 1
            report.missingPhotos += Set(card.photos).count - photos.count
        }
        return sink.drain()
    }

    private func nextCard() async throws -> Card? {
        while batch.isEmpty {
            // An actor's own value cannot be changed across a suspension.
            var cards = cards
            guard let next = try await cards.nextBatch() else { return nil }
            (self.cards, batch) = (cards, next[...])
        }
        return batch.popFirst()
    }
}

/// What an export came to.
public struct ExportReport: Hashable, Sendable {
    public var cards = 0
    /// Photos of these cards that are not in the store, and were left out.
    public var missingPhotos = 0

    public init(cards: Int = 0, missingPhotos: Int = 0) { (self.cards, self.missingPhotos) = (cards, missingPhotos) }
}
