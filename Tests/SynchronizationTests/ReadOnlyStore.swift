import Cards

/// A store that rejects merges, like one of a newer schema version.
struct ReadOnlyStore: BackendStore {
    let store: any BackendStore

    private var refusal: StoreError { .newerVersion(path: "cards.sqlite", found: 99, known: 5) }

    func merge(_ patches: [CardPatch], from backend: BackendID, download: Int) throws -> MergeReport { throw refusal }

    func connect(to backend: BackendID) async throws -> BackendRecord { try await store.connect(to: backend) }
    func note(_ backend: BackendID) async { await store.note(backend) }
    func setConsent(_ consent: BackendConsent, for backend: BackendID) throws { throw refusal }
    func acquireSyncLock(with backend: BackendID) async throws -> Bool {
        try await store.acquireSyncLock(with: backend)
    }
    func releaseSyncLock(with backend: BackendID) async { await store.releaseSyncLock(with: backend) }
    func beginDownload(from backend: BackendID) async throws -> Int { try await store.beginDownload(from: backend) }
    func finishDownload(
        from backend: BackendID, download: Int, isWhole: Bool, validators: ListValidators?
    ) throws { throw refusal }
    func pendingUploads(for backend: BackendID, limit: Int) async throws -> [PendingUpload] {
        try await store.pendingUploads(for: backend, limit: limit)
    }
    func pendingUpload(_ identifier: CardID, to backend: BackendID) async throws -> PendingUpload? {
        try await store.pendingUpload(identifier, to: backend)
    }
    func note(_ list: ListReport, of backend: BackendID) throws { throw refusal }
    func noteSync(with backend: BackendID, at time: Timestamp) throws { throw refusal }
    func settleAbsent(_ cards: [CardID], _ decision: AbsenceDecision, with backend: BackendID) throws -> Int {
        throw refusal
    }
    func tally(of backend: BackendID) async throws -> BackendTally { try await store.tally(of: backend) }
    func pendingCards(for backend: BackendID, limit: Int) async throws -> [PendingCard] {
        try await store.pendingCards(for: backend, limit: limit)
    }
    func noteAttempt(_ changes: [PendingUpload], with backend: BackendID) throws { throw refusal }
    func acknowledge(_ changes: [PendingUpload], by backend: BackendID) throws { throw refusal }
    func recordFailure(_ changes: [PendingUpload], reason: String, isRefusal: Bool, by backend: BackendID) throws {
        throw refusal
    }
    func retry(_ identifier: CardID?, with backend: BackendID) throws { throw refusal }
    func pendingNotices() async -> AsyncStream<Void> { await store.pendingNotices() }
    func photo(_ hash: PhotoHash) async throws -> [UInt8]? { try await store.photo(hash) }
}
