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
