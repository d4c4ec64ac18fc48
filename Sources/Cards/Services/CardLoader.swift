/// The network loader as the screens see it: it works by itself; they ask for a try now and show how it stands.
public protocol CardLoader: Sendable {
    /// Downloads and uploads now, whatever the clock says.
    func synchronize() async

    /// Ends what is under way, and what waits for its time; what came before stays. Nothing is tried again before
    /// ``synchronize()``.
    func cancel() async

    /// What waits to be uploaded: what the backend refused first, then the oldest. Throws ``StoreError``.
    func waiting(limit: Int) async throws -> [WaitingCard]

    /// Sends again what the backend refused: this card, or nil for all. Returns at once.
    func retryRefused(_ card: CardID?) async

    /// The answer to ``LoaderStatus/question``.
    func answer(_ consent: BackendConsent) async

    /// How it stands, at once and after every change. Ends when the loader is stopped.
    func statuses() async -> AsyncStream<LoaderStatus>
}

/// How the loader stands towards its backend.
public struct LoaderStatus: Hashable, Sendable {
    public enum Activity: Hashable, Sendable {
        case idle
        case downloading(cards: Int)
        case uploading(cards: Int)
    }

    /// Host and port, for people; never with credentials.
    public var host: String
    /// The whole address without credentials, and what kind of backend it is, for people.
    public var address = ""
    public var service = ""
    public var activity: Activity = .idle
    /// Of the list that is coming in: the bytes so far as they came over the line's decoder, and how many there will be where
    /// the backend says it.
    public var bytes = 0
    public var totalBytes: Int?
    /// How many cards wait to be uploaded.
    public var waiting = 0
    /// How many of these the backend refused for what they hold: they are sent again by hand, or when they change.
    public var refused = 0
    /// Cards in which both sides changed the same field, until the user chooses.
    public var conflicts = 0
    /// Cards deleted here that the last download brought back, because they were changed elsewhere: their names.
    public var revived: [String] = []
    /// Another program works on the same store with the same backend just now.
    public var isElsewhere = false
    /// How many changes the backend has taken since the start.
    public var sent = 0
    /// The last failure was of the store, not of the network.
    public var isStoreFailure = false
    public var lastSuccess: Timestamp?
    /// The words of the last failure while it lasts.
    public var failure: String?
    /// The last failure was of the line or the host, not an answer of it.
    public var isOffline = false
    public var nextTry: Timestamp?
    /// Someone stopped it; it goes on when asked.
    public var wasStopped = false
    /// The backend only serves files: changes stay here, nothing is given up.
    public var isReadOnly = false
    /// How many cards the backend once had and no longer names.
    public var absent = 0
    /// Cards in the backend's answer that could not be taken, and why the first could not.
    public var rejected = 0
    public var firstRejection: String?
    /// How many cards from before wait for the user's word that they may be sent to this backend; nil when none do.
    public var question: Int?
    /// Whether one download has come through since the start.
    public var hasDownloaded = false

    public init(host: String) { self.host = host }
}

/// A card that the backend does not have as it is here.
public struct WaitingCard: Hashable, Sendable, Identifiable {
    public enum Kind: Hashable, Sendable { case new, changed, deleted }

    public let id: CardID
    public let name: String
    public let kind: Kind
    /// How often it was tried, and what was said the last time.
    public let attempts: Int
    public let lastFailure: String?
    /// The backend does not take it as it is: it is sent again by hand, or when it changes.
    public let isRefused: Bool

    public init(id: CardID, name: String, kind: Kind, attempts: Int, lastFailure: String?, isRefused: Bool) {
        self.id = id
        self.name = name
        self.kind = kind
        self.attempts = attempts
        self.lastFailure = lastFailure
        self.isRefused = isRefused
    }
}
