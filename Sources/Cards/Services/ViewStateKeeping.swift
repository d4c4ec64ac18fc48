/// Keeps how the list is looked at from one run of the program to the next.
public protocol ViewStateKeeping: Sendable {
    /// What was kept last, by whichever program; the defaults where there is nothing, or nothing that can be read. It is asked before
    /// the first frame, so it must cost next to nothing.
    func load() -> ViewState

    /// Keeps this in place of what was kept before. Not being able to is no reason to disturb anyone.
    func keep(_ state: ViewState) async
}

/// Keeps nothing: in a demo nothing outlives the program.
public struct NoViewState: ViewStateKeeping {
    public init() {}
    public func load() -> ViewState { ViewState() }
    public func keep(_ state: ViewState) async {}
}
