/// What a loader was asked to do and has not done yet.
struct LoaderDemand {
    /// Whether someone asked for an attempt since the last one began.
    private(set) var isAsked = true
    /// How often someone asked, so that a cancellation knows whether it came before or after.
    private(set) var requests = 0
    /// Whether what the backend refused is to be sent again.
    private(set) var mustRetryRefused = false
    var wantsDownload = false
    /// Whether the backend took no writes when it was last sent some.
    private(set) var isReadOnly = false
    /// Whether writes are sent: a backend that only serves files is sent some again when someone asks for an attempt.
    private(set) var mayWrite = true

    mutating func ask() {
        (isAsked, mustRetryRefused) = (true, true)
        requests += 1
    }

    mutating func withdraw() { isAsked = false }

    /// Begins what was asked for.
    /// - Returns: false where nobody asked.
    mutating func begin() -> Bool {
        guard isAsked else { return false }
        (isAsked, wantsDownload, mayWrite) = (false, true, true)
        return true
    }

    mutating func hasRetriedRefused() { mustRetryRefused = false }

    /// What sending writes came to.
    mutating func noteWrites(isReadOnly: Bool) { (self.isReadOnly, mayWrite) = (isReadOnly, !isReadOnly) }
}
