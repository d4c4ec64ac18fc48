internal import Basics
public import Cards
internal import Dispatch

/// The card store in one SQLite file: cards, their history, their photos, and for each backend its versions of cards and the
/// upload queue.
///
/// Several stores, in one process or several, may be open on one file: each sees the changes of the others and is notified of
/// them. Drafts are stored elsewhere.
public actor SQLiteCardStore {
    /// The path of a store without a file, which lives as long as the object.
    public static let inMemory = ":memory:"

    /// Why the store can only be read, for the user; writes throw it. Nil where writing works.
    public nonisolated let readOnlyReason: StoreError?

    let clock: CardClock
    let connection: Connection
    let tables: Tables
    /// Searches and reads rows outside of this actor, so that it never waits for writes.
    nonisolated let finder: CardFinder
    nonisolated let location: SharedLocation
    /// The files beside the store at the time of the last write.
    var companions: CompanionFiles?
    /// The running downloads: their backend, and the shadow rows of the cards that were received so far. Kept in memory, so that
    /// a download without changes writes nothing.
    var downloads: [Int: (backend: BackendID, seen: Set<Int64>)] = [:]
    var lastDownload = 0
    /// Whether each change is rolled back as soon as it was made.
    private var isRehearsing = false
    /// Held while this store syncs with a backend.
    var syncLock: SyncLock?

    /// SQLite's page cache in kilobytes. The small one suffices for the screens, since the kernel caches the file as well
    /// (SQLite's default is two megabytes); the large one keeps the indexes of an import in memory.
    static let smallCache = 512
    private static let largeCache = 40 << 10
    /// `-wal` is truncated to this many bytes when SQLite restarts it.
    static let journalSizeLimit = 4 << 20
    /// How long a checkpoint waits for readers that are still at work.
    static let readerTimeout = Duration.seconds(1)
    /// The pages of this many cards fit into the small cache.
    private static let fewCards = 1000

    private let executor = DispatchExecutor(label: "cards-tui.store")
    private let changeNotices = Broadcast<StoreNotice>(summary: .changedElsewhere)
    private let searchNotices = Broadcast<StoreNotice>(summary: .changedElsewhere)
    private let pendingBroadcast = Broadcast<Void>(summary: ())
    private var watcher: FileWatcher?
    /// SQLite's counter of commits by other connections.
    private var externalCommits: Int64 = 0

    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Opens the store, or creates it where there is none. Blocks meanwhile, for a lock at most as long as `busyTimeout`.
    ///
    /// A store of a newer version, or one that cannot be written, is opened for reading: see ``readOnlyReason``.
    /// - Parameter busyTimeout: how long to wait for another program that is writing, now and with every change.
    public init(
        at path: String, clock: CardClock = .system, busyTimeout: Duration = .seconds(3)
    ) throws(StoreError) {
        let opening = try StoreOpening(path: path, busyTimeout: busyTimeout)
        connection = opening.connection
        readOnlyReason = opening.readOnlyReason
        tables = Tables(opening.connection, day: clock.day)
        location = SharedLocation(StoreLocation(opening.connection))
        finder = CardFinder(location, clock: clock)
        connection.damage = location.damage
        opening.connection.recordChanges()
        companions = opening.connection.realPath.map { CompanionFiles(besideStore: $0) }
        if let path = opening.connection.realPath { CopyNote.removeLeftCopies(besideStore: path) }
        self.clock = clock
    }

    /// Runs the body on the actor, synchronously on the calling thread: for the start of the program, when no other thread runs
    /// yet.
    public nonisolated func runSynchronously<Value: Sendable>(
        _ body: @Sendable (isolated SQLiteCardStore) throws -> Value
    ) rethrows -> Value {
        try executor.queue.sync { try assumeIsolated { try body($0) } }
    }

    // MARK: - Writing

    public func rehearse(_ isOn: Bool) { isRehearsing = isOn }

    /// Runs the body in one transaction, which is on the disk when this returns.
    /// - Parameter count: how many cards it may change.
    /// - Parameter bytes: the size of the photos that it may store.
    func write<Value>(
        _ count: Int = 1, bytes: Int = 0, _ body: () throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        try checkWritable()
        let before = connection.totalChanges
        let isLarge = count > Self.fewCards || bytes > Self.smallCache << 9
        if isLarge { try growCache() }
        defer { if isLarge { shrinkCache() } }
        let value = try connection.transaction(isKept: !isRehearsing, body)
        if isRehearsing { return value }
        if isLarge { checkpoint() }
        finishWrite(since: before)
        return value
    }

    /// The same for a body that writes very many cards and may throw other errors.
    func writeLarge<Value>(_ body: () throws -> Value) throws -> Value {
        try checkWritable()
        let before = connection.totalChanges
        try growCache()
        defer { shrinkCache() }
        try connection.begin()
        let value: Value
        do {
            value = try body()
            if isRehearsing { connection.rollBack() } else { try connection.commit() }
        } catch {
            connection.rollBack()
            throw error
        }
        if isRehearsing { return value }
        checkpoint()
        finishWrite(since: before)
        return value
    }

    /// Moves a large `-wal` into the store: hundreds of megabytes would remain as long as any program has the store open. Where a
    /// reader prevents that, a later checkpoint of SQLite does it.
    private func checkpoint() { _ = try? connection.checkpoint(waiting: Self.readerTimeout) }

    // MARK: - Closing

    /// Moves everything that was saved into the main file and closes it: for the end of the process, which waits for this at most
    /// two seconds. Later calls of the store throw.
    public nonisolated func close() {
        finder.close()
        let group = DispatchGroup()
        executor.queue.async(group: group) { self.assumeIsolated { $0.closeNow() } }
        _ = group.wait(timeout: .now() + .seconds(2))
    }

    private func closeNow() {
        _ = try? connection.checkpoint(waiting: .milliseconds(300))
        connection.close()
    }

    /// With too small a cache, pages would be written and read again and again.
    private func growCache() throws(StoreError) {
        try connection.execute("PRAGMA cache_size = -\(Self.largeCache)")
    }

    private func shrinkCache() {
        try? connection.execute("PRAGMA cache_size = -\(Self.smallCache); PRAGMA shrink_memory")
    }

    private func checkWritable() throws(StoreError) {
        if let readOnlyReason { try reopenIfDiskHasSpace(readOnlyReason) }
        guard !connection.hasMoved else {
            throw .cannotOpen(path: connection.path, reason: "the file was moved or deleted while it was open")
        }
        try checkCompanions()
    }

    /// Makes the changes visible to the search and to other processes.
    private func finishWrite(since changes: Int64) {
        finder.box.add(connection.drainChangedRows())
        connection.truncateLogIfNeeded()
        if connection.totalChanges != changes, let file = connection.realPath { StoreFile.notifyOthers(of: file) }
    }

    // MARK: - Notices

    /// - Parameter identifiers: nil for more cards than are listed.
    func notify(changed identifiers: Set<CardID>?) {
        if identifiers?.isEmpty == true { return }
        let notice = identifiers.map { StoreNotice.changed($0) } ?? .changedElsewhere
        changeNotices.send(notice)
        searchNotices.send(notice)
    }

    func notifyPending() { pendingBroadcast.send(()) }

    /// The user's changes concern the screens and the uploads.
    func notify(applied changed: ChangedCards) {
        if changed.isEmpty { return }
        notify(changed: changed.identifiers)
        notifyPending()
    }

    func listenForChanges() -> AsyncStream<StoreNotice> {
        watch()
        return changeNotices.listen()
    }

    func listenForSearchNotices() -> AsyncStream<StoreNotice> {
        let wasWatched = watcher != nil
        watch()
        // Changes by others before the watcher started were not reported.
        if watcher != nil, !wasWatched { catchUpWithExternalCommits(notifyingAlways: false) }
        return searchNotices.listen()
    }

    func listenForPendingUploads() -> AsyncStream<Void> {
        watch()
        return pendingBroadcast.listen()
    }

    /// Starts the watcher with the first listener: a command that only lists cards needs none.
    private func watch() {
        guard watcher == nil, let file = connection.realPath else { return }
        let name = String(file[(file.lastIndex(of: "/").map(file.index(after:)) ?? file.startIndex)...])
        watcher = FileWatcher([name, name + "-wal"], in: StoreFile.folder(of: file), queue: executor.queue) {
            [weak self] in
            Task { await self?.checkForExternalCommits() }
        }
        externalCommits = externalCommitCount()
    }

    func checkForExternalCommits() {
        let count = externalCommitCount()
        guard count != externalCommits else { return }
        externalCommits = count
        changeNotices.send(.changedElsewhere)
        pendingBroadcast.send(())
        catchUpWithExternalCommits(notifyingAlways: true)
    }

    /// Notifies of a change by another process once the search index has it. Where updating the index fails, the next search
    /// fails as well and reports the reason.
    func catchUpWithExternalCommits(notifyingAlways: Bool) {
        Task { [weak self, finder] in
            let hasNews = (try? await finder.catchUp()) ?? true
            if hasNews || notifyingAlways { await self?.notifySearch() }
        }
    }

    private func notifySearch() { searchNotices.send(.changedElsewhere) }

    /// A number that changes with every commit of another connection, but not with own ones.
    private func externalCommitCount() -> Int64 {
        let count = try? connection.first("PRAGMA data_version") { $0.number() }
        return count ?? externalCommits
    }
}

/// Runs an actor on its own dispatch queue. Disk writes and waiting for a lock block a thread; on Swift's shared pool, which has
/// one thread per core, they would delay everything else.
final class DispatchExecutor: SerialExecutor {
    let queue: DispatchQueue

    /// Not of higher quality of service than the main queue: where the system allows it, its thread would be scheduled before
    /// keys and frames.
    init(label: String) { queue = DispatchQueue(label: label) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
