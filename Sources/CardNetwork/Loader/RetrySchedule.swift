internal import Cards

/// Why a loader does not make its next attempt yet, and the delays after failures. It belongs to one actor, which passes it the
/// task that waits.
struct RetrySchedule {
    /// The poll interval while another program syncs the same store.
    static let pollInterval = Duration.seconds(1)

    private enum Hold {
        case none
        /// Until the task's delay has passed.
        case until(Task<Void, Never>)
        /// Until the user requests it: something has to be fixed first.
        case untilAsked
    }

    private let policy: RetryPolicy
    private var hold = Hold.none
    /// Consecutive failures.
    private var failures = 0

    init(_ policy: RetryPolicy) { self.policy = policy }

    var isHeld: Bool { if case .none = hold { false } else { true } }

    /// Delays the next attempt until the user requests it.
    mutating func holdUntilAsked() {
        release()
        hold = .untilAsked
    }

    /// Delays the next attempt until the timer ends, or the user requests it.
    mutating func hold(until timer: Task<Void, Never>) {
        release()
        hold = .until(timer)
    }

    /// Allows the next attempt.
    mutating func release() {
        if case .until(let timer) = hold { timer.cancel() }
        hold = .none
    }

    mutating func resetBackOff() { failures = 0 }

    /// Counts a failure and returns the delay after it.
    mutating func nextDelay() -> Duration {
        failures += 1
        return policy.delay(afterFailures: failures)
    }
}

/// The delays between retries: exponential back-off with full jitter, so that a thousand devices that lost one backend
/// do not return at the same moment.
public struct RetryPolicy: Sendable {
    public static let longest = Duration.seconds(300)
    private static let first = Duration.seconds(2)

    /// At least 0, less than 1.
    private let random: @Sendable () -> Double

    public init(random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }) { self.random = random }

    /// The delay after a number of consecutive failures, from 1.
    public func delay(afterFailures failures: Int) -> Duration {
        let doublings = min(max(0, failures - 1), 20)
        return min(Self.longest, Self.first * (1 << doublings)) * random()
    }
}

/// The work that a loader was asked for and has not done yet.
struct LoaderDemand {
    /// Whether an attempt was requested since the last one began.
    private(set) var isAsked = true
    /// Counts requests, so that a cancellation can tell later ones.
    private(set) var requests = 0
    /// Whether rejected changes are to be sent again.
    private(set) var mustRetryRefused = false
    var wantsDownload = false
    /// Whether the backend refused the last writes.
    private(set) var isReadOnly = false
    /// Whether writes are sent: they are tried again on a read-only backend when an attempt is requested.
    private(set) var mayWrite = true

    mutating func ask() {
        (isAsked, mustRetryRefused) = (true, true)
        requests += 1
    }

    /// The same, but what was refused stays so.
    mutating func askAgain() {
        isAsked = true
        requests += 1
    }

    mutating func withdraw() { isAsked = false }

    /// Begins the requested attempt.
    /// - Returns: false if none was requested.
    mutating func begin() -> Bool {
        guard isAsked else { return false }
        (isAsked, wantsDownload, mayWrite) = (false, true, true)
        return true
    }

    mutating func hasRetriedRefused() { mustRetryRefused = false }

    /// Records whether the backend accepts writes.
    mutating func noteWrites(isReadOnly: Bool) { (self.isReadOnly, mayWrite) = (isReadOnly, !isReadOnly) }
}
