internal import Synchronization

/// Whether a connection came as far as to listen.
final class PostgreSQLListening: Sendable {
    private let flag = Atomic(false)

    var hasBegun: Bool { flag.load(ordering: .relaxed) }

    func begin() { flag.store(true, ordering: .relaxed) }
}
