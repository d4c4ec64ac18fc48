internal import CSQLite
internal import Glibc
internal import Synchronization

/// The row numbers of `card` that were written or deleted; beyond the limit only the fact that there were too many.
struct ChangedRows: Equatable, Sendable {
    /// With more, reading all cards is cheaper than reading single ones.
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

    /// Collects the changes from SQLite's update hook, so that no way of writing is missed.
    final class Recorder {
        private var changed = ChangedRows()

        /// The recorder must outlive the connection.
        func start(on handle: OpaquePointer) {
            sqlite3_update_hook(
                handle,
                { context, _, _, table, row in
                    // Only `card` is recorded: other tables number their own rows.
                    guard let context, let table, strcmp(table, "card") == 0 else { return }
                    Unmanaged<Recorder>.fromOpaque(context).takeUnretainedValue().changed.insert(row)
                }, Unmanaged.passUnretained(self).toOpaque())
        }

        func drain() -> ChangedRows {
            defer { changed = ChangedRows() }
            return changed
        }
    }
}

/// Changes of the store that the finder has not processed yet; neither waits for the other.
final class ChangeBox: Sendable {
    private struct Content {
        var changed = ChangedRows()
        var usageVersion = 0
    }

    private let content = Mutex(Content())

    func add(_ changed: ChangedRows) {
        if !changed.isEmpty { content.withLock { $0.changed.formUnion(changed) } }
    }

    func drain() -> ChangedRows {
        content.withLock { content in
            defer { content.changed = ChangedRows() }
            return content.changed
        }
    }

    /// Notes a use or a move, which changes no card but some orders.
    func noteUsage() { content.withLock { $0.usageVersion += 1 } }

    /// The number of uses and moves so far.
    var usageVersion: Int { content.withLock { $0.usageVersion } }
}
