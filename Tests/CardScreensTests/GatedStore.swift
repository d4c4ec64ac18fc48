import Cards

/// Holds up one kind of call to a store until it is let go, as a lock or a slow disk would.
actor Gate {
    enum Call: Hashable { case count, rank, summaries, card, apply }

    private var held: Set<Call> = []
    private var waiting: [Call: [CheckedContinuation<Void, Never>]] = [:]
    private var listeners: [AsyncStream<StoreNotice>.Continuation] = []
    private let changes: Changes

    init(changes: Changes) { self.changes = changes }

    func hold(_ call: Call) { held.insert(call) }

    func release(_ call: Call) {
        held.remove(call)
        for continuation in waiting.removeValue(forKey: call) ?? [] { continuation.resume() }
    }

    func isWaiting(_ call: Call) -> Bool { waiting[call]?.isEmpty == false }

    /// Tells the models something that did not come out of the store.
    func tell(_ notice: StoreNotice) { for listener in listeners { listener.yield(notice) } }

    fileprivate func pass(_ call: Call) async {
        guard held.contains(call) else { return }
        await withCheckedContinuation { continuation in
            waiting[call, default: []].append(continuation)
            changes.note()
        }
    }

    fileprivate func listen(_ listener: AsyncStream<StoreNotice>.Continuation) { listeners.append(listener) }
}

/// A store behind a ``Gate``.
struct GatedStore: CardStore {
    let store: any CardStore
    let gate: Gate

    func count(_ query: CardQuery) async throws -> Int {
        await gate.pass(.count)
        return try await store.count(query)
    }

    func summaries(_ query: CardQuery, in ranks: Range<Int>) async throws -> [CardSummary] {
        await gate.pass(.summaries)
        return try await store.summaries(query, in: ranks)
    }

    func rank(of identifier: CardID, in query: CardQuery) async throws -> Int? {
        await gate.pass(.rank)
        return try await store.rank(of: identifier, in: query)
    }

    func card(_ identifier: CardID) async throws -> Card? {
        await gate.pass(.card)
        return try await store.card(identifier)
    }

    func apply(_ changes: [CardChange]) async throws {
        await gate.pass(.apply)
        try await store.apply(changes)
    }

    func notices() async -> AsyncStream<StoreNotice> {
        let notices = await store.notices()
        let (stream, continuation) = AsyncStream.makeStream(of: StoreNotice.self)
        await gate.listen(continuation)
        let pump = Task {
            for await notice in notices { continuation.yield(notice) }
            continuation.finish()
        }
        continuation.onTermination = { _ in pump.cancel() }
        return stream
    }

    func cards(named text: String) async throws -> [Card] { try await store.cards(named: text) }
    func cards(_ query: CardQuery, from rank: Int, limit: Int) async throws -> [Card] {
        try await store.cards(query, from: rank, limit: limit)
    }
    func photo(_ hash: PhotoHash) async throws -> [UInt8]? { try await store.photo(hash) }
    func usage(of identifier: CardID) async throws -> CardUsage { try await store.usage(of: identifier) }
    func recordUse(of identifier: CardID) async throws { try await store.recordUse(of: identifier) }
}
