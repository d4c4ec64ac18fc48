internal import Cards

/// A loader's status and its observers: an observer gets the current status, and then the newest of those that follow.
/// It belongs to one actor.
struct StatusBoard {
    private var shown: LoaderStatus {
        didSet { if shown != oldValue { notify() } }
    }
    /// Secrets that are removed from the texts of a status.
    var secrets = SecretFilter()
    private var watchers: [AsyncStream<LoaderStatus>.Continuation] = []
    private var hasEnded = false

    init(_ status: LoaderStatus) { shown = status }

    var current: LoaderStatus {
        get { shown }
        set {
            var status = newValue
            status.clean(secrets.clean)
            shown = status
        }
    }

    mutating func watch() -> AsyncStream<LoaderStatus> {
        let (stream, watcher) = AsyncStream<LoaderStatus>.makeStream(bufferingPolicy: .bufferingNewest(1))
        watcher.yield(shown)
        if hasEnded { watcher.finish() } else { watchers.append(watcher) }
        return stream
    }

    /// Ends every stream; that of a later watcher ends after its first status.
    mutating func end() {
        hasEnded = true
        for watcher in watchers { watcher.finish() }
        watchers = []
    }

    /// Removes watchers that have ended.
    private mutating func notify() {
        watchers.removeAll { if case .terminated = $0.yield(shown) { true } else { false } }
    }
}
