internal import CSQLite
internal import Cards
internal import Glibc

extension StoreError {
    /// Converts an SQLite result code. `systemError` is the errno behind it, 0 for none.
    init(code: Int32, message: String, systemError: Int32, path: String) {
        let isOutOfSpace = Self.isOutOfSpace(systemError)
        switch code & 0xFF {
        case SQLITE_NOTADB: self = .notAStore(path: path)
        // SQLITE_PROTOCOL: the readers' locks were not to be had for as long as SQLite itself retries.
        case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: self = .busy(path: path)
        case SQLITE_READONLY: self = .readOnly(path: path)
        case SQLITE_FULL: self = .diskFull(path: path)
        case SQLITE_IOERR where isOutOfSpace: self = .diskFull(path: path)
        case SQLITE_CORRUPT: self = .damaged(path: path, reason: message)
        case SQLITE_CANTOPEN where isOutOfSpace: self = .diskFull(path: path)
        case SQLITE_CANTOPEN:
            self = .cannotOpen(path: path, reason: systemError == 0 ? message : Self.message(of: systemError))
        case SQLITE_IOERR where systemError != 0:
            self = .failed(path: path, reason: "\(message) (\(Self.message(of: systemError)))")
        default: self = .failed(path: path, reason: message)
        }
    }

    /// Converts the errno of a failed system call while the file is opened.
    init(opening path: String, systemError: Int32) {
        self =
            Self.isOutOfSpace(systemError)
            ? .diskFull(path: path) : .cannotOpen(path: path, reason: Self.message(of: systemError))
    }

    /// Of a disk, a quota, or the size that a file may have (`ulimit -f`).
    private static func isOutOfSpace(_ systemError: Int32) -> Bool { [ENOSPC, EDQUOT, EFBIG].contains(systemError) }

    private static func message(of systemError: Int32) -> String { String(cString: strerror(systemError)) }
}
