import Cards

/// A store that takes nothing from a backend, as one of a newer version does.
struct ReadOnlyStore: BackendStore {
    let store: any BackendStore

    private var refusal: StoreError { .newerVersion(path: "cards.sqlite", found: 99, known: 5) }

    func merge(_ patches: [CardPatch], from backend: BackendID, download: Int) throws -> MergeReport { throw refusal }

    func connect(to backend: BackendID) async throws -> BackendRecord { try await store.connect(to: backend) }
    func setConsent(_ consent: BackendConsent, for backend: BackendID) throws { throw refusal }
    func takeTurn(with backend: BackendID) async throws -> Bool { try await store.takeTurn(with: backend) }
    func endTurn(with backend: BackendID) async { await store.endTurn(with: backend) }
    func beginDownload(from backend: BackendID) async throws -> Int { try await store.beginDownload(from: backend) }
    func finishDownload(
        from backend: BackendID, download: Int, isWhole: Bool, validators: ListValidators?
    ) throws { throw refusal }
    func owed(to backend: BackendID, limit: Int) async throws -> [OwedChange] {
        try await store.owed(to: backend, limit: limit)
    }
    func owed(_ identifier: CardID, to backend: BackendID) async throws -> OwedChange? {
        try await store.owed(identifier, to: backend)
    }
    func tally(of backend: BackendID) async throws -> BackendTally { try await store.tally(of: backend) }
    func waiting(for backend: BackendID, limit: Int) async throws -> [WaitingCard] {
        try await store.waiting(for: backend, limit: limit)
    }
    func noteAttempt(_ changes: [OwedChange], with backend: BackendID) throws { throw refusal }
    func acknowledge(_ changes: [OwedChange], by backend: BackendID) throws { throw refusal }
    func recordFailure(_ changes: [OwedChange], reason: String, isRefusal: Bool, by backend: BackendID) throws {
        throw refusal
    }
    func retry(_ identifier: CardID?, with backend: BackendID) throws { throw refusal }
    func owedNotices() async -> AsyncStream<Void> { await store.owedNotices() }
    func photo(_ hash: PhotoHash) async throws -> [UInt8]? { try await store.photo(hash) }
}
