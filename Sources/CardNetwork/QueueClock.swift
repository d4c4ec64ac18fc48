internal import Basics
internal import Dispatch

/// The machine's continuous clock, whose sleepers wait on a queue of their own.
///
/// The sleepers of `ContinuousClock` wait on a queue of libdispatch that counts its threads: from the first sleep on, a timer
/// would wake the process every second for good.
public struct QueueClock: Clock {
    public typealias Instant = ContinuousClock.Instant

    private static let queue = DispatchQueue(label: "cards-tui.clock")

    public init() {}

    public var now: Instant { .now }
    public var minimumResolution: Duration { .milliseconds(1) }

    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        // Ends when the time has come, and when the task is cancelled.
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
