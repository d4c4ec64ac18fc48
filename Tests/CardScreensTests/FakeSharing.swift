import Cards

/// Shares cards with nobody: answers with what a test chose, and keeps what it was asked.
actor FakeSharing: VaultControl {
    private let changes: Changes
    /// What is found at an address; an error is thrown.
    private var answer: Result<(there: VaultID?, findings: [VaultRemoteFinding]), TransportError> = .success((nil, []))
    private var here: VaultID?
    private(set) var looked: [RemoteAddress] = []
    private(set) var set: [(remote: RemoteID, name: String)] = []

    init(changes: Changes) { self.changes = changes }

    func find(_ there: VaultID? = nil, here: VaultID? = nil, _ findings: [VaultRemoteFinding] = []) {
        (answer, self.here) = (.success((there, findings)), here)
    }

    func fail(_ error: TransportError) { answer = .failure(error) }

    func plan(_ address: RemoteAddress) async throws -> VaultPlan {
        looked.append(address)
        let found = try answer.get()
        return VaultPlan(
            address: address, there: found.there, here: here, cardsHere: 3, batchesThere: found.there == nil ? 0 : 2,
            findings: found.findings)
    }

    func setUp(
        _ plan: VaultPlan, deviceName: String, progress: @escaping @Sendable (ExchangePhase) -> Void
    ) async throws -> ExchangeReport {
        set.append((plan.address.remote, deviceName))
        changes.note()
        var report = ExchangeReport()
        report.sentBatches = 1
        return report
    }

    func exchange(
        with remote: RemoteID, acceptingDeletions: Bool, progress: @escaping @Sendable (ExchangePhase) -> Void
    ) async throws -> ExchangeReport { ExchangeReport() }

    func compact(_ remote: RemoteID, isDryRun: Bool) async throws -> CompactionReport { CompactionReport() }
    func check(_ address: RemoteAddress) async throws -> [VaultRemoteFinding] { [] }
    func addDesk(_ role: String, password: String?, to address: RemoteAddress) async throws {}
    func remove(_ remote: RemoteID) async throws {}
    func start() async {}
    func exchangeNow() async {}
    func statuses() async -> AsyncStream<[RemoteStatus]> { AsyncStream { $0.finish() } }
    func reports() async -> AsyncStream<RemoteReport> { AsyncStream { $0.finish() } }
}
