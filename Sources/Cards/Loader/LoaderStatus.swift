/// The state of the sync with one backend: what the loader is doing, what is between the store and the backend, and what the last
/// list contained. It holds no cards; the sentences about it are in ``LoaderText``.
public struct LoaderStatus: Hashable, Sendable {
    /// Host and port, for people; never with credentials.
    public var host: String
    /// The whole address without credentials, and what kind of backend it is, for people.
    public var address = ""
    public var service = ""
    public var phase = LoaderPhase.idle
    /// Why the last attempt failed; it stays during the next one, until that succeeds.
    public private(set) var failure: LoaderFailure?
    public var tally = BackendTally()
    /// How many changes the backend has accepted since the start.
    public var sent = 0
    public var lastList = ListReport()
    public var lastSuccess: Timestamp?
    /// Whether one download has succeeded since the start.
    public var hasDownloaded = false
    /// How many cards were here before this backend was set and wait for the user's consent to be sent; nil when none do.
    public var question: Int?

    public init(host: String) { self.host = host }

    /// When it tries again by itself.
    public var nextTry: Timestamp? { if case .failed(let next) = phase { next } else { nil } }

    public var isDownloading: Bool { if case .downloading = phase { true } else { false } }

    public var isUploading: Bool { if case .uploading = phase { true } else { false } }

    /// Whether a transfer is under way.
    public var isBusy: Bool { isDownloading || isUploading }

    // MARK: - Changes

    /// A new attempt begins: nothing is stopped any more, and no next try is planned. A failure stays until the attempt succeeds.
    public mutating func beginAttempt() {
        switch phase {
        case .stopped, .waitingForOther: phase = failure == nil ? .idle : .failed(nextTry: nil)
        case .failed: phase = .failed(nextTry: nil)
        case .idle, .downloading, .uploading, .readOnly: break
        }
    }

    /// An attempt failed.
    public mutating func fail(_ failure: LoaderFailure, nextTry: Timestamp? = nil) {
        (self.failure, phase) = (failure, .failed(nextTry: nextTry))
    }

    /// Something beside the transfers failed: what is under way goes on.
    public mutating func note(_ failure: LoaderFailure) {
        self.failure = failure
        if !isBusy { phase = .failed(nextTry: nextTry) }
    }

    /// A transfer ended without a result, because it was cancelled.
    public mutating func endTransfer() {
        if isBusy { phase = failure == nil ? .idle : .failed(nextTry: nil) }
    }

    /// Everything that could be done is done.
    public mutating func settle(isReadOnly: Bool = false) {
        (failure, phase) = (nil, isReadOnly ? .readOnly : .idle)
    }

    /// Removes from what came from outside whatever `clean` removes.
    public mutating func clean(_ clean: (String) -> String) {
        if let failure { self.failure?.message = clean(failure.message) }
        lastList.firstRejection = lastList.firstRejection.map(clean)
    }
}

/// What the backend's last list, or the one that is coming in, contained besides the cards that were merged.
public struct ListReport: Hashable, Sendable {
    /// Cards that could not be read, and why the first could not.
    public var rejected: Int
    public var firstRejection: String?
    /// Cards deleted here that came back, because they were changed elsewhere: their names.
    public var revived: [String]

    public init(rejected: Int = 0, firstRejection: String? = nil, revived: [String] = []) {
        (self.rejected, self.firstRejection, self.revived) = (rejected, firstRejection, revived)
    }
}
