import Observation
import Synchronization

/// Tells those who wait that something may have changed, so that a test waits for what it waits for and burns no time meanwhile.
final class Changes: Sendable {
    private struct State {
        var count = 0
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// How many changes there were.
    var count: Int { state.withLock { $0.count } }

    func note() {
        let waiters = state.withLock { state in
            state.count += 1
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Returns once an observed state is as wanted.
    @MainActor static func see(_ isSeen: () -> Bool) async {
        let changes = Changes()
        while true {
            let seen = changes.count
            if withObservationTracking(isSeen, onChange: { changes.note() }) { return }
            await changes.wait(after: seen)
            // A change is told before it is made.
            await Task.yield()
        }
    }

    /// Returns as soon as there were more changes than these.
    func wait(after count: Int) async {
        await withCheckedContinuation { continuation in
            let isPast = state.withLock { state in
                if state.count != count { return true }
                state.waiters.append(continuation)
                return false
            }
            if isPast { continuation.resume() }
        }
    }
}
