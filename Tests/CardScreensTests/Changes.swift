import Basics
import Synchronization

/// Notifies waiting tests of possible changes, so that a test waits for a condition without polling.
final class Changes: Sendable {
    private struct State {
        var count = 0
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// The number of changes so far.
    var count: Int { state.withLock { $0.count } }

    func note() {
        let waiters = state.withLock { state in
            state.count += 1
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Returns once an observed state satisfies the condition.
    @MainActor static func see(_ isSeen: () -> Bool) async {
        let changes = Changes()
        while true {
            let seen = changes.count
            if isSeen() { return }
            ObservedChanges.next { changes.note() }
            await changes.wait(after: seen)
        }
    }

    /// Returns as soon as the number of changes differs from `count`.
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
