internal import Basics
public import Cards

/// Syncs the store with one backend: downloads at the start and on request, uploads the pending changes, and retries
/// after failures. It holds no cards; the pending uploads are in the store and survive the process.
///
/// Start it once; it cannot be used after ``stop()``.
public actor NetworkLoader: CardLoader {
    private let store: any BackendStore
    private let access: BackendAccess
    /// Nil until the credentials are read, and after the backend refused them.
    private var connection: BackendAccess.Connection?
    private let cardClock: CardClock
    private let clock: any Clock<Duration>
    private var schedule: RetrySchedule

    /// Each element starts an attempt; elements during an attempt are merged into one.
    private let wakeUps = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    private var worker: Task<Void, Never>?
    /// The running attempt.
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
    ///   - credentials: called for the first attempt, and again for the next if it throws.
    ///   - allowsPlainHTTP: whether credentials may go to another machine without encryption.
    ///   - certificateFile: trusted certificates instead of the system's, in PEM.
    ///   - cardClock: the time of events.
    ///   - clock: for delays.
    public init(
        store: any BackendStore, backend: BackendURL, kind: BackendKind = .myCards,
        credentials: @escaping @Sendable () async throws -> Credentials? = { nil }, certificateFile: String? = nil,
        allowsPlainHTTP: Bool = false, cardClock: CardClock = .system, clock: any Clock<Duration> = QueueClock(),
        retries: RetryPolicy = RetryPolicy()
    ) {
        self.init(
            store: store, backend: backend, kind: kind, credentials: credentials,
            configuration: HTTPClient.Configuration(certificateFile: certificateFile),
            allowsPlainHTTP: allowsPlainHTTP, cardClock: cardClock,
            clock: clock, retries: retries)
    }

    init(
        store: any BackendStore, backend: BackendURL, kind: BackendKind,
        credentials: @escaping @Sendable () async throws -> Credentials?, configuration: HTTPClient.Configuration,
        allowsPlainHTTP: Bool = false, cardClock: CardClock, clock: any Clock<Duration>, retries: RetryPolicy
    ) {
        self.store = store
        access = BackendAccess(
            base: backend, kind: kind, credentials: credentials, configuration: configuration,
            allowsPlainHTTP: allowsPlainHTTP)
        self.cardClock = cardClock
        self.clock = clock
        schedule = RetrySchedule(retries)
        board = StatusBoard(access.status)
    }

    private var backend: BackendID { access.backend }

    // MARK: - For the program

    /// Starts the loader: it downloads first, then uploads the pending changes. Returns at once.
    public func start() {
        guard worker == nil, !hasStopped else { return }
        worker = Task { await run() }
        wakeUp()
    }

    /// Cancels all work and ends the streams of ``statuses()``; returns when nothing runs any more.
    public func stop() async {
        hasStopped = true
        worker?.cancel()
        attempt?.cancel()
        await worker?.value
        release()
        board.end()
    }

    /// Requests an attempt and returns at once. A running download satisfies the request.
    public func synchronize() {
        // One that is being cancelled does not.
        if status.isDownloading, !schedule.isHeld { return }
        demand.ask()
        wakeUp()
    }

    public func lookAgain() {
        switch status.phase {
        case .idle, .readOnly: break
        case .downloading, .uploading, .waitingForOther, .stopped, .failed: return
        }
        guard status.hasDownloaded, !schedule.isHeld else { return }
        demand.askAgain()
        wakeUp()
    }

    public func cancel() async {
        // Before and after: the running attempt may fail before it ends, and no other may begin.
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

    public func settleAbsent(_ cards: [CardID], _ decision: AbsenceDecision) async throws -> Int {
        let count = try await store.settleAbsent(cards, decision, with: backend)
        // Nothing may be left to send: then only this says that fewer cards are missing.
        try await countWaiting()
        return count
    }

    public func retryRefused(_ card: CardID?) async {
        guard record != nil else { return }
        do {
            // The store's notification wakes the loader.
            try await store.retry(card, with: backend)
        } catch {
            status.note(failure(error))
        }
    }

    public func setConsent(_ consent: BackendConsent) async {
        do {
            // Another program may have received the answer meanwhile; only a "no" can be changed.
            try await connect()
            let isNews = record?.consent == .unasked || (record?.consent == .declined && consent == .granted)
            guard isNews, consent != .unasked else { return try await countWaiting() }
            try await store.setConsent(consent, for: backend)
            record?.consent = consent
            status.cardsAwaitingConsent = nil
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
            // Another program may have received the user's consent meanwhile.
            try await connect()
            if demand.mustRetryRefused { try await store.retry(nil, with: backend) }
            demand.hasRetriedRefused()
            try await countWaiting()
            guard !schedule.isHeld else { return }
            guard demand.wantsDownload || wantsUpload else {
                // Another program has done the work, or the failed change is no longer pending.
                return settle()
            }
            guard try await store.acquireSyncLock(with: backend) else { return waitForOther() }
            status.beginAttempt()
            do {
                try await transfer()
            } catch {
                await storeLastSync()
                await store.releaseSyncLock(with: backend)
                throw error
            }
            await storeLastSync()
            await store.releaseSyncLock(with: backend)
            // Only now: who sees that this program is idle may sync at once.
            settle()
        } catch is CancellationError {
            status.endTransfer()
        } catch {
            fail(error)
        }
    }

    private func connect() async throws {
        record = try await store.connect(to: backend)
        // Also that of an earlier run, or of another program.
        if let last = record?.lastSync, status.lastSuccess.map({ $0 < last }) ?? true { status.lastSuccess = last }
    }

    /// Stores the time of the last success for the next start. A store that cannot be written does not fail the transfer.
    private func storeLastSync() async {
        guard let time = status.lastSuccess, time != record?.lastSync else { return }
        try? await store.noteSync(with: backend, at: time)
        record?.lastSync = time
    }

    private var wantsUpload: Bool { demand.mayWrite && status.tally.waiting > 0 }

    private func transfer() async throws {
        let (client, service) = try await connectedClient()
        let canAskCheaply = record?.validators != nil
        if wantsUpload, type(of: service).asksBeforeWriting,
            !freshness.isFresh(at: cardClock.now(), canAskCheaply: canAskCheaply)
        {
            demand.wantsDownload = true
        }
        if demand.wantsDownload { try await download(from: service, by: client) }
        guard wantsUpload, try await upload(to: service, by: client) else { return }
        // A list without the cards that were deleted confirms that: where they are listed later, somebody has sent them again.
        let before = status.lastList
        try await download(from: service, by: client)
        status.lastList = before.followed(by: status.lastList)
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
        // Another program may have synced since.
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
            // A store that cannot be written does not fail the transfer.
            try? await store.note(progress.list, of: backend)
            freshness.note(cardClock.now(), bytes: progress.download.bytes)
        }
        status.hasDownloaded = true
        // The count has to be correct before the success is reported.
        try await countWaiting()
        if record?.consent == .unasked, status.tally.earlier == 0 {
            // The backend has all cards from before it was set: there is nothing to ask.
            try await store.setConsent(.granted, for: backend)
            record?.consent = .granted
        }
        noteSuccess()
    }

    private func show(_ progress: ListDownload<some BackendService>.Progress) {
        status.phase = .downloading(progress.download)
        status.lastList = progress.list
    }

    /// Returns whether cards were deleted on the backend.
    private func upload(to service: some BackendService, by client: HTTPClient) async throws -> Bool {
        status.phase = .uploading(remaining: status.tally.waiting)
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
            noteSuccess()
        case .readOnly:
            demand.noteWrites(isReadOnly: true)
        }
        return await upload.ledger.deleted > 0
    }

    private func note(_ ledger: UploadLedger) async {
        status.sent += await ledger.sent
        let merged = await ledger.merged
        status.lastList.revived += merged.revived
        status.lastList.unread += merged.unread
    }

    private func showUpload(_ tally: BackendTally) {
        status.tally = tally
        status.phase = .uploading(remaining: tally.waiting)
    }

    /// Asks for consent only after a download: the backend may have the same cards already.
    private func countWaiting() async throws {
        status.tally = try await store.tally(of: backend)
        // Downloads store validators, and what is merged or sent makes them invalid.
        let hasValidators = try await store.connect(to: backend).validators != nil
        status.canAskCheaply = !freshness.isDear(canAskCheaply: hasValidators)
        let mustAsk = record?.consent == .unasked && status.hasDownloaded && status.tally.earlier > 0
        status.cardsAwaitingConsent = mustAsk ? status.tally.earlier : nil
    }

    private func noteSuccess() {
        schedule.resetBackOff()
        status.noteSuccess(at: cardClock.now())
    }

    /// Resets failures; nothing is running, and this program does not hold the sync lock.
    private func settle() {
        schedule.resetBackOff()
        status.settle(isReadOnly: demand.isReadOnly)
    }

    // MARK: - Failures

    private func fail(_ error: any Error) {
        // The next attempt reads the credentials again.
        if case NetworkError.refused(_, 401, _) = error { connection = nil }
        if case NetworkError.refused(_, 403, _) = error { connection = nil }
        let isTemporary = (error as? NetworkError)?.isTemporary ?? (error as? StoreError)?.isTemporary ?? true
        guard isTemporary else {
            schedule.holdUntilAsked()
            return status.fail(failure(error))
        }
        // The backend's delay is a minimum: one that repeatedly demands no delay is still retried with back-off.
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

    /// Another program syncs this store; its changes appear here, too.
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
                    // Cancelled: an attempt was requested, or the loader stops.
                }
            })
    }

    private func retry() {
        release()
        wakeUp()
    }

    /// Allows the next attempt.
    private func release() {
        schedule.release()
        if case .failed = status.phase { status.phase = .failed(nextTry: nil) }
    }
}
