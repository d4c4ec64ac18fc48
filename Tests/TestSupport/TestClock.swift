import Synchronization

/// A clock that only moves when a test advances it.
public final class TestClock: Clock, Sendable {
    public struct Instant: InstantProtocol {
        public let offset: Duration
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var nextID = 0
        var sleepers: [Int: Sleeper] = [:]
        var cancelled: Set<Int> = []
        var watchers: [(isWanted: @Sendable (Duration) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    public init() {}

    public var now: Instant { state.withLock { $0.now } }
    public var minimumResolution: Duration { .zero }
    /// Whether a task is sleeping.
    public var hasSleepers: Bool { state.withLock { !$0.sleepers.isEmpty } }

    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                add(Sleeper(deadline: deadline, continuation: continuation), id)
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                let sleeper = state.sleepers.removeValue(forKey: id)
                if sleeper == nil { state.cancelled.insert(id) }
                return sleeper
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    private func add(_ sleeper: Sleeper, _ id: Int) {
        enum Outcome { case cancelled, due, sleeps }
        let (outcome, woken) = state.withLock { state -> (Outcome, [CheckedContinuation<Void, Never>]) in
            if state.cancelled.remove(id) != nil { return (.cancelled, []) }
            if sleeper.deadline <= state.now { return (.due, []) }
            state.sleepers[id] = sleeper
            let left = state.now.duration(to: sleeper.deadline)
            let woken = state.watchers.filter { $0.isWanted(left) }.map(\.continuation)
            state.watchers.removeAll { $0.isWanted(left) }
            return (.sleeps, woken)
        }
        for watcher in woken { watcher.resume() }
        switch outcome {
        case .cancelled: sleeper.continuation.resume(throwing: CancellationError())
        case .due: sleeper.continuation.resume()
        case .sleeps: break
        }
    }

    /// Advances the time and wakes the tasks that are due.
    public func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.sorted { $0.deadline < $1.deadline }
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Returns as soon as a task sleeps for a matching duration.
    public func waitForSleeper(where isWanted: @escaping @Sendable (Duration) -> Bool = { _ in true }) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.sleepers.values.contains(where: { isWanted(state.now.duration(to: $0.deadline)) }) {
                    return true
                }
                state.watchers.append((isWanted, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }
}
