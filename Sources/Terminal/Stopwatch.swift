/// The time since its creation, by an injected clock: for values that have time-dependent phases but no clock.
public struct Stopwatch: Sendable {
    private let elapsed: @Sendable () -> Duration
    private let sleep: @Sendable (Duration) async throws -> Void

    public init<C: Clock<Duration>>(_ clock: C) {
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    }

    public var now: Duration { elapsed() }

    /// Returns when that time is reached.
    /// - Throws: `CancellationError`.
    public func wait(until time: Duration) async throws { try await sleep(time) }
}
