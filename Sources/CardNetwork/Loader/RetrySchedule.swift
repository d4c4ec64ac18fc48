internal import Cards

/// What delays a loader's next attempt, and for how long after a failure. It belongs to one actor, which gives it the task that
/// waits.
struct RetrySchedule {
    /// How long a program waits before it looks again whether another one still syncs the same store.
    static let pollInterval = Duration.seconds(1)

    private enum Hold {
        case none
        /// A time that has to come; the task waits for it.
        case until(Task<Void, Never>)
        /// Someone has to change something first, and then ask.
        case untilAsked
    }

    private let policy: RetryPolicy
    private var hold = Hold.none
    /// Failures in a row.
    private var failures = 0

    init(_ policy: RetryPolicy) { self.policy = policy }

    var isHeld: Bool { if case .none = hold { false } else { true } }

    /// No attempt begins until someone asks for it.
    mutating func holdUntilAsked() {
        release()
        hold = .untilAsked
    }

    /// No attempt begins until the timer ends, or someone asks for it.
    mutating func hold(until timer: Task<Void, Never>) {
        release()
        hold = .until(timer)
    }

    /// Nothing delays the next attempt any more.
    mutating func release() {
        if case .until(let timer) = hold { timer.cancel() }
        hold = .none
    }

    mutating func resetBackOff() { failures = 0 }

    /// Counts one more failure in a row, and says how long to wait after it.
    mutating func nextDelay() -> Duration {
        failures += 1
        return policy.delay(afterFailures: failures)
    }
}
