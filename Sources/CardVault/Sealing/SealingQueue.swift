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
        try await InterruptibleWait.value(cancelled: TransportError(.cancelled, remote, "cancelled")) { wait in
            queue.async {
                if !wait.hasEnded { wait.end(Result { () throws(TransportError) in try body() }) }
            }
        }
    }
}
