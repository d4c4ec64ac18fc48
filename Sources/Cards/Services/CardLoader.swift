/// The network loader as the screens see it: it works by itself; they ask for a try now and show how it stands.
public protocol CardLoader: Sendable {
    /// Downloads and uploads now, whatever the clock says.
    func synchronize() async

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
    public var activity: Activity = .idle
    /// How many cards wait to be uploaded.
    public var waiting = 0
    public var lastSuccess: Timestamp?
    /// The words of the last failure while it lasts.
    public var failure: String?
    public var nextTry: Timestamp?
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
