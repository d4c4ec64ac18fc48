internal import CSQLite
internal import Glibc

/// Waits for another program that writes, as SQLite's busy handler. It looks again after short, uneven pauses: of many that wait, none
/// keeps the same step behind the others for ever.
final class BusyWait {
    /// How long is waited in all.
    var limit: Duration
    private var began = ContinuousClock.now

    init(limit: Duration) { self.limit = limit }

    /// It must outlive the connection.
    func start(on handle: OpaquePointer) {
        sqlite3_busy_handler(
            handle,
            { context, count in
                guard let context else { return 0 }
                return Unmanaged<BusyWait>.fromOpaque(context).takeUnretainedValue().waits(count) ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private func waits(_ count: Int32) -> Bool {
        if count == 0 { began = .now }
        guard began.duration(to: .now) < limit else { return false }
        // The first looks come soon: most writes take a millisecond.
        usleep(.random(in: 200...(count < 5 ? 2000 : 25_000)))
        return true
    }
}
