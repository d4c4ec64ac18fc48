internal import Synchronization

/// Tells, once, that something was read that is damaged. Who hears it looks through the whole store.
final class DamageSign: Sendable {
    private struct State {
        var isSeen = false
        var listeners: [AsyncStream<Void>.Continuation] = []
    }
    private let state = Mutex(State())

    func note() {
        let listeners = state.withLock { state in
            state.isSeen = true
            defer { state.listeners = [] }
            return state.listeners
        }
        for listener in listeners { tell(listener) }
    }

    /// One element, also where the damage was met before, and the end.
    func listen() -> AsyncStream<Void> {
        let (stream, listener) = AsyncStream<Void>.makeStream()
        let isSeen = state.withLock { state in
            if !state.isSeen { state.listeners.append(listener) }
            return state.isSeen
        }
        if isSeen { tell(listener) }
        return stream
    }

    private func tell(_ listener: AsyncStream<Void>.Continuation) {
        listener.yield(())
        listener.finish()
    }
}
