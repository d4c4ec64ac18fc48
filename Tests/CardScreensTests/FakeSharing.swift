import Cards

/// Shares cards with nobody: answers with what a test chose, and keeps what it was asked.
actor FakeSharing: VaultControl {
    private var remotes: [RemoteStatus] = []
    private var known: [VaultDevice] = []
    private var watchers: [AsyncStream<[RemoteStatus]>.Continuation] = []
    private var reporters: [AsyncStream<RemoteReport>.Continuation] = []
    /// Those that came before anybody listened are told, too.
    private var reported: [RemoteReport] = []
    /// How often somebody asked to exchange now.
    private(set) var requests = 0
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
    func remove(_ remote: RemoteID) async throws {
        remotes.removeAll { $0.remote == remote }
        publish(remotes)
    }

    func devices() async throws -> [VaultDevice] { known }
    func forget(_ device: DeviceID) async throws { known.removeAll { $0.id == device } }
    func start() async {}

    func exchangeNow() async {
        requests += 1
        changes.note()
    }

    func statuses() async -> AsyncStream<[RemoteStatus]> {
        let (stream, watcher) = AsyncStream<[RemoteStatus]>.makeStream()
        watchers.append(watcher)
        watcher.yield(remotes)
        return stream
    }

    func reports() async -> AsyncStream<RemoteReport> {
        let (stream, reporter) = AsyncStream<RemoteReport>.makeStream()
        reporters.append(reporter)
        for report in reported { reporter.yield(report) }
        return stream
    }

    // MARK: - What happens by itself

    func setDevices(_ devices: [VaultDevice]) { known = devices }

    func publish(_ statuses: [RemoteStatus]) {
        remotes = statuses
        for watcher in watchers { watcher.yield(statuses) }
    }

    func report(_ merge: VaultMergeReport) {
        var report = ExchangeReport()
        report.merge = merge
        let told = RemoteReport(RemoteID("folder:/shared"), name: "/shared", report)
        reported.append(told)
        for reporter in reporters { reporter.yield(told) }
    }
}
