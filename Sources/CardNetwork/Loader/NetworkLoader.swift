public import Cards

/// Keeps the store and one backend together: downloads when it starts and when it is asked, uploads what the store owes,
/// and tries again by itself. It holds no cards; what waits is in the store and outlives the program.
///
/// Start it once; after ``stop()`` it is of no more use.
public actor NetworkLoader: CardLoader {
    /// So long a program waits that finds another one speaking with the backend.
    private static let patience = Duration.seconds(1)

    private let store: any BackendStore
    private let base: BackendURL
    private let kind: BackendKind
    private let credentials: @Sendable () async throws -> Credentials?
    private let configuration: HTTPClient.Configuration
    /// There once the credentials are.
    private var connection: (client: HTTPClient, service: any BackendService)?
    private let cardClock: CardClock
    private let clock: any Clock<Duration>
    private let retries: RetryPolicy

    private let wakes: AsyncStream<Void>
    private let wakeUp: AsyncStream<Void>.Continuation
    private var worker: Task<Void, Never>?
    /// What is under way.
    private var turn: Task<Void, Never>?
    private var hasStopped = false

    private var record: BackendRecord?
    /// Whether someone asked for a try since the last one began.
    private var isAsked = true
    /// How often someone asked.
    private var asks = 0
    private var mustRetryRefused = false
    private var wantsDownload = false
    private var freshness = ListFreshness()
    private var mayWrite = true
    private var failures = 0
    private var hold = LoaderHold.none

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
        base = backend
        self.kind = kind
        self.credentials = credentials
        self.configuration = configuration
        self.cardClock = cardClock
        self.clock = clock
        self.retries = retries
        (wakes, wakeUp) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        var status = LoaderStatus(host: backend.hostAndPort)
        (status.address, status.service) = (backend.text, kind.name)
        board = StatusBoard(status)
    }

    private var backend: BackendID { base.backend }

    // MARK: - For the program

    /// Begins to work: a download first, then what is owed. Returns at once.
    public func start() {
        guard worker == nil, !hasStopped else { return }
        worker = Task { await run() }
        wakeUp.yield()
    }

    /// Ends everything under way and the streams of ``statuses()``; returns when nothing runs any more.
    public func stop() async {
        hasStopped = true
        worker?.cancel()
        turn?.cancel()
        await worker?.value
        release()
        board.end()
    }

    /// Asks for a try; returns at once. A download that is under way is the answer to it.
    public func synchronize() {
        // One that is just being stopped is none.
        if case .downloading = status.activity, case .none = hold { return }
        (isAsked, mustRetryRefused) = (true, true)
        asks += 1
        wakeUp.yield()
    }

    public func cancel() async {
        // Before and after: what is under way may fail before it ends, and what follows it must not begin.
        let asksBefore = asks
        holdUntilAsked()
        turn?.cancel()
        await turn?.value
        guard asks == asksBefore else { return }
        holdUntilAsked()
        status.wasStopped = true
    }

    private func holdUntilAsked() {
        release()
        (isAsked, hold) = (false, .untilAsked)
        status.isElsewhere = false
    }

    public func waiting(limit: Int) async throws -> [WaitingCard] {
        guard record != nil else { return [] }
        return try await store.waiting(for: backend, limit: limit)
    }

    public func retryRefused(_ card: CardID?) async {
        guard record != nil else { return }
        do {
            // The store's notice wakes us.
            try await store.retry(card, with: backend)
        } catch {
            status.failure = words(for: error)
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
            wakeUp.yield()
        } catch {
            status.failure = words(for: error)
        }
    }

    public func statuses() -> AsyncStream<LoaderStatus> { board.watch() }

    // MARK: - The work

    private func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { [store, wakeUp] in
                for await _ in await store.owedNotices() { wakeUp.yield() }
            }
            // One after the other; what wakes us meanwhile is one more turn, however often it came.
            for await _ in wakes {
                if hasStopped { break }
                let turn = Task { await work() }
                self.turn = turn
                await turn.value
                self.turn = nil
            }
            group.cancelAll()
        }
    }

    private func work() async {
        if isAsked {
            (isAsked, wantsDownload, mayWrite) = (false, true, true)
            failures = 0
            status.wasStopped = false
            release()
        }
        do {
            // Another program may have been told meanwhile what may be sent.
            try await connect()
            if mustRetryRefused { try await store.retry(nil, with: backend) }
            mustRetryRefused = false
            try await countWaiting()
            guard case .none = hold else { return }
            guard wantsDownload || wantsUpload else {
                // Another program has done it, or what failed is owed no more.
                return settle()
            }
            guard try await store.takeTurn(with: backend) else { return waitForOthers() }
            status.isElsewhere = false
            do {
                try await speak()
            } catch {
                await store.endTurn(with: backend)
                throw error
            }
            await store.endTurn(with: backend)
        } catch is CancellationError {
            status.activity = .idle
        } catch {
            fail(error)
        }
    }

    private func connect() async throws {
        record = try await store.connect(to: backend)
    }

    private var wantsUpload: Bool {
        mayWrite && status.waiting > status.refused && record?.consent != .unasked
    }

    private func speak() async throws {
        let (client, service) = try await connectedClient()
        let canAskCheaply = record?.validators != nil
        if wantsUpload, type(of: service).asksBeforeWriting,
            !freshness.isFresh(at: cardClock.now(), canAskCheaply: canAskCheaply)
        {
            wantsDownload = true
        }
        if wantsDownload { try await download(from: service, by: client) }
        if wantsUpload { try await upload(to: service, by: client) }
    }

    /// The client, with the credentials that a file or a command gives. Where they cannot be had someone has to change something
    /// first: a command is not run over and over.
    private func connectedClient() async throws -> (HTTPClient, any BackendService) {
        if let connection { return connection }
        do {
            let credentials = try await credentials()
            let (service, header) = kind.service(at: base, credentials)
            var configuration = configuration
            (configuration.credentials, configuration.secrets) = (header, SecretFilter(credentials))
            board.secrets = configuration.secrets
            let connection = (client: HTTPClient(configuration), service: service)
            self.connection = connection
            return connection
        } catch let error as any UserFacingError {
            throw NetworkError.noCredentials(host: base.hostAndPort, reason: error.userMessage)
        }
    }

    private func download(from service: some BackendService, by client: HTTPClient) async throws {
        status.activity = .downloading(cards: 0)
        (status.bytes, status.totalBytes, status.revived) = (0, nil, [])
        // Another program may have been here since.
        try await connect()
        let download = ListDownload(client: client, service: service, store: store, clock: clock)
        let outcome = try await download.run(unless: record?.validators) { await self.show($0) }
        wantsDownload = false
        switch outcome {
        case .unchanged:
            (status.rejected, status.firstRejection, status.revived) = (0, nil, [])
            freshness.note(cardClock.now(), bytes: nil)
        case .merged(let progress):
            show(progress)
            freshness.note(cardClock.now(), bytes: progress.bytes)
        }
        status.hasDownloaded = true
        // Counted before it is said that all is done.
        try await countWaiting()
        if record?.consent == .unasked, status.waiting == 0 {
            // The backend has every card that was here before it: there is nothing to ask.
            try await store.setConsent(.granted, for: backend)
            record?.consent = .granted
        }
        succeed()
    }

    private func show(_ progress: ListDownload<some BackendService>.Progress) {
        status.activity = .downloading(cards: progress.cards)
        (status.bytes, status.totalBytes) = (progress.bytes, progress.totalBytes)
        (status.rejected, status.firstRejection) = (progress.rejected, progress.firstRejection)
        status.revived = progress.revived
    }

    private func upload(to service: some BackendService, by client: HTTPClient) async throws {
        status.activity = .uploading(cards: status.waiting - status.refused)
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
            status.isReadOnly = false
            succeed()
        case .readOnly:
            mayWrite = false
            status.isReadOnly = true
            status.activity = .idle
        }
    }

    private func note(_ ledger: UploadLedger) async {
        status.sent += await ledger.sent
        status.revived += await ledger.revived
    }

    private func showUpload(_ tally: BackendTally) {
        show(tally)
        status.activity = .uploading(cards: tally.owed - tally.refused)
    }

    private func show(_ tally: BackendTally) {
        (status.waiting, status.refused) = (tally.owed, tally.refused)
        (status.conflicts, status.absent) = (tally.conflicts, tally.absent)
    }

    /// Asks only after a download: the backend may have the same cards already.
    private func countWaiting() async throws {
        show(try await store.tally(of: backend))
        let mustAsk = record?.consent == .unasked && status.hasDownloaded && status.waiting > 0
        status.question = mustAsk ? status.waiting : nil
    }

    private func succeed() {
        status.lastSuccess = cardClock.now()
        settle()
    }

    /// Nothing is wrong and nothing is under way.
    private func settle() {
        failures = 0
        var settled = status
        (settled.activity, settled.isElsewhere) = (.idle, false)
        (settled.failure, settled.isOffline, settled.isStoreFailure) = (nil, false, false)
        status = settled
    }

    // MARK: - Failures

    private func fail(_ error: any Error) {
        var failed = status
        (failed.activity, failed.failure) = (.idle, words(for: error))
        failed.isOffline = (error as? NetworkError)?.isOffline == true
        failed.isStoreFailure = error is StoreError
        defer { status = failed }
        // New ones are read with the next try.
        if case NetworkError.refused(_, 401) = error { connection = nil }
        if case NetworkError.refused(_, 403) = error { connection = nil }
        let isTemporary = (error as? NetworkError)?.isTemporary ?? (error as? StoreError)?.isTemporary ?? true
        guard isTemporary else {
            hold = .untilAsked
            return
        }
        failures += 1
        // What a backend asks for is the least: one that says "at once" again and again is not asked without a pause.
        let delay = max((error as? NetworkError)?.retryAfter ?? .zero, retries.delay(afterFailures: failures))
        failed.nextTry = Timestamp(milliseconds: cardClock.now().milliseconds + Int64(delay.wholeMilliseconds))
        wait(delay)
    }

    /// Another program is at it for this store; what it changes is ours, too.
    private func waitForOthers() {
        status.isElsewhere = true
        wait(Self.patience)
    }

    private func wait(_ delay: Duration) {
        hold = .until(
            Task { [clock] in
                do {
                    try await clock.sleep(for: delay)
                    self.retry()
                } catch {
                    // Cancelled: someone asked for a try, or the loader stops.
                }
            })
    }

    private func retry() {
        release()
        wakeUp.yield()
    }

    /// Nothing holds back the next try any more.
    private func release() {
        if case .until(let timer) = hold { timer.cancel() }
        hold = .none
        status.nextTry = nil
    }
}
