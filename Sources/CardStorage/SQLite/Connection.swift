internal import Basics
internal import CSQLite
internal import Cards
internal import Glibc

/// One open connection to one SQLite file, with its prepared statements. It knows SQL and errors, nothing of cards.
///
/// Not Sendable on purpose: it is opened without SQLite's own mutexes and belongs to the one actor that made it.
final class Connection {
    /// How long to wait for another program that is writing, where somebody looks at the screen.
    static let patience = Duration.seconds(3)

    /// As the caller named it: this is what errors say.
    let path: String
    private var handle: OpaquePointer
    /// Prepared when first needed, so that a start pays only for what it asks.
    private var statements: [Key: Statement] = [:]

    /// Where the content is.
    enum Source: Hashable, Sendable {
        /// A file that is there, to write if its rights allow it.
        case file(String)
        /// Read without locks, for a file in a folder where no lock file can be made.
        case immutable(String)
        /// In this process, under this name: it ends with the last connection to it.
        case memory(String)
    }

    /// SQLite's own settings, made once and before anything else; where another part of the program was first, they stay.
    private static let configuration = cards_sqlite_without_statistics()

    private(set) var source: Source
    /// What the last transaction did to the rows of `card`.
    private let changes = ChangedRows.Recorder()
    private let busyWait: BusyWait
    private(set) var isClosed = false

