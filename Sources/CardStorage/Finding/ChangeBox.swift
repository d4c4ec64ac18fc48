internal import Synchronization

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
