internal import Cards

/// How a loader stands, and who wants to know: a watcher gets the status that there is, and then the newest of those that follow. It
/// belongs to one actor.
struct StatusBoard {
    private var shown: LoaderStatus {
        didSet { if shown != oldValue { tell() } }
    }
    /// What is said of answers is rid of these.
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

    /// Ends every stream, those of later watchers behind their first status.
    mutating func end() {
        hasEnded = true
        for watcher in watchers { watcher.finish() }
        watchers = []
    }

    /// Those who no longer watch are let go of.
    private mutating func tell() {
        watchers.removeAll { if case .terminated = $0.yield(shown) { true } else { false } }
    }
}