    /// `path` is what errors say.
    init(_ source: Source, path: String, patience: Duration = Connection.patience) throws(StoreError) {
        let opened = try Self.open(source, path: path)
        self.path = path
        self.source = source
        self.handle = opened
        sqlite3_extended_result_codes(opened, 1)
        busyWait = BusyWait(limit: patience)
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
                sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
            case .immutable(let path):
                sqlite3_open_v2(
                    "file:\(PercentCoding.encoded(path, keeping: .path))?immutable=1", &opened,
                    SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nil)
            case .memory(let name):
                sqlite3_open_v2(
                    "file:/\(name)?vfs=memdb", &opened,
                    SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nil)
            }
        guard code == SQLITE_OK, let opened else {
            let error = StoreError(
                code: code, message: String(cString: sqlite3_errstr(code)),
                systemError: opened.map { sqlite3_system_errno($0) } ?? 0, path: path)
            sqlite3_close_v2(opened)
            throw error
        }
        return opened
    }

    /// Opens another place in place of this one: its statements are prepared anew, its settings are not kept.
    func reopen(_ source: Source) throws(StoreError) {
        let fresh = try Self.open(source, path: path)
        close()
        (handle, self.source, isClosed) = (fresh, source, false)
        sqlite3_extended_result_codes(fresh, 1)
        busyWait.start(on: fresh)
        recordChanges()
    }

    /// Lets go of the file for good: what is asked later fails. The last connection of all takes the files beside the store with it.
    func close() {
        if isClosed { return }
        isClosed = true
        statements = [:]
        sqlite3_close_v2(handle)
    }

    /// Takes over all that another connection reads; what was here is gone.
    func take(_ other: Connection) throws(StoreError) {
        guard let backup = sqlite3_backup_init(handle, "main", other.handle, "main") else {
            throw error(sqlite3_errcode(handle))
        }
        let code = sqlite3_backup_step(backup, -1)
        sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE else { throw error(code) }
    }

    private func checkOpen() throws(StoreError) {
        if isClosed { throw .cannotOpen(path: path, reason: "it was closed, for the program ends") }
    }

    /// Brings what lies beside the file (`-wal`) into it, and leaves nothing there. False where that has to wait: a reader may be in
    /// the middle.
    @discardableResult
    func emptyLog(waiting patience: Duration) throws(StoreError) -> Bool {
        let usual = busyWait.limit
        busyWait.limit = patience
        defer { busyWait.limit = usual }
        return try first("PRAGMA wal_checkpoint(TRUNCATE)") { $0.number() == 0 } ?? true
    }

    /// Whether the file's rights let this connection only read.
    var isReadOnly: Bool { isClosed || sqlite3_db_readonly(handle, "main") == 1 }

    /// The file's real path, every symbolic link followed; nil in memory.
    var realPath: String? {
        if case .memory = source { return nil }
        if isClosed { return nil }
        guard let name = sqlite3_db_filename(handle, "main").map({ String(cString: $0) }), !name.isEmpty else {
            return nil
        }
        return name
    }

    /// Whether another file, or none, stands where this one was opened: writes to it would be lost at the end.
    var hasMoved: Bool {
        if isClosed { return false }
        var moved: Int32 = 0
        return sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK && moved != 0
    }

    /// How many rows this connection has changed since it was opened.
    var totalChanges: Int64 { isClosed ? 0 : sqlite3_total_changes64(handle) }

    var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

    /// Notes from now on which cards are changed, for ``takeChangedRows()``.
    func recordChanges() { changes.start(on: handle) }

    /// The cards that were changed since this was last asked.
    func takeChangedRows() -> ChangedRows { changes.take() }

    /// A statement by its text. The length is hash enough for a few dozen, and one and the same text is compared by address:
    /// an import looks up thousands.
    private struct Key: Hashable {
        let sql: String

        func hash(into hasher: inout Hasher) { hasher.combine(sql.utf8.count) }
    }

    // MARK: - Statements

    /// Runs statements that give no rows and take no parameters: pragmas, schema.
    func execute(_ sql: String) throws(StoreError) {
        try checkOpen()
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code) }
    }

    /// Runs one statement to its end.
    func run(_ sql: String, _ bind: (inout Parameters) -> Void = { _ in }) throws(StoreError) {
        try forEach(sql, bind) { _ in }
    }

    /// The first row that the statement gives, nil for none.
    func first<Value>(
        _ sql: String, _ bind: (inout Parameters) -> Void = { _ in }, read: (inout Row) -> Value
    ) throws(StoreError) -> Value? {
        let statement = try prepared(sql)
        defer { statement.reset() }
        try check(statement.bind(bind))
        guard try step(statement) else { return nil }
        var row = statement.row
        return read(&row)
    }

    /// Every row that the statement gives; rows for which `read` gives nil are left out.
    func all<Value>(
        _ sql: String, _ bind: (inout Parameters) -> Void = { _ in }, read: (inout Row) -> Value?
    ) throws(StoreError) -> [Value] {
        var values: [Value] = []
        try forEach(sql, bind) { row in
            if let value = read(&row) { values.append(value) }
        }
        return values
    }

    func forEach(
        _ sql: String, _ bind: (inout Parameters) -> Void = { _ in }, read: (inout Row) -> Void
    ) throws(StoreError) {
        let statement = try prepared(sql)
        defer { statement.reset() }
        try check(statement.bind(bind))
        while try step(statement) {
            var row = statement.row
            read(&row)
        }
    }

    /// What `body` reads is of one moment.
    func reading<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
        try run("BEGIN")
        // Nothing was written: there is nothing to lose.
        defer { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
        return try body()
    }

    /// All that `body` writes, or nothing. The lock is taken at once, so that no write fails in the middle for a lock.
    func transaction<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
        try begin()
        do {
            let value = try body()
            try commit()
            return value
        } catch {
            rollBack()
            throw error
        }
    }

    /// What ``transaction(_:)`` is made of, for a body that throws other errors too.
    func begin() throws(StoreError) { try run("BEGIN IMMEDIATE") }

    func commit() throws(StoreError) { try run("COMMIT") }

    /// SQLite has rolled back by itself after some errors, a full disk for one.
    func rollBack() {
        if !isClosed, sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
        _ = changes.take()
    }

    private func prepared(_ sql: String) throws(StoreError) -> Statement {
        try checkOpen()
        if let statement = statements[Key(sql: sql)] { return statement }
        var made: OpaquePointer?
        try check(sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &made, nil))
        guard let made else { throw .failed(path: path, reason: "an empty statement") }
        let statement = Statement(made)
        statements[Key(sql: sql)] = statement
        return statement
    }

    private func step(_ statement: Statement) throws(StoreError) -> Bool {
        switch statement.step() {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw error(code)
        }
    }

    private func check(_ code: Int32) throws(StoreError) {
        guard code == SQLITE_OK else { throw error(code) }
    }

    private func error(_ code: Int32) -> StoreError {
        let usesSystem = [SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_FULL].contains(code & 0xFF)
        return StoreError(
            code: code, message: String(cString: sqlite3_errmsg(handle)),
            systemError: usesSystem ? sqlite3_system_errno(handle) : 0, path: path)
    }
}
