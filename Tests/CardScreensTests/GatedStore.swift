import CardStorage
import Cards
import TestSupport

/// Blocks one kind of call to a store until it is released, as a lock or a slow disk would.
actor Gate {
    enum Call: Hashable, CaseIterable {
        case find, similar, rank, rows, identifiers, card, apply, resolve, recordUse, history, look
    }

    private var held: Set<Call> = []
    private var failure: StoreError?
    private var waiting: [Call: [CheckedContinuation<Void, Never>]] = [:]
    private var listeners: [AsyncStream<StoreNotice>.Continuation] = []
    private let changes: Changes
    /// The damaged cards that the store reports.
    let damaged: [DamagedCard]

    init(changes: Changes, damaged: [DamagedCard]) { (self.changes, self.damaged) = (changes, damaged) }

    /// How many searches for similar names were cancelled while they were blocked.
    private(set) var cancelled = 0

    func noteCancelled() { cancelled += 1 }

    /// The ranks of the rows that were read, in order.
    private(set) var readRows: [Int] = []

    func forgetReadRows() { readRows = [] }

    fileprivate func noteReadRows(_ ranks: Range<Int>) { readRows += ranks }

    func hold(_ call: Call) { held.insert(call) }

    /// Changes fail with this error until it is nil.
    func fail(_ error: StoreError?) { failure = error }

    fileprivate func throwFailure() throws { if let failure { throw failure } }

    func release(_ call: Call) {
        held.remove(call)
        for continuation in waiting.removeValue(forKey: call) ?? [] { continuation.resume() }
    }

    func isWaiting(_ call: Call) -> Bool { waiting[call]?.isEmpty == false }

    /// Sends the models a notice that does not come from the store.
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
struct GatedStore: PassingStore {
    let store: SQLiteCardStore
    let gate: Gate

    func find(_ query: CardQuery) async throws -> any FoundCards {
        await gate.pass(.find)
        return GatedCards(found: try await store.find(query), gate: gate)
    }

    func findSimilar(_ query: CardQuery) async throws -> (any FoundCards)? {
        await gate.pass(.similar)
        if Task.isCancelled { await gate.noteCancelled() }
        return try await store.findSimilar(query).map { GatedCards(found: $0, gate: gate) }
    }

    func findingNotices() async -> AsyncStream<StoreNotice> { await gated(store.findingNotices()) }
    func notices() async -> AsyncStream<StoreNotice> { await gated(store.notices()) }

    /// The store's notices and those sent by a test.
    private func gated(_ notices: AsyncStream<StoreNotice>) async -> AsyncStream<StoreNotice> {
        let (stream, continuation) = AsyncStream.makeStream(of: StoreNotice.self)
        await gate.listen(continuation)
        let pump = Task {
            for await notice in notices { continuation.yield(notice) }
            continuation.finish()
        }
        continuation.onTermination = { _ in pump.cancel() }
        return stream
    }

    func card(_ identifier: CardID) async throws -> Card? {
        await gate.pass(.card)
        return try await store.card(identifier)
    }

    func apply(_ changes: [CardChange]) async throws {
        await gate.pass(.apply)
        try await gate.throwFailure()
        try await store.apply(changes)
    }

    func renew(_ card: Card, _ renewal: CardRenewal) async throws {
        await gate.pass(.apply)
        try await gate.throwFailure()
        try await store.renew(card, renewal)
    }

    func importCards(from source: any CardSource, options: ImportOptions) async throws -> ImportReport {
        await gate.pass(.apply)
        return try await store.importCards(from: source, options: options)
    }

    func damagedCards() async throws -> [DamagedCard] {
        await gate.pass(.look)
        return gate.damaged.isEmpty ? try await store.damagedCards() : gate.damaged
    }

    func damageNotices() -> AsyncStream<Void> {
        if gate.damaged.isEmpty { return store.damageNotices() }
        return AsyncStream { listener in
            listener.yield(())
            listener.finish()
        }
    }

    func toggle(_ toggle: CardToggle, of cards: [CardID]) async throws -> CardToggle.Outcome? {
        await gate.pass(.apply)
        return try await store.toggle(toggle, of: cards)
    }

    func book(_ booking: LedgerBooking, on card: CardID) async throws -> Balance? {
        await gate.pass(.apply)
        return try await store.book(booking, on: card)
    }
    func restore(_ fields: FieldSet?, of card: CardID, after change: Int64) async throws -> RestoredCard? {
        await gate.pass(.apply)
        return try await store.restore(fields, of: card, after: change)
    }
    func history(_ query: HistoryQuery) async throws -> HistoryPage {
        await gate.pass(.history)
        return try await store.history(query)
    }
    func recordUse(of identifier: CardID) async throws {
        await gate.pass(.recordUse)
        try await store.recordUse(of: identifier)
    }
    func resolve(_ choice: ConflictChoice) async throws -> FieldSet {
        await gate.pass(.resolve)
        return try await store.resolve(choice)
    }
}

/// A search result behind a ``Gate``.
private struct GatedCards: FoundCards {
    let found: any FoundCards
    let gate: Gate

    var query: CardQuery { found.query }
    var count: Int { found.count }
    var isSimilar: Bool { found.isSimilar }

    func rows(in ranks: Range<Int>) async throws -> [CardSummary?] {
        await gate.pass(.rows)
        await gate.noteReadRows(ranks)
        return try await found.rows(in: ranks)
    }

    func rank(of identifier: CardID) async throws -> Int? {
        await gate.pass(.rank)
        return try await found.rank(of: identifier)
    }

    func identifiers(in ranks: Range<Int>) async throws -> [CardID] {
        await gate.pass(.identifiers)
        if Task.isCancelled { throw StoreError.stopped }
        return try await found.identifiers(in: ranks)
    }
    var alphabeticalRanks: Range<Int>? { found.alphabeticalRanks }
    func initial(at rank: Int) -> Character? { found.initial(at: rank) }
}
