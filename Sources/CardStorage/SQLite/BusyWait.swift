internal import CSQLite
internal import Glibc

/// SQLite's busy handler: waits while another program writes. The pauses are short and random, so that none of many waiting
/// programs always comes second.
final class BusyWait {
    /// The total time to wait for one lock.
    var limit: Duration
    private var began = ContinuousClock.now

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

    private func shouldRetry(after count: Int32) -> Bool {
        if count == 0 { began = .now }
        guard began.duration(to: .now) < limit else { return false }
        // The first retries come soon: most writes take a millisecond.
        usleep(.random(in: 200...(count < 5 ? 2000 : 25_000)))
        return true
    }
}
