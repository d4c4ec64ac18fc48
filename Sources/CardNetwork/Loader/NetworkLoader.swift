internal import Basics
public import Cards

/// Syncs the store with one backend: downloads when it starts and when it is asked, uploads the pending changes, and tries again by
/// itself after a failure. It holds no cards; what is pending is in the store and outlives the program.
///
/// Start it once; after ``stop()`` it is of no more use.
public actor NetworkLoader: CardLoader {
    private let store: any BackendStore
    private let access: BackendAccess
    /// Nil until the credentials are read, and after the backend rejected them.
    private var connection: BackendAccess.Connection?
    private let cardClock: CardClock
    private let clock: any Clock<Duration>
    private var schedule: RetrySchedule

    /// Each element starts an attempt; those that come during one are one more.
    private let wakeUps = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    private var worker: Task<Void, Never>?
    /// The attempt that is under way.
    private var attempt: Task<Void, Never>?
    private var hasStopped = false

    private var record: BackendRecord?
    private var demand = LoaderDemand()
    private var freshness = ListFreshness()

    private var board: StatusBoard
    private var status: LoaderStatus {
        get { board.current }
        set { board.current = newValue }
    }

    /// - Parameters:
    ///   - credentials: asked for at the first try, and again at the next where it throws.
    ///   - certificateFile: certificates to trust instead of the system's, in PEM.
    ///   - cardClock: says when something happened.
    ///   - clock: waits.
    public init(
        store: any BackendStore, backend: BackendURL, kind: BackendKind = .myCards,
        credentials: @escaping @Sendable () async throws -> Credentials? = { nil }, certificateFile: String? = nil,
        cardClock: CardClock = .system, clock: any Clock<Duration> = QueueClock(),
        retries: RetryPolicy = RetryPolicy()
    ) {
        self.init(
            store: store, backend: backend, kind: kind, credentials: credentials,
            configuration: HTTPClient.Configuration(certificateFile: certificateFile), cardClock: cardClock,
            clock: clock, retries: retries)
    }

    init(
        store: any BackendStore, backend: BackendURL, kind: BackendKind,
        credentials: @escaping @Sendable () async throws -> Credentials?, configuration: HTTPClient.Configuration,
        cardClock: CardClock, clock: any Clock<Duration>, retries: RetryPolicy
    ) {
        self.store = store
        access = BackendAccess(base: backend, kind: kind, credentials: credentials, configuration: configuration)
        self.cardClock = cardClock
        self.clock = clock
        schedule = RetrySchedule(retries)
        board = StatusBoard(access.status)
    }

    private var backend: BackendID { access.backend }

    // MARK: - For the program

    /// Starts to work: a download first, then the pending uploads. Returns at once.
    public func start() {
        guard worker == nil, !hasStopped else { return }
        worker = Task { await run() }
        wakeUp()
    }

    /// Ends everything under way and the streams of ``statuses()``; returns when nothing runs any more.
    public func stop() async {
        hasStopped = true
        worker?.cancel()
        attempt?.cancel()
        await worker?.value
        release()
        board.end()
    }

    /// Asks for an attempt; returns at once. A download that is under way is the answer to it.
    public func synchronize() {
        // One that is just being cancelled is no answer.
        if status.isDownloading, !schedule.isHeld { return }
        demand.ask()
        wakeUp()
    }

    public func cancel() async {
        // Before and after: what is under way may fail before it ends, and what follows it must not begin.
        let requests = demand.requests
        holdUntilAsked()
        attempt?.cancel()
        await attempt?.value
        guard demand.requests == requests else { return }
        holdUntilAsked()
        status.phase = .stopped
    }

    private func holdUntilAsked() {
        release()
        demand.withdraw()
        schedule.holdUntilAsked()
    }

    private func wakeUp() { wakeUps.continuation.yield() }

    public func pendingCards(limit: Int) async throws -> [PendingCard] {
        guard record != nil else { return [] }
        return try await store.pendingCards(for: backend, limit: limit)
    }

    public func retryRefused(_ card: CardID?) async {
        guard record != nil else { return }
        do {
            // The store's notice wakes us.
            try await store.retry(card, with: backend)
        } catch {
            status.note(failure(error))
        }
    }

    public func answer(_ consent: BackendConsent) async {
        do {
            // Another program may have asked and been told meanwhile; only a "no" can be taken back.
            try await connect()
            let isNews = record?.consent == .unasked || (record?.consent == .declined && consent == .granted)
            guard isNews, consent != .unasked else { return try await countWaiting() }
            try await store.setConsent(consent, for: backend)
            record?.consent = consent
            status.question = nil
            try await countWaiting()
            wakeUp()
        } catch {
            status.note(failure(error))
        }
    }

    public func statuses() -> AsyncStream<LoaderStatus> { board.watch() }

    // MARK: - The work

    private func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { [store, wakeUps] in
                for await _ in await store.pendingNotices() { wakeUps.continuation.yield() }
            }
            for await _ in wakeUps.stream {
                if hasStopped { break }
                let attempt = Task { await work() }
                self.attempt = attempt
                await attempt.value
                self.attempt = nil
            }
            group.cancelAll()
        }
    }

    private func work() async {
        if demand.begin() {
            schedule.resetBackOff()
            release()
            status.beginAttempt()
        }
        do {
            // Another program may have been told meanwhile what may be sent.
            try await connect()
            if demand.mustRetryRefused { try await store.retry(nil, with: backend) }
            demand.hasRetriedRefused()
            try await countWaiting()
            guard !schedule.isHeld else { return }
            guard demand.wantsDownload || wantsUpload else {
                // Another program has done it, or what failed is pending no more.
                return settle()
            }
            guard try await store.acquireSyncLock(with: backend) else { return waitForOther() }
            status.beginAttempt()
            do {
                try await transfer()
            } catch {
                await store.releaseSyncLock(with: backend)
                throw error
            }
            await store.releaseSyncLock(with: backend)
        } catch is CancellationError {
            status.endTransfer()
        } catch {
            fail(error)
        }
    }

    private func connect() async throws {
        record = try await store.connect(to: backend)
    }

    private var wantsUpload: Bool {
        demand.mayWrite && status.tally.pending > status.tally.refused && record?.consent != .unasked
    }

    private func transfer() async throws {
        let (client, service) = try await connectedClient()
        let canAskCheaply = record?.validators != nil
        if wantsUpload, type(of: service).asksBeforeWriting,
            !freshness.isFresh(at: cardClock.now(), canAskCheaply: canAskCheaply)
        {
            demand.wantsDownload = true
        }
        if demand.wantsDownload { try await download(from: service, by: client) }
        if wantsUpload { try await upload(to: service, by: client) }
    }

    private func connectedClient() async throws -> (HTTPClient, any BackendService) {
        if let connection { return (connection.client, connection.service) }
        let connection = try await access.connect()
        board.secrets = connection.secrets
        self.connection = connection
        return (connection.client, connection.service)
    }

    private func download(from service: some BackendService, by client: HTTPClient) async throws {
        status.phase = .downloading(DownloadProgress())
        status.lastList.revived = []
        // Another program may have been here since.
        try await connect()
        let download = ListDownload(client: client, service: service, store: store, clock: clock)
        let outcome = try await download.run(unless: record?.validators) { await self.show($0) }
        demand.wantsDownload = false
        switch outcome {
        case .unchanged:
            status.lastList = ListReport()
            freshness.note(cardClock.now(), bytes: nil)
        case .merged(let progress):
            show(progress)
            freshness.note(cardClock.now(), bytes: progress.download.bytes)
        }
        status.hasDownloaded = true
        // Counted before it is said that all is done.
        try await countWaiting()
        if record?.consent == .unasked, status.tally.pending == 0 {
            // The backend has every card that was here before it: there is nothing to ask.
            try await store.setConsent(.granted, for: backend)
            record?.consent = .granted
        }
        succeed()
    }

    private func show(_ progress: ListDownload<some BackendService>.Progress) {
        status.phase = .downloading(progress.download)
        status.lastList = progress.list
    }

    private func upload(to service: some BackendService, by client: HTTPClient) async throws {
        status.phase = .uploading(remaining: status.tally.pending - status.tally.refused)
        var upload = Upload(by: client, to: service, from: store)
        let ending: Upload.Ending
        do {
            ending = try await upload.run { await self.showUpload($0) }
        } catch {
            await note(upload.ledger)
            throw error
        }
        await note(upload.ledger)
        try await countWaiting()
        switch ending {
        case .done:
            demand.noteWrites(isReadOnly: false)
            succeed()
        case .readOnly:
            demand.noteWrites(isReadOnly: true)
            settle()
        }
    }

    private func note(_ ledger: UploadLedger) async {
        status.sent += await ledger.sent
        status.lastList.revived += await ledger.revived
    }

    private func showUpload(_ tally: BackendTally) {
        status.tally = tally
        status.phase = .uploading(remaining: tally.pending - tally.refused)
    }

    /// Asks only after a download: the backend may have the same cards already.
    private func countWaiting() async throws {
        status.tally = try await store.tally(of: backend)
        let mustAsk = record?.consent == .unasked && status.hasDownloaded && status.tally.pending > 0
        status.question = mustAsk ? status.tally.pending : nil
    }

    private func succeed() {
        status.lastSuccess = cardClock.now()
        settle()
    }

    /// No failure any more, and nothing under way.
    private func settle() {
        schedule.resetBackOff()
        status.settle(isReadOnly: demand.isReadOnly)
    }

    // MARK: - Failures

    private func fail(_ error: any Error) {
        // New credentials are read with the next attempt.
        if case NetworkError.refused(_, 401) = error { connection = nil }
        if case NetworkError.refused(_, 403) = error { connection = nil }
        let isTemporary = (error as? NetworkError)?.isTemporary ?? (error as? StoreError)?.isTemporary ?? true
        guard isTemporary else {
            schedule.holdUntilAsked()
            return status.fail(failure(error))
        }
        // What a backend asks for is the least: one that says "at once" again and again is not asked without a pause.
        let delay = max((error as? NetworkError)?.retryAfter ?? .zero, schedule.nextDelay())
        wait(delay)
        status.fail(
            failure(error),
            nextTry: Timestamp(milliseconds: cardClock.now().milliseconds + Int64(delay.wholeMilliseconds)))
    }

    private func failure(_ error: any Error) -> LoaderFailure {
        let isOffline = (error as? NetworkError)?.isOffline == true
        return LoaderFailure(
            error.message, source: error is StoreError ? .store : isOffline ? .connection : .backend)
    }

    /// Another program syncs this store; what it changes is ours, too.
    private func waitForOther() {
        status.phase = .waitingForOther
        wait(RetrySchedule.pollInterval)
    }

    private func wait(_ delay: Duration) {
        schedule.hold(
            until: Task { [clock] in
                do {
                    try await clock.sleep(for: delay)
                    self.retry()
                } catch {
                    // Cancelled: someone asked for an attempt, or the loader stops.
                }
            })
    }

    private func retry() {
        release()
        wakeUp()
    }

    /// Nothing delays the next attempt any more.
    private func release() {
        schedule.release()
        if case .failed = status.phase { status.phase = .failed(nextTry: nil) }
    }
}
