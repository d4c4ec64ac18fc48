import CardStorage
import Cards
import TestSupport

/// The real store in memory, with failures.
struct CommandStore: PassingStore {
    let store: SQLiteCardStore
    /// Thrown by every change.
    private let failure: StoreError?
    /// Thrown by the reading of a list after its first part.
    var readingFailure: StoreError?
    private let stepsBefore: Int

    /// The cards are there before the first step.
    init(_ cards: [Card], photos: [[UInt8]], failure: StoreError?) async throws {
        store = try SQLiteCardStore(at: SQLiteCardStore.inMemory, clock: CommandLineFixture.clock)
        let bytes = Dictionary(uniqueKeysWithValues: photos.map { (PhotoHash(of: $0), $0) })
        try await store.apply(
            cards.map { card in
                .set(CardPatch(from: nil, to: card, photos: bytes.filter { card.photos.contains($0.key) }))
            })
        try await store.forgetSteps()
        stepsBefore = try await store.steps(limit: 2).count
        self.failure = failure
    }

    var cards: [CardID: Card] {
        get async throws {
            Dictionary(uniqueKeysWithValues: try await cards(from: 0, limit: .max).map { ($0.identifier, $0) })
        }
    }

    var photos: [PhotoHash: [UInt8]] {
        get async throws {
            var photos: [PhotoHash: [UInt8]] = [:]
            for card in try await cards.values { photos.merge(try await store.photos(of: card)) { $1 } }
            return photos
        }
    }

    /// The number of steps that the commands made.
    var transactions: Int {
        get async throws { try await steps(limit: 100).count - stepsBefore }
    }

    func apply(_ changes: [CardChange]) async throws {
        if let failure { throw failure }
        try await store.apply(changes)
    }

    func importCards(from source: any CardSource, options: ImportOptions) async throws -> ImportReport {
        if let failure { throw failure }
        return try await store.importCards(from: source, options: options)
    }

    func snapshot() -> any CardListSnapshot {
        guard let readingFailure else { return store.snapshot() }
        return FailingSnapshot(snapshot: store.snapshot(), failure: readingFailure)
    }
}

/// The first card of a list, and then a failure.
private actor FailingSnapshot: CardListSnapshot {
    private let snapshot: any CardListSnapshot
    private let failure: StoreError
    private var hasRead = false

    init(snapshot: any CardListSnapshot, failure: StoreError) { (self.snapshot, self.failure) = (snapshot, failure) }

    private func first<Value: Sendable>(_ values: [Value]?) throws -> [Value]? {
        defer { hasRead = true }
        if hasRead { throw failure }
        return values
    }

    func rows(_ limit: Int, _ parts: CardRowParts) async throws -> [CardSummary]? {
        try first(await snapshot.rows(1, parts))
    }

    func cards(_ limit: Int) async throws -> [Card]? { try first(await snapshot.cards(1)) }

    func restart() async { await snapshot.restart() }
    func damagedCards() async throws -> [DamagedCard] { try await snapshot.damagedCards() }
    func close() async { await snapshot.close() }
}
