internal import Basics
internal import Dispatch

/// The continuous clock of the system, with timers on a queue of its own.
///
/// `ContinuousClock` sleeps on a libdispatch queue that counts its threads: after the first sleep a timer would wake
/// the process every second forever.
public struct QueueClock: Clock {
    public typealias Instant = ContinuousClock.Instant

    private static let queue = DispatchQueue(label: "cards-tui.clock")

    public init() {}

    public var now: Instant { .now }
    public var minimumResolution: Duration { .milliseconds(1) }

    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        // Finished when the deadline is reached; ended when the task is cancelled.
        let (end, atEnd) = AsyncStream<Never>.makeStream()
        let timer = DispatchSource.makeTimerSource(queue: Self.queue)
        timer.schedule(deadline: .now() + .milliseconds(max(0, now.duration(to: deadline).wholeMilliseconds)))
        timer.setEventHandler { atEnd.finish() }
        timer.resume()
        defer { timer.cancel() }
        for await _ in end {}
        try Task.checkCancellation()
    }
}
