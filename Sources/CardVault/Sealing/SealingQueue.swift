internal import Cards
internal import Dispatch

/// Runs Argon2 and the encryption of objects, one at a time on a thread of its own: they take up to seconds and much memory. Whoever waits
/// for one is woken when its task is cancelled; what runs ends by itself, and what still waits in line does not begin.
struct SealingQueue: Sendable {
    typealias Body<Value> = @Sendable () throws(TransportError) -> Value

    private let queue = DispatchQueue(label: "cards-tui.sealing")

    /// - Parameter remote: its name for people, for the error of a cancelled task.
    func run<Value: Sendable>(
        for remote: String, _ body: @escaping Body<Value>
    ) async throws(TransportError) -> Value {
        let cancelled = Result<Value, TransportError>.failure(TransportError(.cancelled, remote, "cancelled"))
        let waiter = InterruptibleWait<Value>()
        let result: Result<Value, TransportError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard waiter.wait(continuation) else { return continuation.resume(returning: cancelled) }
                queue.async {
                    if waiter.hasEnded { return }
                    waiter.end(Result { () throws(TransportError) in try body() })
                }
            }
        } onCancel: {
            waiter.end(cancelled)
        }
        return try result.get()
    }
}
