import CSQLite
import Glibc

/// Direct SQL access to a store's file.
struct Database: ~Copyable {
    private var handle: OpaquePointer?

    init(_ path: String) throws {
        guard sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK else {
            throw Failure(
                message: "\(path) cannot be opened: \(String(cString: sqlite3_errmsg(handle))), "
                    + String(cString: strerror(sqlite3_system_errno(handle))))
        }
        sqlite3_busy_timeout(handle, 5000)
    }

    deinit { sqlite3_close_v2(handle) }

    /// The first column of the first row.
    func text(_ sql: String) throws -> String {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK,
            sqlite3_step(statement) == SQLITE_ROW, let text = sqlite3_column_text(statement, 0)
        else { throw Failure(message: String(cString: sqlite3_errmsg(handle))) }
        return String(cString: text)
    }

    struct Failure: Error {
        let message: String
    }
}
