internal import Synchronization

/// What the store did and the finder does not know yet: put in by the one and taken out by the other, neither of which waits.
final class ChangeBox: Sendable {
    private struct Content {
        var changed = ChangedRows()
        var usageVersion = 0
    }

    private let content = Mutex(Content())

    func add(_ changed: ChangedRows) {
        if !changed.isEmpty { content.withLock { $0.changed.formUnion(changed) } }
    }

    func take() -> ChangedRows {
        content.withLock { content in
            defer { content.changed = ChangedRows() }
            return content.changed
        }
    }

    /// A use or a move, which changes no card but some orders.
    func noteUsage() { content.withLock { $0.usageVersion += 1 } }

    /// How many of them there were.
    var usageVersion: Int { content.withLock { $0.usageVersion } }
}
