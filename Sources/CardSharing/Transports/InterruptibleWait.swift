internal import Synchronization

/// Waits for work on another thread. Whoever waits is resumed once, by the work or by the cancellation of its task; the work itself ends
/// when it can. It holds no work.
final class InterruptibleWait<Value: Sendable, Failure: Error>: Sendable {
    private enum State {
        case new, ended
        case waiting(CheckedContinuation<Result<Value, Failure>, Never>)
    }

    private let state = Mutex(State.new)

    private init() {}

    /// - Parameters:
    ///   - cancelled: the error of a cancelled task.
    ///   - onCancel: called after the wait has ended.
    ///   - start: has the work begin, whose result ends the wait. Not called where the task is cancelled already.
    static func value(
        cancelled: Failure, onCancel: @Sendable () -> Void = {}, start: (InterruptibleWait) -> Void
    ) async throws(Failure) -> Value {
        let wait = InterruptibleWait()
        let result: Result<Value, Failure> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard wait.hold(continuation) else { return continuation.resume(returning: .failure(cancelled)) }
                start(wait)
            }
        } onCancel: {
            wait.end(.failure(cancelled))
            onCancel()
        }
        return try result.get()
    }

    var hasEnded: Bool {
        state.withLock { if case .ended = $0 { true } else { false } }
    }

    func end(_ result: Result<Value, Failure>) {
        let continuation: CheckedContinuation<Result<Value, Failure>, Never>? = state.withLock { state in
            defer { state = .ended }
            if case .waiting(let continuation) = state { return continuation }
            return nil
        }
        continuation?.resume(returning: result)
    }

    /// False if it has ended already.
    private func hold(_ continuation: CheckedContinuation<Result<Value, Failure>, Never>) -> Bool {
        state.withLock { state in
            if case .ended = state { return false }
            state = .waiting(continuation)
            return true
        }
    }
}
