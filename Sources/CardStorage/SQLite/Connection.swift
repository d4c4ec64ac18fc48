internal import Basics
internal import CSQLite
internal import Cards
internal import Glibc

/// An open connection to an SQLite database, with its prepared statements. It knows SQL and errors, but nothing of cards.
///
/// Not Sendable on purpose: it is opened without SQLite's mutexes and belongs to the actor that created it.
final class Connection {
    /// How long to wait for another program that is writing, where a person waits for the answer.
    static let busyTimeout = Duration.seconds(3)

    /// The path as the caller wrote it, for error messages.
    let path: String
    private var handle: OpaquePointer
    /// Prepared on first use, so that the start of the program pays only for the statements that it runs.
    private var statements: [Statement] = []

    /// Where the database is.
    enum Source: Equatable, Sendable {
        /// An existing file, writable if its permissions allow it.
        case file(String)
        /// A file read without locks, for a folder in which no lock file can be created.
        case immutable(String)
        /// In the memory of this process, under this name; deleted with the last connection to it.
        case memory(String)
        /// In a file of SQLite's own, deleted with the connection; no other connection sees it.
        case temporary
    }

    /// SQLite's process-wide settings, made once and before anything else. Where SQLite is initialized already, its settings
    /// stay.
    private static let configuration = cards_sqlite_without_statistics()

    private(set) var source: Source
    /// The rows of `card` that changed since ``drainChangedRows()`` was last called.
    private let changes = ChangedRows.Recorder()
    private let busyWait: BusyWait
    /// Told of what is read and damaged; nil where somebody else looks for it.
    var damage: DamageSign?
    private(set) var isClosed = false
    /// Whether `-wal` may still hold deleted content.
    private var mustTruncateLog = false

    /// `3.40.1`.
    static var libraryVersion: String { String(cString: sqlite3_libversion()) }

    /// - Parameter path: the path for error messages.
    init(_ source: Source, path: String, busyTimeout: Duration = Connection.busyTimeout) throws(StoreError) {
        let opened = try Self.open(source, path: path)
        self.path = path
        self.source = source
        self.handle = opened
        sqlite3_extended_result_codes(opened, 1)
        busyWait = BusyWait(limit: busyTimeout)
        busyWait.start(on: opened)
    }

    convenience init(path: String) throws(StoreError) { try self.init(.file(path), path: path) }

    deinit { if !isClosed { sqlite3_close_v2(handle) } }

