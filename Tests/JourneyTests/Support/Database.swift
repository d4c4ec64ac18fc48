import CSQLite

/// A connection to a store, as another program has it.
final class Database {
    struct Failure: Error { let message: String }

    private let handle: OpaquePointer

    init(_ path: String) throws {
        var opened: OpaquePointer?
        guard sqlite3_open(path, &opened) == SQLITE_OK, let opened else { throw Failure(message: path) }
        handle = opened
        // A program that starts or exits may hold the lock for a moment.
        sqlite3_busy_timeout(handle, 10_000)
    }

    deinit { sqlite3_close(handle) }

    func run(_ sql: String) throws {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
            throw Failure(message: String(cString: sqlite3_errmsg(handle)))
        }
    }

    /// The first column of every row, as text.
    func column(_ sql: String) throws -> [String] {
        var made: OpaquePointer?
        guard sqlite3_prepare_v2(handle, sql, -1, &made, nil) == SQLITE_OK else {
            throw Failure(message: String(cString: sqlite3_errmsg(handle)))
        }
        defer { sqlite3_finalize(made) }
        var texts: [String] = []
        while sqlite3_step(made) == SQLITE_ROW {
            texts.append(sqlite3_column_text(made, 0).map { String(cString: $0) } ?? "NULL")
        }
        return texts
    }
}
