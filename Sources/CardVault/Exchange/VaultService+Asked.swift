public import Cards

/// What a command asks for: each opens a transport of its own, and closes it.
extension VaultService {
    public func exchange(
        with remote: RemoteID, acceptingDeletions: Bool, progress: @escaping @Sendable (ExchangePhase) -> Void
    ) async throws -> ExchangeReport {
        guard let address = RemoteAddress(remote) else {
            throw TransportError(.unsupported, remote.text, "this is no address that this version knows")
        }
        let transport = try await makeTransport(address)
        do {
            let report = try await VaultExchange(
                store, over: transport, to: remote, acceptingDeletions: acceptingDeletions, clock: clock,
                progress: progress
            ).run()
            try await store.noteExchange(with: remote, at: clock.now(), failure: nil)
            await transport.close()
            return report
        } catch {
            await transport.close()
            if !(error is CancellationError) {
                try? await store.noteExchange(with: remote, at: clock.now(), failure: error.message)
            }
            throw error
        }
    }

    public func compact(_ remote: RemoteID, isDryRun: Bool) async throws -> CompactionReport {
        guard let address = RemoteAddress(remote) else {
            throw TransportError(.unsupported, remote.text, "this is no address that this version knows")
        }
        let transport = try await makeTransport(address)
        do {
            let report = try await VaultCompaction(store, over: transport, to: remote, clock: clock)
                .run(isDryRun: isDryRun)
            if !isDryRun { try await store.noteExchange(with: remote, at: clock.now(), failure: nil) }
            await transport.close()
            return report
        } catch {
            await transport.close()
            throw error
        }
    }
}
