internal import Basics
public import CardNetwork
public import Cards

/// Shares the cards of a store with its remotes: sets them up, and exchanges with each whenever something changes here or there. Each
/// remote has a task of its own, so that one that does not answer delays no other.
public actor VaultService: VaultControl {
    /// Makes the transport to an address, with the secrets that it needs. Nothing is opened before its first call.
    public typealias MakeTransport = @Sendable (RemoteAddress) async throws -> any ChangeTransport
    /// Lets a role of a database use a vault.
    public typealias AddDesk =
        @Sendable (
            _ role: String, _ password: String?, _ vault: VaultID, _ address: RemoteAddress
        ) async throws -> Void

    /// What a remote's task does and knows.
    private struct Exchange {
        let run: Run
        var status: RemoteStatus
        var task: Task<Void, Never>?
        var wake: AsyncStream<Void>.Continuation?
        /// Whether a person asked for the next exchange.
        var isAsked = false
        /// Whether an exchange is under way: a phase that is told after its end is late.
        var isRunning = false
        /// Whether the wait after a failure is over. The time of its end is for people only: the system's clock may be set meanwhile.
        var isDue = false
        /// When the time of the last exchange was stored.
        var noted: Timestamp?
    }

    /// From when a remote is there until it is removed. The task of one that was removed and is there again meanwhile has another number,
    /// and changes nothing any more.
    private struct Run: Equatable {
        let remote: RemoteID
        let number: Int
    }

    let store: any VaultStore
    let makeTransport: MakeTransport
    private let addDeskThere: AddDesk?
    let clock: CardClock
    private let sleeping: any Clock<Duration>
    private let policy: RetryPolicy
    private var exchanges: [RemoteID: Exchange] = [:]
    private var order: [RemoteID] = []
    private let watchers = Broadcast<[RemoteStatus]>(buffering: .bufferingNewest(1))
    private let reporters = Broadcast<RemoteReport>(buffering: .unbounded)
    /// Growing numbers: of runs and of the ends of exchanges.
    private var lastNumber = 0
    private var hasStarted = false
    /// The remotes that are being set up: their first exchange is not one that happens by itself.
    private var settingUp: Set<RemoteID> = []
    /// Follows the remotes that other programs set up.
    private var following: Task<Void, Never>?
    /// An exchange that changes nothing is noted this rarely: other programs on the store read it again after each write.
    private static let notingInterval: Int64 = 10 * 60 * 1000

    public init(
        _ store: any VaultStore, clock: CardClock = .system, sleeping: any Clock<Duration> = QueueClock(),
        policy: RetryPolicy = RetryPolicy(), addDesk: AddDesk? = nil, transport: @escaping MakeTransport
    ) {
        self.store = store
        self.clock = clock
        self.sleeping = sleeping
        self.policy = policy
        makeTransport = transport
        addDeskThere = addDesk
    }

    deinit { following?.cancel() }

    // MARK: - Setting up

    public func setUp(
        _ plan: VaultPlan, deviceName: String, progress: @escaping @Sendable (ExchangePhase) -> Void
    ) async throws -> ExchangeReport {
        let remote = plan.address.remote
        settingUp.insert(remote)
        let result: Result<ExchangeReport, any Error>
        do {
            result = .success(
                try await withTransport(to: plan.address) { transport in
                    let wanted = plan.here ?? plan.there ?? .random()
                    // Another device may have made a vault there meanwhile.
                    let header = try await transport.create(VaultHeader(vault: wanted))
                    if let here = plan.here, here != header.vault {
                        throw VaultError.otherVault(here: here, there: header.vault)
                    }
                    _ = try await store.joinVault(header.vault, deviceName: deviceName)
                    try await store.addRemote(remote)
                    // Whoever begins anew at a place that lost everything wants the header that was made now.
                    try await store.note(header, of: remote)
                    let report = try await VaultExchange(
                        store, over: transport, to: remote, clock: clock, progress: progress
                    ).run()
                    try await store.noteExchange(with: remote, at: clock.now(), failure: nil)
                    return report
                })
        } catch {
            result = .failure(error)
        }
        settingUp.remove(remote)
        // Where only the first exchange failed, it is tried again as any other.
        if hasStarted { await startMissing() }
        return try result.get()
    }

    public func addDesk(_ role: String, password: String?, to address: RemoteAddress) async throws {
        guard let addDeskThere, address.kind == .postgresql else {
            throw TransportError(.unsupported, address.name, "only a database has roles")
        }
        let vault = try await withTransport(to: address) { transport in
            try await transport.create(VaultHeader(vault: try await store.vault()?.vault ?? .random())).vault
        }
        try await addDeskThere(role, password, vault, address)
    }

    public func remove(_ remote: RemoteID) async throws {
        try await store.removeRemote(remote)
        end(remote)
        publish()
    }

    public func devices() async throws -> [VaultDevice] {
        try await store.vault() == nil ? [] : try await store.devices().filter { !$0.isForgotten }
    }

    public func forget(_ device: DeviceID) async throws { try await store.forget(device) }

    // MARK: - By itself

    public func start() async {
        if hasStarted { return }
        hasStarted = true
        let notices = await store.pendingNotices()
        following = Task { [weak self] in for await _ in notices { await self?.followRemotes() } }
        await startMissing()
    }

    /// A command may have set up a remote, or removed one, while this program runs.
    private func followRemotes() async {
        guard let records = try? await store.remotes() else { return }
        let there = Set(records.map(\.remote))
        let gone = order.filter { !there.contains($0) && !settingUp.contains($0) }
        for remote in gone { end(remote) }
        if !there.subtracting(settingUp).subtracting(order).isEmpty {
            await startMissing()
        } else if !gone.isEmpty {
            publish()
        }
        for remote in order where exchanges[remote]?.wake == nil { await countWaiting(of: remote) }
    }

    private func end(_ remote: RemoteID) {
        exchanges[remote]?.task?.cancel()
        exchanges[remote] = nil
        order.removeAll { $0 == remote }
    }

    private func startMissing() async {
        for record in (try? await store.remotes()) ?? [] where exchanges[record.remote] == nil {
            guard !settingUp.contains(record.remote), let address = RemoteAddress(record.remote) else { continue }
            order.append(record.remote)
            let run = Run(remote: record.remote, number: nextNumber())
            exchanges[record.remote] = Exchange(
                run: run,
                status: RemoteStatus(
                    record.remote, name: address.name, failure: record.failure, lastExchange: record.lastExchange))
            startTask(of: run, address)
        }
        publish()
    }

    /// Nil where the remote was removed since.
    private subscript(run: Run) -> Exchange? {
        get { exchanges[run.remote].flatMap { $0.run == run ? $0 : nil } }
        set { if exchanges[run.remote]?.run == run { exchanges[run.remote] = newValue } }
    }

    private func startTask(of run: Run, _ address: RemoteAddress) {
        let (wakes, wake) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        self[run]?.wake = wake
        self[run]?.isAsked = true
        self[run]?.task = Task { [weak self] in await self?.follow(run, address, wakes, wake) }
    }

    public func exchangeNow() async {
        for (remote, exchange) in exchanges {
            exchanges[remote]?.isAsked = true
            if let wake = exchange.wake {
                wake.yield()
            } else if let address = RemoteAddress(remote) {
                // Something that a person has to change had stopped it.
                startTask(of: exchange.run, address)
            }
        }
    }

    private func follow(
        _ run: Run, _ address: RemoteAddress, _ wakes: AsyncStream<Void>, _ wake: AsyncStream<Void>.Continuation
    ) async {
        let transport: any ChangeTransport
        do {
            transport = try await makeTransport(address)
        } catch {
            await note(error, of: run, failures: 1)
            self[run]?.wake = nil
            self[run]?.status.activity = .stopped
            return publish()
        }
        let notices = await store.pendingNotices()
        let listening = Task { for await _ in notices { wake.yield() } }
        let hinting = Task { for await _ in transport.hints() { wake.yield() } }
        var (isChecked, failures) = (false, 0)
        var retry: Task<Void, Never>?
        let snapshots = SnapshotMemory()
        wake.yield()
        for await _ in wakes {
            if Task.isCancelled { break }
            let isAsked = self[run]?.isAsked == true
            guard isAsked || mayRun(run) else {
                await countWaiting(of: run.remote)
                continue
            }
            self[run]?.isRunning = true
            self[run]?.isAsked = false
            retry?.cancel()
            // Who asks wants to know what is there now, whatever was remembered of it.
            if isAsked { isChecked = false }
            do {
                let report = try await VaultExchange(
                    store, over: transport, to: run.remote, clock: clock, snapshots: snapshots,
                    progress: { phase in Task { [weak self] in await self?.show(phase, of: run) } }
                ).run(isChecked: isChecked)
                (isChecked, failures) = (true, 0)
                await note(report, of: run)
            } catch is CancellationError {
                break
            } catch {
                failures += 1
                isChecked = false
                guard let delay = await note(error, of: run, failures: failures) else {
                    // Whoever asks next has changed something: a new transport reads the secrets again.
                    self[run]?.wake = nil
                    break
                }
                retry = Task { [weak self, sleeping] in
                    try? await sleeping.sleep(for: delay)
                    await self?.endWait(of: run)
                    wake.yield()
                }
            }
        }
        listening.cancel()
        hinting.cancel()
        retry?.cancel()
        await transport.close()
    }

    /// What was changed here waits, too, while a remote does not answer.
    private func countWaiting(of remote: RemoteID) async {
        guard let tally = try? await store.tally(of: remote), let status = exchanges[remote]?.status,
            status.tally != tally
        else { return }
        exchanges[remote]?.status.tally = tally
        publish()
    }

    private func mayRun(_ run: Run) -> Bool {
        switch self[run]?.status.activity {
        case .idle, .running: true
        case .waiting: self[run]?.isDue == true
        case .stopped, nil: false
        }
    }

    /// Not where somebody asked meanwhile: the exchange that followed has ended this wait.
    private func endWait(of run: Run) { if !Task.isCancelled { self[run]?.isDue = true } }

    // MARK: - What became of it

    private func show(_ phase: ExchangePhase, of run: Run) {
        guard self[run]?.isRunning == true else { return }
        self[run]?.status.activity = .running(phase)
        publish()
    }

    private func note(_ report: ExchangeReport, of run: Run) async {
        let now = clock.now()
        guard let exchange = self[run] else { return }
        let isOld = exchange.noted.map { now.milliseconds - $0.milliseconds > Self.notingInterval } ?? true
        if isOld || exchange.status.failure != nil || report.sentBatches + report.merge.merged > 0 {
            try? await store.noteExchange(with: run.remote, at: now, failure: nil)
            self[run]?.noted = now
        }
        let tally = try? await store.tally(of: run.remote)
        self[run]?.isRunning = false
        self[run]?.status.lastEnd = nextNumber()
        self[run]?.status.activity = .idle
        self[run]?.status.failure = report.damaged.first
        self[run]?.status.lastExchange = now
        self[run]?.status.tally = tally ?? VaultTally()
        self[run]?.status.missingPhotos = report.missingPhotos
        self[run]?.status.missingPhotoDevices = report.missingPhotoDevices
        self[run]?.status.waiting = report.waiting
        publish()
        guard !report.isNothing else { return }
        reporters.send(RemoteReport(run.remote, name: exchange.status.name, report))
    }

    /// Returns after how long it is tried again; nil where a person has to do something.
    @discardableResult
    private func note(_ error: any Error, of run: Run, failures: Int) async -> Duration? {
        let now = clock.now()
        let delay = policy.delay(after: error, failures: failures)
        let message = error.message
        guard let exchange = self[run] else { return nil }
        if exchange.status.failure != message {
            try? await store.noteExchange(with: run.remote, at: now, failure: message)
        }
        let tally = try? await store.tally(of: run.remote)
        self[run]?.isRunning = false
        self[run]?.isDue = false
        self[run]?.status.lastEnd = nextNumber()
        self[run]?.status.failure = message
        self[run]?.status.tally = tally ?? VaultTally()
        self[run]?.status.activity =
            delay.map { .waiting(until: Timestamp(clamping: now.milliseconds + Int64($0.wholeMilliseconds))) }
            ?? .stopped
        publish()
        return delay
    }

    // MARK: - Watching

    public func statuses() -> AsyncStream<[RemoteStatus]> { watchers.listen(first: current) }

    public func reports() -> AsyncStream<RemoteReport> { reporters.listen() }

    private func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    private var current: [RemoteStatus] { order.compactMap { exchanges[$0]?.status } }

    private func publish() { watchers.send(current) }
}

extension RetryPolicy {
    /// After how long an exchange that failed is tried again; nil where a person has to do something.
    func delay(after error: any Error, failures: Int) -> Duration? {
        switch error {
        case let error as TransportError:
            // A server that asks for no pause gets the usual one.
            if case .busy(let wanted?) = error.kind { return max(wanted, delay(afterFailures: failures)) }
            return error.isTemporary ? delay(afterFailures: failures) : nil
        case let error as StoreError: return error.isTemporary ? delay(afterFailures: failures) : nil
        default: return nil
        }
    }
}
