internal import Basics
internal import Cards

/// Runs calls of the file system on threads of their own: one to a disk that is away can block for minutes. Whoever waits for it is
/// woken when its task is cancelled; the call itself ends when the system lets it.
enum FolderCall {
    typealias Body<Value> = @Sendable () throws(TransportError) -> Value

    static func run<Value: Sendable>(
        on remote: String, _ body: @escaping Body<Value>
    ) async throws(TransportError) -> Value {
        let cancelled = TransportError(.cancelled, remote, "cancelled")
        let waiter = InterruptibleWait<Value>()
        let result: Result<Value, TransportError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard waiter.wait(continuation) else { return continuation.resume(returning: .failure(cancelled)) }
                let isStarted = DetachedThread.start {
                    let result: Result<Value, TransportError>
                    do throws(TransportError) { result = .success(try body()) } catch { result = .failure(error) }
                    waiter.end(result)
                }
                if !isStarted { waiter.end(.failure(TransportError(.unreachable, remote, "no thread can be started"))) }
            }
        } onCancel: {
            waiter.end(.failure(cancelled))
        }
        return try result.get()
    }
}
