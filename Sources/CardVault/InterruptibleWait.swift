internal import Cards
internal import Synchronization

/// What waits for blocking work on another thread: resumed once, by the work or by the cancellation of its task. It holds no work.
final class InterruptibleWait<Value: Sendable>: Sendable {
    private enum State {
        case new, ended
        case waiting(CheckedContinuation<Result<Value, TransportError>, Never>)
    }

    private let state = Mutex(State.new)

    var hasEnded: Bool {
        state.withLock { if case .ended = $0 { true } else { false } }
    }

    /// False if it has ended already.
    func wait(_ continuation: CheckedContinuation<Result<Value, TransportError>, Never>) -> Bool {
        state.withLock { state in
            if case .ended = state { return false }
            state = .waiting(continuation)
            return true
        }
    }

    func end(_ result: Result<Value, TransportError>) {
        let continuation: CheckedContinuation<Result<Value, TransportError>, Never>? = state.withLock { state in
            defer { state = .ended }
            if case .waiting(let continuation) = state { return continuation }
            return nil
        }
        continuation?.resume(returning: result)
    }
}
