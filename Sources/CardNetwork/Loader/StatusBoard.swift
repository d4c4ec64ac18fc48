internal import Basics
internal import Cards

/// A loader's status and its observers: an observer gets the current status, and then the newest of those that follow.
/// It belongs to one actor.
struct StatusBoard {
    private var shown: LoaderStatus {
        didSet { if shown != oldValue { watchers.send(shown) } }
    }
    /// Secrets that are removed from the texts of a status.
    var secrets = SecretFilter()
    private let watchers = Broadcast<LoaderStatus>(buffering: .bufferingNewest(1))

    init(_ status: LoaderStatus) { shown = status }

    var current: LoaderStatus {
        get { shown }
        set {
            var status = newValue
            status.clean(secrets.clean)
            shown = status
        }
    }

    func watch() -> AsyncStream<LoaderStatus> { watchers.listen(first: shown) }

    /// Ends every stream; that of a later watcher ends after its first status.
    func end() { watchers.finish() }
}
