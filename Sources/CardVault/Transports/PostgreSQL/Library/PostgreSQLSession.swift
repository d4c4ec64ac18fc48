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
        try await InterruptibleWait.value(cancelled: PostgreSQLFailure.cancelled, onCancel: { loop.wake() }) { wait in
            loop.post(
                PostgreSQLLoop.Job(isCancelled: { wait.hasEnded }) { connection in
                    wait.end(
                        Result { () throws(PostgreSQLFailure) in
                            try PostgreSQLLoop.repeatedly(body, try connection.get())
                        })
                })
        }
    }
}
