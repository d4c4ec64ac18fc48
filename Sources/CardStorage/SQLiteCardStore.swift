public import Cards
internal import Dispatch

/// The shared store in one SQLite file: cards, their history, their photos, and what each backend said and is owed.
///
/// Several stores, in one process or in many, may be open on one file: each sees what the others did, and is told of it.
/// Drafts are not in it.
public actor SQLiteCardStore {
    /// A path that names no file: the store lives as long as the object.
    public static let inMemory = ":memory:"

    /// Why the store can only be read, for the user; writes throw it. Nil when all is well.
    public nonisolated let readOnlyReason: StoreError?

    let clock: CardClock
    let connection: Connection
    let tables: Tables
    /// Finds and reads rows beside this actor, and never waits for its writes.
    nonisolated let finder: CardFinder
    nonisolated let place: SharedPlace
    /// The files beside the store, as they were when this one last wrote.
    var companions: CompanionFiles?
    /// The downloads that are under way: their backend, and the shadow rows that were named so far. In memory, so that a
    /// download that brings nothing new writes nothing.
    var downloads: [Int: (backend: BackendID, seen: Set<Int64>)] = [:]
    var lastDownload = 0
    /// Held while this store speaks with a backend.
    var turn: SyncLock?

    /// Kilobytes of pages: enough beside the kernel's own cache for the screens (SQLite would take two megabytes), and so
    /// many that an import's indexes stay in memory.
    static let smallCache = 512
    private static let largeCache = 64 << 10
    /// What stands beside the store (`-wal`) is cut to so many bytes when it starts anew.
    static let largeLog = 4 << 20
    /// For readers of a moment ago, before what stands beside the store is brought into it.
    private static let patienceWithReaders = Duration.seconds(1)
    /// Their pages fit into the small cache.
    private static let fewCards = 1000

    private let executor = DispatchExecutor(label: "cards-tui.store")
    private let changeNotices = Broadcast<StoreNotice>(summary: .changedElsewhere)
    private let findings = Broadcast<StoreNotice>(summary: .changedElsewhere)
    private let debtNotices = Broadcast<Void>(summary: ())
    private var watcher: StoreWatcher?
    /// SQLite's count of the commits of others.
    private var commitsElsewhere: Int64 = 0

    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Opens the store, and makes it where there is none; blocks for that long, and for a lock as long as there is patience.
    ///
    /// A store of a newer version, or one that cannot be written, opens to be read: see ``readOnlyReason``.
    /// - Parameter patience: how long to wait for another program that is writing, now and with every change.
    public init(
        at path: String, clock: CardClock = .system, patience: Duration = .seconds(3)
    ) throws(StoreError) {
        let opening = try StoreOpening(path: path, patience: patience)
        connection = opening.connection
        readOnlyReason = opening.readOnlyReason
        tables = Tables(opening.connection)
        place = SharedPlace(StorePlace(opening.connection))
        finder = CardFinder(place, clock: clock)
        opening.connection.recordChanges()
        companions = opening.connection.realPath.map { CompanionFiles(besideStore: $0) }
        self.clock = clock
    }

    /// Runs the body in its turn, on the calling thread, which waits: for the start of the program, when no other thread is
    /// awake yet.
    public nonisolated func runSynchronously<Value: Sendable>(
        _ body: @Sendable (isolated SQLiteCardStore) throws -> Value
    ) rethrows -> Value {
        try executor.queue.sync { try assumeIsolated { try body($0) } }
    }

    // MARK: - Writing

    /// Runs the body in one transaction that is on the disk when this returns.
    /// - Parameter count: how many cards it may change.
    /// - Parameter bytes: how many bytes of photos come with them.
    func write<Value>(
        _ count: Int = 1, bytes: Int = 0, _ body: () throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        try checkWritable()
        let before = connection.totalChanges
        let isMuch = count > Self.fewCards || bytes > Self.smallCache << 9
        if isMuch { try growCache() }
        defer { if isMuch { shrinkCache() } }
        let value = try connection.transaction(body)
        if isMuch { emptyLog() }
        finishWrite(since: before)
        return value
    }

    /// The same for a body that writes very much, and that may fail for reasons of its own.
    func writeMuch<Value>(_ body: () throws -> Value) throws -> Value {
        try checkWritable()
        let before = connection.totalChanges
        try growCache()
        defer { shrinkCache() }
        try connection.begin()
        let value: Value
        do {
            value = try body()
            try connection.commit()
        } catch {
            connection.rollBack()
            throw error
        }
        emptyLog()
        finishWrite(since: before)
        return value
    }

    /// After much was written: hundreds of megabytes would stay beside the store as long as any program has it open. Where a reader is
    /// in the way the next writes do it.
    private func emptyLog() { _ = try? connection.emptyLog(waiting: Self.patienceWithReaders) }

    // MARK: - The end

    /// Brings all that was saved into the one file and lets go of it: for the end of the process, which waits for it two seconds at the
    /// most. What is asked of the store later fails.
    public nonisolated func close() {
        finder.close()
        let group = DispatchGroup()
        executor.queue.async(group: group) { self.assumeIsolated { $0.closeNow() } }
        _ = group.wait(timeout: .now() + .seconds(2))
    }

    private func closeNow() {
        _ = try? connection.emptyLog(waiting: .milliseconds(300))
        connection.close()
    }

    /// Pages that do not fit into the cache would be written and read again and again.
    private func growCache() throws(StoreError) {
        try connection.execute("PRAGMA cache_size = -\(Self.largeCache)")
    }

    private func shrinkCache() {
        try? connection.execute("PRAGMA cache_size = -\(Self.smallCache); PRAGMA shrink_memory")
    }

    private func checkWritable() throws(StoreError) {
        if let readOnlyReason { try checkForRoom(readOnlyReason) }
        guard !connection.hasMoved else {
            throw .cannotOpen(path: connection.path, reason: "the file was moved or deleted while it was open")
        }
        try checkCompanions()
    }

    /// What was written can be found from now on, here and elsewhere.
    private func finishWrite(since changes: Int64) {
        finder.box.add(connection.takeChangedRows())
        if connection.totalChanges != changes, let file = connection.realPath { StoreWatcher.ring(file) }
    }

    // MARK: - Notices

    /// Nil stands for more cards than can be named.
    func tell(changed identifiers: Set<CardID>?) {
        if identifiers?.isEmpty == true { return }
        let notice = identifiers.map { StoreNotice.changed($0) } ?? .changedElsewhere
        changeNotices.send(notice)
        findings.send(notice)
    }

    func notifyPending() { debtNotices.send(()) }

    /// What the user changed is news to the screens, and to the backends.
    func tell(applied changed: ChangedCards) {
        if changed.isEmpty { return }
        tell(changed: changed.identifiers)
        notifyPending()
    }

    func listenForChanges() -> AsyncStream<StoreNotice> {
        watch()
        return changeNotices.listen()
    }

    func listenForFindings() -> AsyncStream<StoreNotice> {
        let wasWatched = watcher != nil
        watch()
        // What others did before somebody watched was heard of by nobody.
        if watcher != nil, !wasWatched { catchUpElsewhere(tellingAlways: false) }
        return findings.listen()
    }

    func listenForDebts() -> AsyncStream<Void> {
        watch()
        return debtNotices.listen()
    }

    /// Starts with the first listener: a command that only lists cards needs no watch.
    private func watch() {
        guard watcher == nil, let file = connection.realPath else { return }
        watcher = StoreWatcher(of: file, queue: executor.queue) { [weak self] in
            Task { await self?.lookElsewhere() }
        }
        commitsElsewhere = countCommitsElsewhere()
    }

    func lookElsewhere() {
        let count = countCommitsElsewhere()
        guard count != commitsElsewhere else { return }
        commitsElsewhere = count
        changeNotices.send(.changedElsewhere)
        debtNotices.send(())
        catchUpElsewhere(tellingAlways: true)
    }

    /// Tells of a change elsewhere when it can be found. Where that fails the next question fails too, and says why.
    func catchUpElsewhere(tellingAlways: Bool) {
        Task { [weak self, finder] in
            let hasNews = (try? await finder.catchUp()) ?? true
            if hasNews || tellingAlways { await self?.tellFound() }
        }
    }

    private func tellFound() { findings.send(.changedElsewhere) }

    /// The number that changes with every commit of another connection, and with none of ours.
    private func countCommitsElsewhere() -> Int64 {
        let count = try? connection.first("PRAGMA data_version") { $0.number() }
        return count ?? commitsElsewhere
    }
}