    private static func open(_ source: Source, path: String) throws(StoreError) -> OpaquePointer {
        _ = configuration
        var opened: OpaquePointer?
        let code =
            switch source {
            case .file(let path):
                sqlite3_open_v2(PathText.cString(path), &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
            case .immutable(let path):
                sqlite3_open_v2(
                    "file:\(PercentCoding.encoded(PathText.bytes(of: path), keeping: .path))?immutable=1", &opened,
                    SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nil)
            case .memory(let name):
                sqlite3_open_v2(
                    "file:/\(name)?vfs=memdb", &opened,
                    SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nil)
            case .temporary:
                sqlite3_open_v2(
                    "", &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nil)
            }
        let failure = code == SQLITE_OK ? cards_sqlite_distrust_schema(opened) : code
        guard failure == SQLITE_OK, let opened else {
            let error = StoreError(
                code: failure, message: String(cString: sqlite3_errstr(failure)),
                systemError: opened.map { sqlite3_system_errno($0) } ?? 0, path: path)
            sqlite3_close_v2(opened)
            throw error
        }
        return opened
    }

    /// Replaces the open database by another one. Statements are prepared again; pragmas are not kept.
    func reopen(_ source: Source) throws(StoreError) {
        let fresh = try Self.open(source, path: path)
        close()
        (handle, self.source, isClosed) = (fresh, source, false)
        sqlite3_extended_result_codes(fresh, 1)
        busyWait.start(on: fresh)
        recordChanges()
    }

    /// Closes the database for good: later statements throw. The last connection to a file deletes `-wal` and `-shm`.
    func close() {
        if isClosed { return }
        isClosed = true
        statements = []
        sqlite3_close_v2(handle)
    }

    /// Replaces the content of this database by that of another one.
    func copyContent(of other: Connection) throws(StoreError) {
        guard let backup = sqlite3_backup_init(handle, "main", other.handle, "main") else {
            throw error(sqlite3_errcode(handle))
        }
        let code = sqlite3_backup_step(backup, -1)
        sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE else { throw error(code) }
    }

    /// The size of `-wal`, which is beside the file itself, also where a link leads to that.
    var logBytes: Int {
        guard let file = sqlite3_db_filename(handle, "main") else { return 0 }
        return StoreFile.size(of: PathText.text(cString: file) + "-wal")
    }

    /// Fills `buffer` with the bytes of the database file, by the descriptor that SQLite has: closing another one of the same file would
    /// release the locks of this process.
    func readFile(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(StoreError) {
        var file: UnsafeMutablePointer<sqlite3_file>?
        try check(sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file))
        guard let file, let read = file.pointee.pMethods?.pointee.xRead else {
            throw .failed(path: path, reason: "SQLite has no file of it")
        }
        let code = read(file, buffer.baseAddress, Int32(buffer.count), sqlite3_int64(offset))
        // SQLite keeps no message for what it was not asked itself.
        guard code == SQLITE_OK else {
            throw StoreError(code: code, message: String(cString: sqlite3_errstr(code)), systemError: 0, path: path)
        }
    }

    private func checkOpen() throws(StoreError) {
        if isClosed { throw .cannotOpen(path: path, reason: "it was closed because the program is exiting") }
    }

    /// Moves the content of `-wal` into the database and truncates it. False where a reader or writer of another connection
    /// prevents that.
    @discardableResult
    func checkpoint(waiting timeout: Duration) throws(StoreError) -> Bool {
        try waiting(timeout) { () throws(StoreError) in
            try first("PRAGMA wal_checkpoint(TRUNCATE)") { $0.number() == 0 } ?? true
        }
    }

    /// Runs a body that waits this long at most for a lock.
    func waiting<Value, Failure>(_ timeout: Duration, _ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        let usual = busyWait.limit
        busyWait.limit = min(timeout, usual)
        defer { busyWait.limit = usual }
        return try body()
    }

    /// Writes the whole database anew, without what is in its free pages.
    func vacuum(waiting timeout: Duration) throws(StoreError) {
        try waiting(timeout) { () throws(StoreError) in try execute("VACUUM") }
    }

    /// Truncates `-wal`, which holds pages with deleted content. Where a reader prevents that, ``truncateLogIfNeeded(waiting:)`` does
    /// it later.
    /// - Returns: whether it is done.
    func truncateLog() -> Bool {
        mustTruncateLog = true
        truncateLogIfNeeded(waiting: .milliseconds(300))
        return !mustTruncateLog
    }

    /// Truncates `-wal` if that could not be done when it was asked for.
    func truncateLogIfNeeded(waiting timeout: Duration = .zero) {
        guard mustTruncateLog, let isDone = try? checkpoint(waiting: timeout) else { return }
        mustTruncateLog = !isDone
    }

    /// Whether the file's permissions allow only reading.
    var isReadOnly: Bool { isClosed || sqlite3_db_readonly(handle, "main") == 1 }

    /// The file's path with all symbolic links resolved; nil for a database in memory.
    var realPath: String? {
        if case .memory = source { return nil }
        if isClosed { return nil }
        guard let name = sqlite3_db_filename(handle, "main").map({ PathText.text(cString: $0) }), !name.isEmpty else {
            return nil
        }
        return name
    }

    /// Whether the path now has no file or another one than was opened: writes would be lost when the connection closes.
    var hasMoved: Bool {
        if isClosed { return false }
        var moved: Int32 = 0
        return sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK && moved != 0
    }

    /// How many rows this connection has changed since it was opened.
    var totalChanges: Int64 { isClosed ? 0 : sqlite3_total_changes64(handle) }

    var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

    /// Starts to record changed cards for ``drainChangedRows()``.
    func recordChanges() { changes.start(on: handle) }

    /// The cards that changed since the last call.
    func drainChangedRows() -> ChangedRows { changes.drain() }

    // MARK: - Statements

    /// Runs statements without result rows and parameters, such as pragmas and schema changes. Outside of a transaction, several
    /// must be pragmas: where a lock was not to be had, all are run again.
    func execute(_ sql: String) throws(StoreError) {
        try checkOpen()
        try check(busyWait.repeating { sqlite3_exec(handle, sql, nil, nil, nil) })
    }

    /// The same for what SQLite refuses at once while another program does it, instead of waiting: changing the journal mode.
    func executePatiently(_ sql: String) throws(StoreError) {
        try checkOpen()
        try check(busyWait.insisting { sqlite3_exec(handle, sql, nil, nil, nil) })
    }

    /// Runs one statement with these values and ignores its rows.
    func run<each Bound: SQLValue>(_ sql: String, _ values: repeat each Bound) throws(StoreError) {
        try forEach(sql, repeat each values) { _ in }
    }

    /// The same with values that `bind` adds: many of them, or a blob.
    func run(_ sql: String, _ bind: (inout Parameters) -> Void) throws(StoreError) {
        try forEach(sql, bind) { _ in }
    }

    /// The first row of the result, nil for none.
    func first<Value, each Bound: SQLValue>(
        _ sql: String, _ values: repeat each Bound, read: (inout Row) -> Value
    ) throws(StoreError) -> Value? {
        try first(sql, { (repeat (each values).bind(to: &$0)) }, read: read)
    }

    func first<Value>(
        _ sql: String, _ bind: (inout Parameters) -> Void, read: (inout Row) -> Value
    ) throws(StoreError) -> Value? {
        let statement = try prepared(sql)
        defer { statement.reset() }
        try check(statement.bind(bind))
        guard try firstStep(statement) else { return nil }
        return readRow(of: statement, read)
    }

    /// All rows of the result; those for which `read` returns nil are left out.
    func all<Value, each Bound: SQLValue>(
        _ sql: String, _ values: repeat each Bound, read: (inout Row) -> Value?
    ) throws(StoreError) -> [Value] {
        try all(sql, { (repeat (each values).bind(to: &$0)) }, read: read)
    }

    func all<Value>(
        _ sql: String, _ bind: (inout Parameters) -> Void, read: (inout Row) -> Value?
    ) throws(StoreError) -> [Value] {
        var values: [Value] = []
        try forEach(sql, bind) { row in
            if let value = read(&row) { values.append(value) }
        }
        return values
    }

    func forEach<each Bound: SQLValue>(
        _ sql: String, _ values: repeat each Bound, read: (inout Row) -> Void
    ) throws(StoreError) {
        try forEach(sql, { (repeat (each values).bind(to: &$0)) }, read: read)
    }

    func forEach(
        _ sql: String, _ bind: (inout Parameters) -> Void, read: (inout Row) -> Void
    ) throws(StoreError) {
        let statement = try prepared(sql)
        defer { statement.reset() }
        try check(statement.bind(bind))
        var hasRow = try firstStep(statement)
        while hasRow {
            readRow(of: statement, read)
            hasRow = try isRow(statement.step())
        }
    }

    /// Reads the next rows of a statement without parameters, at most `count`. False at its end: then it must begin anew. Until then
    /// it keeps its transaction open, and nothing else may use it.
    func advance(
        _ sql: String, by count: Int, fromBeginning: Bool, read: (inout Row) -> Void
    ) throws(StoreError) -> Bool {
        let statement = try prepared(sql)
        if fromBeginning { statement.reset() }
        do {
            for _ in 0..<count {
                guard try firstStep(statement) else {
                    statement.reset()
                    return false
                }
                readRow(of: statement, read)
            }
            return true
        } catch {
            statement.reset()
            throw error
        }
    }

    /// Runs `body` in a read transaction, so that all its reads see one snapshot.
    func reading<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
        try run("BEGIN")
        // Nothing was written, so nothing is lost.
        defer { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
        return try body()
    }

    /// Runs `body` in a transaction, which is committed or, after an error and where nothing is to be kept, rolled back. The write
    /// lock is acquired first, so that no later write fails for a lock.
    func transaction<Value>(isKept: Bool = true, _ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
        try begin()
        do {
            let value = try body()
            if isKept { try commit() } else { rollBack() }
            return value
        } catch {
            rollBack()
            throw error
        }
    }

    /// For a body that also throws other errors than ``StoreError``: the steps of ``transaction(_:)``.
    func begin() throws(StoreError) { try run("BEGIN IMMEDIATE") }

    func commit() throws(StoreError) { try run("COMMIT") }

    /// After some errors, such as a full disk, SQLite has already rolled back.
    func rollBack() {
        if !isClosed, sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
        _ = changes.drain()
    }

    private func prepared(_ sql: String) throws(StoreError) -> Statement {
        try checkOpen()
        let length = sql.utf8.count
        // A few dozen are searched sooner than hashed: their lengths differ, and Swift compares a literal with itself by address. An import
        // looks up thousands.
        if let known = statements.first(where: { $0.length == length && $0.sql == sql }) { return known }
        var made: OpaquePointer?
        // Reads the schema where it has changed.
        try check(
            busyWait.repeating {
                sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &made, nil)
            })
        guard let made else { throw .failed(path: path, reason: "an empty statement") }
        let statement = Statement(made, sql)
        statements.append(statement)
        return statement
    }

    /// Begins a bound statement; only here does it acquire locks. Returns whether it has a row.
    private func firstStep(_ statement: Statement) throws(StoreError) -> Bool {
        try isRow(busyWait.repeating { statement.step() })
    }

    /// What is read is checked when it is read, by whomever.
    private func readRow<Value>(of statement: Statement, _ read: (inout Row) -> Value) -> Value {
        var row = statement.row
        let value = read(&row)
        if row.isDamaged { damage?.note() }
        return value
    }

    private func isRow(_ code: Int32) throws(StoreError) -> Bool {
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw error(code)
        }
    }

    private func check(_ code: Int32) throws(StoreError) {
        guard code == SQLITE_OK else { throw error(code) }
    }

    private func error(_ code: Int32) -> StoreError {
        if code & 0xFF == SQLITE_CORRUPT { damage?.note() }
        let usesSystem = [SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_FULL].contains(code & 0xFF)
        return StoreError(
            code: code, message: String(cString: sqlite3_errmsg(handle)),
            systemError: usesSystem ? sqlite3_system_errno(handle) : 0, path: path)
    }
}
