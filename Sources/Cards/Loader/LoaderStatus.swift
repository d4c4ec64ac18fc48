/// The state of the sync with one backend: what the loader is doing, what differs between the store and the backend, and what the
/// last list contained. It holds no cards; ``LoaderText`` describes it in sentences.
public struct LoaderStatus: Equatable, Sendable {
    /// Host and port for display; never with credentials.
    public var host: String
    /// The whole address without credentials, and the kind of backend, for display.
    public var address = ""
    public var service = ""
    public var phase = LoaderPhase.idle
    /// The failure of the last attempt; it stays during the next one until that succeeds.
    public private(set) var failure: LoaderFailure?
    public var tally = BackendTally()
    /// How many changes the backend has accepted since the start.
    public var sent = 0
    public var lastList = ListReport()
    /// When a transfer succeeded last, also in an earlier run of the program.
    public var lastSuccess: Timestamp?
    /// Whether a download has succeeded since the start.
    public var hasDownloaded = false
    /// Whether asking for the list again costs little: it is small, or the backend can answer that it has not changed.
    public var canAskCheaply = false
    /// The number of cards that were in the store before this backend was set and need the user's consent to be sent; nil for none.
    public var cardsAwaitingConsent: Int?

    public init(host: String) { self.host = host }

    /// The time of the next automatic attempt.
    public var nextTry: Timestamp? { if case .failed(let next) = phase { next } else { nil } }

    public var isDownloading: Bool { if case .downloading = phase { true } else { false } }

    public var isUploading: Bool { if case .uploading = phase { true } else { false } }

    /// Whether a transfer is running.
    public var isBusy: Bool { isDownloading || isUploading }

    // MARK: - Changes

    /// Starts a new attempt: resets a stop and a planned next try. A failure stays until the attempt succeeds.
    public mutating func beginAttempt() {
        switch phase {
        case .stopped, .waitingForOther: phase = failure == nil ? .idle : .failed(nextTry: nil)
        case .failed: phase = .failed(nextTry: nil)
        case .idle, .downloading, .uploading, .readOnly: break
        }
    }

    /// Records that an attempt failed.
    public mutating func fail(_ failure: LoaderFailure, nextTry: Timestamp? = nil) {
        (self.failure, phase) = (failure, .failed(nextTry: nextTry))
    }

    /// Records a failure outside the transfers, which continue.
    public mutating func note(_ failure: LoaderFailure) {
        self.failure = failure
        if !isBusy { phase = .failed(nextTry: nextTry) }
    }

    /// Records that a transfer succeeded; the attempt continues.
    public mutating func noteSuccess(at time: Timestamp) {
        (failure, lastSuccess) = (nil, time)
    }

    /// Ends a transfer that was cancelled.
    public mutating func endTransfer() {
        if isBusy { phase = failure == nil ? .idle : .failed(nextTry: nil) }
    }

    /// Ends an attempt after which nothing is left to do.
    public mutating func settle(isReadOnly: Bool = false) {
        (failure, phase) = (nil, isReadOnly ? .readOnly : .idle)
    }

    /// Applies `clean` to all text from outside.
    public mutating func clean(_ clean: (String) -> String) {
        if let failure { self.failure?.message = clean(failure.message) }
        for index in lastList.rejections.indices {
            lastList.rejections[index].name = lastList.rejections[index].name.map(clean)
            lastList.rejections[index].reason = clean(lastList.rejections[index].reason)
        }
        for index in lastList.unread.first.indices {
            lastList.unread.first[index].card = clean(lastList.unread.first[index].card)
            lastList.unread.first[index].value = clean(lastList.unread.first[index].value)
        }
    }
}

/// The contents of the backend's last or current list besides the merged cards.
public struct ListReport: Equatable, Sendable {
    /// More are counted only.
    public static let maximumRejections = 100

    /// The number of cards that could not be read, and the first of them with their reasons.
    public var rejected: Int
    public var rejections: [RejectedCard]
    /// The names of cards that were deleted here and came back, because they were changed elsewhere.
    public var revived: [String]
    /// The values that changed and cannot be read: they are kept as they came.
    public var unread = UnreadValues()
    /// The names of cards that it has more than once.
    public var doubled: [String] = []

    public init(rejected: Int = 0, rejections: [RejectedCard] = [], revived: [String] = []) {
        self.rejected = rejected
        self.rejections = rejections
        self.revived = revived
    }

    /// What two lists of one sync contained: the later one, and what the first one changed.
    public func followed(by later: ListReport) -> ListReport {
        var report = later
        report.revived = revived + later.revived
        report.unread = unread
        report.unread += later.unread
        report.doubled = later.doubled.isEmpty ? doubled : later.doubled
        return report
    }
}

/// Values of cards that could not be read, and are kept as they came.
public struct UnreadValues: Equatable, Sendable {
    /// One value, as text.
    public struct Value: Equatable, Sendable {
        /// The name of its card.
        public var card: String
        /// The key of its field.
        public var key: String
        public var value: String
    }

    public private(set) var count = 0
    /// The first of them.
    public var first: [Value] = []

    public init() {}

    public mutating func add(_ field: FieldDefinition, of card: Card, named name: String) {
        count += 1
        guard first.count < ListReport.maximumRejections, let value = card.unreadText(of: field) else { return }
        first.append(Value(card: name, key: field.key, value: value))
    }

    public static func += (values: inout UnreadValues, other: UnreadValues) {
        values.count += other.count
        values.first += other.first.prefix(max(0, ListReport.maximumRejections - values.first.count))
    }
}

/// A card of a list that could not be read.
public struct RejectedCard: Equatable, Sendable {
    /// Its name, or else its identifier; nil if it has none.
    public var name: String?
    public var reason: String

    public init(name: String?, reason: String) { (self.name, self.reason) = (name, reason) }
}

/// What a loader is doing or waiting for. Exactly one phase holds at any time; counts are in ``BackendTally``.
public enum LoaderPhase: Equatable, Sendable {
    /// No transfer is running. There may be pending uploads, see the tally.
    case idle
    case downloading(DownloadProgress)
    case uploading(remaining: Int)
    /// Another program is syncing the same store with the same backend; this one waits until it has finished.
    case waitingForOther
    /// Stopped by the user; continues on request.
    case stopped
    /// The last attempt failed, see ``LoaderStatus/failure``. Without a next try it continues on request only.
    case failed(nextTry: Timestamp?)
    /// No transfer is running, and the backend is read-only: changes stay local.
    case readOnly
}

/// The progress of a list's download.
public struct DownloadProgress: Equatable, Sendable {
    /// Cards that were merged.
    public var cards: Int
    /// Decoded bytes of the list so far, and the total where the backend states it.
    public var bytes: Int
    public var totalBytes: Int?

    public init(cards: Int = 0, bytes: Int = 0, totalBytes: Int? = nil) {
        self.cards = cards
        self.bytes = bytes
        self.totalBytes = totalBytes
    }
}

/// The reason why the last attempt failed.
public struct LoaderFailure: Equatable, Sendable {
    public enum Source: Hashable, Sendable {
        /// The connection or the host: there was no response.
        case connection
        /// The backend's response, or its interpretation by the loader.
        case backend
        /// The card store.
        case store
    }

    /// A sentence for the user.
    public var message: String
    public var source: Source

    public init(_ message: String, source: Source = .backend) { (self.message, self.source) = (message, source) }
}
