/// Sends elements to many listeners. One that has ended is removed with the next element. It belongs to one actor.
public final class Broadcast<Element: Sendable> {
    private let buffering: AsyncStream<Element>.Continuation.BufferingPolicy
    private let summary: Element?
    private var listeners: [AsyncStream<Element>.Continuation] = []
    private var hasFinished = false

    /// - Parameters:
    ///   - buffering: what is kept for a listener that does not keep up.
    ///   - summary: what a listener gets that lost elements: it stands for all that it missed.
    public init(
        buffering: AsyncStream<Element>.Continuation.BufferingPolicy = .bufferingNewest(64), summary: Element? = nil
    ) {
        self.buffering = buffering
        self.summary = summary
    }

    deinit { finish() }

    /// - Parameter first: an element for this listener only.
    public func listen(first: Element? = nil) -> AsyncStream<Element> {
        let (stream, listener) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: buffering)
        if let first { listener.yield(first) }
        if hasFinished { listener.finish() } else { listeners.append(listener) }
        return stream
    }

    public func send(_ element: Element) {
        listeners.removeAll { listener in
            switch (listener.yield(element), summary) {
            case (.terminated, _): true
            case (.dropped, let summary?): if case .terminated = listener.yield(summary) { true } else { false }
            default: false
            }
        }
    }

    /// Ends every stream; that of a later listener ends after its first element.
    public func finish() {
        hasFinished = true
        for listener in listeners { listener.finish() }
        listeners = []
    }
}
