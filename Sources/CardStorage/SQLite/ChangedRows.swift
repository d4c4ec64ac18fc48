internal import CSQLite
internal import Glibc

/// Which rows of `card` were written or deleted, by their numbers; of many only that there were many.
struct ChangedRows: Hashable, Sendable {
    /// With more than this it is cheaper to look at all.
    static let limit = 5000

    private(set) var rows: Set<Int64> = []
    private(set) var areMany = false

    var isEmpty: Bool { rows.isEmpty && !areMany }

    mutating func insert(_ row: Int64) {
        if areMany { return }
        rows.insert(row)
        if rows.count > Self.limit { (rows, areMany) = ([], true) }
    }

    mutating func formUnion(_ other: ChangedRows) {
        if other.areMany { (rows, areMany) = ([], true) }
        for row in other.rows { insert(row) }
    }

    /// Hears from SQLite itself, so that no way of writing is forgotten.
    final class Recorder {
        private var changed = ChangedRows()

        /// The recorder must outlive the connection.
        func start(on handle: OpaquePointer) {
            sqlite3_update_hook(
                handle,
                { context, _, _, table, row in
                    // The photo, owed and other tables have rows of their own.
                    guard let context, let table, strcmp(table, "card") == 0 else { return }
                    Unmanaged<Recorder>.fromOpaque(context).takeUnretainedValue().changed.insert(row)
                }, Unmanaged.passUnretained(self).toOpaque())
        }

        func take() -> ChangedRows {
            defer { changed = ChangedRows() }
            return changed
        }
    }
}
