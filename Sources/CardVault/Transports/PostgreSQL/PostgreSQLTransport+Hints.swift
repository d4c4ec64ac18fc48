internal import Basics
internal import CardNetwork
internal import Cards

extension PostgreSQLTransport {
    /// A connection that says nothing is tried this often: a dead one tells nothing either.
    static let pollInterval: Duration = .seconds(60)
    private static let longestPause: Duration = .seconds(300)

    /// Tells of what others wrote and this transport has not read: with nothing to read there is no exchange.
    public func hints() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let task = Task { [self] in
                await listen { continuation.yield(()) }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Listens until the task is cancelled, on a connection of its own that is opened again when it breaks.
    private func listen(_ tell: @escaping @Sendable () -> Void) async {
        let session = anotherSession()
        defer { session.close() }
        var pause: Duration = .seconds(1)
        while !Task.isCancelled {
            let isListening = PostgreSQLListening()
            if let vault = try? await vault() {
                _ = try? await session.run { [reading] connection throws(PostgreSQLFailure) in
                    try Self.listen(to: vault, by: connection, isListening, reading, tell)
                }
            }
            reading.forget()
            // One that worked for a while was not refused: it is opened again soon.
            if isListening.hasBegun { pause = .seconds(1) }
            try? await QueueClock().sleep(for: pause * Double.random(in: 0.5...1))
            pause = min(pause * 2, Self.longestPause)
        }
    }

    /// Ends with an error only.
    private static func listen(
        to vault: VaultID, by connection: PostgreSQLConnection, _ listening: PostgreSQLListening,
        _ reading: PostgreSQLReading, _ tell: @Sendable () -> Void
    ) throws(PostgreSQLFailure) {
        try connection.execute([PostgreSQLStatement("LISTEN cards_tui_\(vault.text)")])
        listening.begin()
        // What came before it listened. Asked for on its own: behind LISTEN in one transaction it would be too early.
        try look()
        while true {
            let notices = try connection.waitForNotices(pollInterval)
            if notices.isEmpty { try look() } else if notices.contains(where: reading.isNew) { tell() }
        }

        func look() throws(PostgreSQLFailure) {
            let latest = try connection.execute([PostgreSQLQueries.latest(of: vault)])[0].integer(0, 0)
            if latest == nil || latest != reading.revision { tell() }
        }
    }
}
