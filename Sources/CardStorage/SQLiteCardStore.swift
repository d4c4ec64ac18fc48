public import Cards

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
    /// The downloads that are under way: their backend, and the shadow rows that were named so far. In memory, so that a
    /// download that brings nothing new writes nothing.
    var downloads: [Int: (backend: BackendID, seen: Set<Int64>)] = [:]
    var lastDownload = 0

    private let executor = DispatchExecutor(label: "cards-tui.store")
    private let changeNotices = Broadcast<StoreNotice>(summary: .changedElsewhere)
    private let debtNotices = Broadcast<Void>(summary: ())
    private var watcher: StoreWatcher?
    /// SQLite's count of the commits of others.
    private var commitsElsewhere: Int64 = 0

    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Opens the store, and makes it where there is none; blocks for that long, at the most three seconds for a lock.
    ///
    /// A store of a newer version, or one that cannot be written, opens to be read: see ``readOnlyReason``.
    public init(at path: String, clock: CardClock = .system) throws(StoreError) {
        let opening = try StoreOpening(path: path)
        connection = opening.connection
        readOnlyReason = opening.readOnlyReason
        tables = Tables(opening.connection)
        self.clock = clock
    }

    /// Runs the body in its turn, on the calling thread, which waits: for the start of the program, when no other thread is
    /// awake yet.
    public nonisolated func atOnce<Value: Sendable>(
        _ body: @Sendable (isolated SQLiteCardStore) throws -> Value
    ) rethrows -> Value {
        try executor.queue.sync { try assumeIsolated { try body($0) } }
    }

    // MARK: - Writing

    /// Runs the body in one transaction that is on the disk when this returns.
    func write<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
        if let readOnlyReason { throw readOnlyReason }
        guard !connection.hasMoved else {
            throw .cannotOpen(path: connection.path, reason: "the file was moved or deleted while it was open")
        }
        let before = connection.totalChanges
        let value = try connection.transaction(body)
        if connection.totalChanges != before, let file = connection.realPath { StoreWatcher.ring(file) }
        return value
    }

    // MARK: - Notices

    func tell(changed identifiers: Set<CardID>) {
        if !identifiers.isEmpty { changeNotices.send(.changed(identifiers)) }
    }

    func tellOwed() { debtNotices.send(()) }

    func listenForChanges() -> AsyncStream<StoreNotice> {
        watch()
        return changeNotices.listen()
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

    private func lookElsewhere() {
        let count = countCommitsElsewhere()
        guard count != commitsElsewhere else { return }
        commitsElsewhere = count
        changeNotices.send(.changedElsewhere)
        debtNotices.send(())
    }

    /// The number that changes with every commit of another connection, and with none of ours.
    private func countCommitsElsewhere() -> Int64 {
        let count = try? connection.first("PRAGMA data_version") { $0.number() }
        return count ?? commitsElsewhere
    }
}
