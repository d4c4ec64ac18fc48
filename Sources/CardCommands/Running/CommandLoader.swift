public import Cards

/// The loader as a command runs it, from its start to its end.
public protocol CommandLoader: CardLoader {
    /// Begins to work: a download first, then what is owed. Returns at once.
    func start() async

    /// Ends what is under way and the streams of statuses; returns when nothing runs any more.
    func stop() async
}
