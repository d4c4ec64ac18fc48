/// What a loader is doing or waiting for. Exactly one phase holds at any time; counts are in ``BackendTally``.
public enum LoaderPhase: Hashable, Sendable {
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
public struct DownloadProgress: Hashable, Sendable {
    /// Cards that were merged.
    public var cards: Int
    /// Decoded bytes of the list so far, and the total where the backend states it.
    public var bytes: Int
    public var totalBytes: Int?

    public init(cards: Int = 0, bytes: Int = 0, totalBytes: Int? = nil) {
        (self.cards, self.bytes, self.totalBytes) = (cards, bytes, totalBytes)
    }
}

/// The reason why the last attempt failed.
public struct LoaderFailure: Hashable, Sendable {
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
