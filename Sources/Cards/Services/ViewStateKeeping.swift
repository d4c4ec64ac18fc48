/// Persists the view options of the list between runs.
public protocol ViewStateKeeping: Sendable {
    /// The last saved state, of any program; the defaults if there is none or it cannot be read. Called before the first frame, so
    /// it must be fast.
    func load() -> ViewState

    /// Replaces the saved state. A failure is ignored: it is not worth a message.
    func keep(_ state: ViewState) async
}

/// Saves nothing: a demo leaves no state behind.
public struct NoViewState: ViewStateKeeping {
    public init() {}
    public func load() -> ViewState { ViewState() }
    public func keep(_ state: ViewState) async {}
}
