internal import CSQLite
internal import Glibc

/// SQLite's busy handler: waits while another program writes. The pauses are short and random, so that none of many waiting
/// programs always comes second.
final class BusyWait {
    /// The total time to wait for one lock.
    var limit: Duration
    private var began = ContinuousClock.now

    /// How long SQLite itself retries before it returns `SQLITE_PROTOCOL`; a constant, so that the clock is read only then.
    private static let ownRetries = Duration.seconds(10)

    init(limit: Duration) { self.limit = limit }

    /// The object must outlive the connection.
    func start(on handle: OpaquePointer) {
        sqlite3_busy_handler(
            handle,
            { context, count in
                guard let context else { return 0 }
                return Unmanaged<BusyWait>.fromOpaque(context).takeUnretainedValue().shouldRetry(after: count) ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Repeats the beginning of a statement while SQLite gives up with `SQLITE_PROTOCOL` and the limit has not passed. Another
    /// connection has then held the readers' locks of `-wal` for a long time, for example in a checkpoint on a slow disk; SQLite
    /// does not call the busy handler for these locks.
    func repeating(_ attempt: () -> Int32) -> Int32 {
        var code = attempt()
        guard code == SQLITE_PROTOCOL else { return code }
        let end = ContinuousClock.now + limit - Self.ownRetries
        while code == SQLITE_PROTOCOL, ContinuousClock.now < end {
            usleep(.random(in: 200...25_000))
            code = attempt()
        }
        return code
    }

    /// Repeats a statement for which SQLite does not call the busy handler, until the limit has passed.
    func insisting(_ attempt: () -> Int32) -> Int32 {
        let end = ContinuousClock.now + limit
        var code = attempt()
        while code & 0xFF == SQLITE_BUSY, ContinuousClock.now < end {
            usleep(.random(in: 200...25_000))
            code = attempt()
        }
        return code
    }

    private func shouldRetry(after count: Int32) -> Bool {
        if count == 0 { began = .now }
        guard began.duration(to: .now) < limit else { return false }
        // The first retries come soon: most writes take a millisecond.
        usleep(.random(in: 200...(count < 5 ? 2000 : 25_000)))
        return true
    }
}
