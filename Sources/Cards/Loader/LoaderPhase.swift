/// What a loader is doing, or what it waits for. Exactly one of these holds at any time; counts are in ``BackendTally``.
public enum LoaderPhase: Hashable, Sendable {
    /// Nothing is under way. There may be pending uploads: the tally says so.
    case idle
    case downloading(DownloadProgress)
    case uploading(remaining: Int)
    /// Another program syncs the same store with the same backend; this one waits until that ends.
    case waitingForOther
    /// The user stopped it: it goes on when asked.
    case stopped
    /// The last attempt failed for the reason in ``LoaderStatus/failure``. Without a next try it goes on when asked.
    case failed(nextTry: Timestamp?)
    /// Nothing is under way, and the backend only serves files: changes stay here.
    case readOnly
}

/// How far the download of a list is.
public struct DownloadProgress: Hashable, Sendable {
    /// Cards that were merged.
    public var cards: Int
    /// Bytes of the list so far, decoded, and how many there will be where the backend says it.
    public var bytes: Int
    public var totalBytes: Int?

    public init(cards: Int = 0, bytes: Int = 0, totalBytes: Int? = nil) {
        (self.cards, self.bytes, self.totalBytes) = (cards, bytes, totalBytes)
    }
}

/// Why the last attempt failed.
public struct LoaderFailure: Hashable, Sendable {
    public enum Source: Hashable, Sendable {
        /// The connection or the host: no answer came.
        case connection
        /// What the backend answered, or what the loader made of it.
        case backend
        /// The card store.
        case store
    }

    /// A sentence for the user.
    public var message: String
    public var source: Source

    public init(_ message: String, source: Source = .backend) { (self.message, self.source) = (message, source) }
}
