public import Cards

/// The loader's interface for a command, which starts and stops it.
public protocol CommandLoader: CardLoader {
    /// Starts a download, then the pending uploads. Returns immediately.
    func start() async

    /// Cancels transfers and ends the streams of statuses; returns when nothing is running.
    func stop() async
}
