internal import CTimer
@preconcurrency internal import Dispatch
internal import Glibc

/// Tells when another day may have begun: at a given moment of the wall clock, after a suspension that lasted past it, and when the
/// clock was set. Between these nothing wakes the process.
enum DayTimer {
    /// A stream with an element for each of these moments; it ends where the system has no such timer.
    /// - Parameter next: the moment to wait for, in seconds since 1970; asked again after each element.
    static func moments(next: @escaping @Sendable () -> Int64) -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let timer = timer_open_wall_clock()
            guard timer >= 0, timer_set(timer, next()) else {
                if timer >= 0 { close(timer) }
                return continuation.finish()
            }
            let source = DispatchSource.makeReadSource(fileDescriptor: timer, queue: .global(qos: .utility))
            source.setEventHandler {
                // Fails with ECANCELED when the clock was set; the reason makes no difference.
                var expirations: UInt64 = 0
                _ = read(timer, &expirations, MemoryLayout<UInt64>.size)
                _ = timer_set(timer, next())
                continuation.yield()
            }
            source.setCancelHandler { close(timer) }
            continuation.onTermination = { _ in source.cancel() }
            source.resume()
        }
    }
}
