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
        var status: RemoteStatus
        var task: Task<Void, Never>?
        var wake: AsyncStream<Bool>.Continuation?
        /// Whether an exchange is under way: a phase that is told after its end is late.
        var isRunning = false
        /// When the time of the last exchange was stored.
        var noted: Timestamp?
    }

    let store: any VaultStore
    let makeTransport: MakeTransport
    private let addDeskThere: AddDesk?
    let clock: CardClock
    private let sleeping: any Clock<Duration>
    private let policy: RetryPolicy
    private var exchanges: [RemoteID: Exchange] = [:]
    private var order: [RemoteID] = []
    private var watchers: [Int: AsyncStream<[RemoteStatus]>.Continuation] = [:]
    private var reporters: [Int: AsyncStream<RemoteReport>.Continuation] = [:]
    private var lastWatcher = 0
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
        (self.store, self.clock, self.sleeping, self.policy) = (store, clock, sleeping, policy)
        (makeTransport, addDeskThere) = (transport, addDesk)
    }

    deinit { following?.cancel() }

    // MARK: - Setting up

    public func plan(_ address: RemoteAddress) async throws -> VaultPlan {
        let transport = try await makeTransport(address)
        do {
            let findings = try await transport.check()
            let header = try await transport.header()
            if let header, header.format > VaultHeader.knownFormat { throw VaultError.newerFormat(header.format) }
            var there = 0
            if header != nil {
                there = try await transport.batches(after: store.known(), limit: Self.countedBatches).batches.count
            }
            let plan = VaultPlan(
                address: address, there: header?.vault, here: try await store.vault()?.vault,
                cardsHere: try await store.count(), batchesThere: there, findings: findings)
            await transport.close()
            return plan
        } catch {
            await transport.close()
            throw error
        }
    }

    private static let countedBatches = 100_000

    public func setUp(
        _ plan: VaultPlan, deviceName: String, progress: @escaping @Sendable (ExchangePhase) -> Void
    ) async throws -> ExchangeReport {
        let remote = plan.address.remote
        let transport = try await makeTransport(plan.address)
        settingUp.insert(remote)
        defer { settingUp.remove(remote) }
        do {
            let wanted = plan.here ?? plan.there ?? .random()
            // Another device may have made a vault there meanwhile.
            let header = try await transport.create(VaultHeader(vault: wanted))
            if let here = plan.here, here != header.vault {
                throw VaultError.otherVault(here: here, there: header.vault)
            }
            _ = try await store.joinVault(header.vault, deviceName: deviceName)
            try await store.addRemote(remote)
            let report = try await VaultExchange(
                store, over: transport, to: remote, clock: clock, progress: progress
            ).run()
            try await store.noteExchange(with: remote, at: clock.now(), failure: nil)
            await transport.close()
            settingUp.remove(remote)
            if hasStarted { await startMissing() }
            return report
        } catch {
            await transport.close()
            settingUp.remove(remote)
            // Where only the first exchange failed, it is tried again as any other.
            if hasStarted { await startMissing() }
            throw error
        }
    }

    public func addDesk(_ role: String, password: String?, to address: RemoteAddress) async throws {
        guard let addDeskThere, address.kind == .postgresql else {
            throw TransportError(.unsupported, address.name, "only a database has roles")
        }
        let transport = try await makeTransport(address)
        do {
            let wanted = try await store.vault()?.vault ?? .random()
            let header = try await transport.create(VaultHeader(vault: wanted))
            await transport.close()
            try await addDeskThere(role, password, header.vault, address)
        } catch {
            await transport.close()
            throw error
        }
    }

    public func check(_ address: RemoteAddress) async throws -> [VaultRemoteFinding] {
        let transport = try await makeTransport(address)
        do {
            let findings = try await transport.check()
            await transport.close()
            return findings
        } catch {
            await transport.close()
            throw error
        }
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
            exchanges[record.remote] = Exchange(
                status: RemoteStatus(
                    record.remote, name: address.name, failure: record.failure, lastExchange: record.lastExchange))
            startTask(of: record.remote, address)
        }
        publish()
    }

    private func startTask(of remote: RemoteID, _ address: RemoteAddress) {
        let (wakes, wake) = AsyncStream<Bool>.makeStream(bufferingPolicy: .bufferingNewest(1))
        exchanges[remote]?.wake = wake
        exchanges[remote]?.task = Task { [weak self] in await self?.run(remote, address, wakes, wake) }
    }

    public func exchangeNow() async {
        for (remote, exchange) in exchanges {
            if let wake = exchange.wake {
                wake.yield(true)
            } else if let address = RemoteAddress(remote) {
                // Something that a person has to change had stopped it.
                startTask(of: remote, address)
            }
        }
    }

    /// - Parameter wakes: true where a person asked.
    private func run(
        _ remote: RemoteID, _ address: RemoteAddress, _ wakes: AsyncStream<Bool>,
        _ wake: AsyncStream<Bool>.Continuation
    ) async {
        let transport: any ChangeTransport
        do {
            transport = try await makeTransport(address)
        } catch {
            await note(error, of: remote, failures: 1)
            exchanges[remote]?.wake = nil
            exchanges[remote]?.status.activity = .stopped
            return publish()
        }
        let notices = await store.pendingNotices()
        let listening = Task { for await _ in notices { wake.yield(false) } }
        let hinting = Task { for await _ in transport.hints() { wake.yield(false) } }
        var (isChecked, failures) = (false, 0)
        let snapshots = SnapshotMemory()
        wake.yield(true)
        for await isAsked in wakes {
            if Task.isCancelled { break }
            guard isAsked || mayRun(remote) else {
                await countWaiting(of: remote)
                continue
            }
            exchanges[remote]?.isRunning = true
            do {
                let report = try await VaultExchange(
                    store, over: transport, to: remote, clock: clock, snapshots: snapshots,
                    progress: { phase in Task { [weak self] in await self?.show(phase, of: remote) } }
                ).run(isChecked: isChecked)
                (isChecked, failures) = (true, 0)
                await note(report, of: remote)
            } catch is CancellationError {
                break
            } catch {
                failures += 1
                isChecked = false
                guard let delay = await note(error, of: remote, failures: failures) else {
                    // Whoever asks next has changed something: a new transport reads the secrets again.
                    exchanges[remote]?.wake = nil
                    break
                }
                Task { [sleeping] in
                    try? await sleeping.sleep(for: delay)
                    wake.yield(false)
                }
            }
        }
        listening.cancel()
        hinting.cancel()
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

    private func mayRun(_ remote: RemoteID) -> Bool {
        switch exchanges[remote]?.status.activity {
        case .idle, .running: true
        case .waiting(let time): clock.now() >= time
        case .stopped, nil: false
        }
    }

    // MARK: - What became of it

    private func show(_ phase: ExchangePhase, of remote: RemoteID) {
        guard exchanges[remote]?.isRunning == true else { return }
        exchanges[remote]?.status.activity = .running(phase)
        publish()
    }

    private func note(_ report: ExchangeReport, of remote: RemoteID) async {
        let now = clock.now()
        guard let exchange = exchanges[remote] else { return }
        let isOld = exchange.noted.map { now.milliseconds - $0.milliseconds > Self.notingInterval } ?? true
        if isOld || exchange.status.failure != nil || report.sentBatches + report.merge.merged > 0 {
            try? await store.noteExchange(with: remote, at: now, failure: nil)
            exchanges[remote]?.noted = now
        }
        let tally = try? await store.tally(of: remote)
        exchanges[remote]?.isRunning = false
        exchanges[remote]?.status.attempts += 1
        exchanges[remote]?.status.activity = .idle
        exchanges[remote]?.status.failure = report.damaged.first
        exchanges[remote]?.status.lastExchange = now
        exchanges[remote]?.status.tally = tally ?? VaultTally()
        exchanges[remote]?.status.missingPhotos = report.missingPhotos
        publish()
        guard !report.isNothing else { return }
        let told = RemoteReport(remote, name: exchange.status.name, report)
        for reporter in reporters.values { reporter.yield(told) }
    }

    /// Returns after how long it is tried again; nil where a person has to do something.
    @discardableResult
    private func note(_ error: any Error, of remote: RemoteID, failures: Int) async -> Duration? {
        let now = clock.now()
        let delay: Duration? =
            switch error {
            case let error as TransportError:
                switch error.kind {
                case .busy(let wanted?): wanted
                default: error.isTemporary ? policy.delay(afterFailures: failures) : nil
                }
            case let error as StoreError: error.isTemporary ? policy.delay(afterFailures: failures) : nil
            default: nil
            }
        let message = error.message
        if exchanges[remote]?.status.failure != message {
            try? await store.noteExchange(with: remote, at: now, failure: message)
        }
        let tally = try? await store.tally(of: remote)
        exchanges[remote]?.isRunning = false
        exchanges[remote]?.status.attempts += 1
        exchanges[remote]?.status.failure = message
        exchanges[remote]?.status.tally = tally ?? VaultTally()
        exchanges[remote]?.status.activity =
            delay.map { .waiting(until: Timestamp(clamping: now.milliseconds + Int64($0.wholeMilliseconds))) }
            ?? .stopped
        publish()
        return delay
    }

    // MARK: - Watching

    public func statuses() -> AsyncStream<[RemoteStatus]> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            lastWatcher += 1
            let number = lastWatcher
            watchers[number] = continuation
            continuation.yield(current)
            continuation.onTermination = { [weak self] _ in Task { await self?.forget(number) } }
        }
    }

    public func reports() -> AsyncStream<RemoteReport> {
        AsyncStream { continuation in
            lastWatcher += 1
            let number = lastWatcher
            reporters[number] = continuation
            continuation.onTermination = { [weak self] _ in Task { await self?.forget(number) } }
        }
    }

    private func forget(_ number: Int) {
        watchers[number] = nil
        reporters[number] = nil
    }

    private var current: [RemoteStatus] { order.compactMap { exchanges[$0]?.status } }

    private func publish() { for watcher in watchers.values { watcher.yield(current) } }
}
