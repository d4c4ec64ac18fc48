internal import Basics
internal import CPostgreSQL
internal import Glibc
internal import Synchronization

/// A connection with a thread of its own, which starts with the first job and sleeps between jobs. Jobs run one after the other; one
/// whose task is cancelled ends at once. The thread ends, and the connection with it, with ``close()`` or this value.
final class PostgreSQLSession: Sendable {
    private let loop: PostgreSQLLoop

    init(to address: PostgreSQLAddress, password: String?, limits: PostgreSQLConnection.Limits, libraries: [String]) {
        loop = PostgreSQLLoop(to: address, password: password, limits: limits, libraries: libraries)
    }

    deinit { loop.stop() }

    /// Closes the connection. The next job opens it again.
    func close() { loop.stop() }

    /// Runs the body on the thread, with an open connection. It runs again where a connection that was open before turned out to be
    /// broken, or where it collided with another transaction: it must be something that may be done twice.
    func run<Value: Sendable>(
        _ body: @escaping @Sendable (PostgreSQLConnection) throws(PostgreSQLFailure) -> Value
    ) async throws(PostgreSQLFailure) -> Value {
        let pending = PendingResult<Value>()
        let job = PostgreSQLLoop.Job { connection in
            pending.finish(
                Result { () throws(PostgreSQLFailure) in
                    try PostgreSQLLoop.repeatedly(body, try connection.get())
                })
        }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                pending.wait(by: continuation)
                loop.post(job)
            }
        } onCancel: {
            job.isCancelled.store(true, ordering: .relaxed)
            pending.finish(.failure(.cancelled))
            loop.wake()
        }
        return try result.get()
    }
}

/// The result of a job, told once: by the thread, or by the cancelled task.
private final class PendingResult<Value: Sendable>: Sendable {
    typealias Outcome = Result<Value, PostgreSQLFailure>

    private enum State {
        case new, done
        case early(Outcome)
        case waiting(CheckedContinuation<Outcome, Never>)
    }

    private let state = Mutex(State.new)

    func wait(by continuation: CheckedContinuation<Outcome, Never>) {
        let early = state.withLock { state -> Outcome? in
            if case .early(let outcome) = state {
                state = .done
                return outcome
            }
            state = .waiting(continuation)
            return nil
        }
        if let early { continuation.resume(returning: early) }
    }

    func finish(_ outcome: Outcome) {
        let waiting = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
            switch state {
            case .new: state = .early(outcome)
            case .waiting(let continuation):
                state = .done
                return continuation
            case .early, .done: break
            }
            return nil
        }
        waiting?.resume(returning: outcome)
    }
}
