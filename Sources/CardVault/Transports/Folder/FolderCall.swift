internal import Basics
internal import Cards

/// Runs calls of the file system on threads of their own: one to a disk that is away can block for minutes. Whoever waits for it is
/// woken when its task is cancelled; the call itself ends when the system lets it.
enum FolderCall {
    typealias Body<Value> = @Sendable () throws(TransportError) -> Value

    static func run<Value: Sendable>(
        on remote: String, _ body: @escaping Body<Value>
    ) async throws(TransportError) -> Value {
        try await InterruptibleWait.value(cancelled: TransportError(.cancelled, remote, "cancelled")) { wait in
            let isStarted = DetachedThread.start { wait.end(Result { () throws(TransportError) in try body() }) }
            if !isStarted { wait.end(.failure(TransportError(.unreachable, remote, "no thread can be started"))) }
        }
    }
}
