public import Cards

/// What is asked of one remote: each opens a transport of its own, and closes it.
extension VaultService {
    /// Opens a transport, and closes it however the body ends.
    func withTransport<Value: Sendable>(
        to address: RemoteAddress, _ body: (any ChangeTransport) async throws -> Value
    ) async throws -> Value {
        let transport = try await makeTransport(address)
        do {
            let value = try await body(transport)
            await transport.close()
            return value
        } catch {
            await transport.close()
            throw error
        }
    }

    public func plan(_ address: RemoteAddress) async throws -> VaultPlan {
        try await withTransport(to: address) { transport in
            let findings = try await transport.check()
            let header = try await transport.header()
            if let header, header.format > VaultHeader.knownFormat { throw VaultError.newerFormat(header.format) }
            var there: [ListedBatch] = []
            if header != nil {
                there = try await transport.batches(after: store.known(), limit: Self.countedBatches).batches
            }
            return VaultPlan(
                address: address, there: header?.vault, here: try await store.vault()?.vault,
                cardsHere: try await store.count(), batchesThere: there.count, findings: findings,
                deviceNames: try await store.otherDeviceNames(there, over: transport))
        }
    }

    private static let countedBatches = 100_000

    public func check(_ address: RemoteAddress) async throws -> [VaultRemoteFinding] {
        try await withTransport(to: address) { transport in
            var findings = try await transport.check()
            // Where the cards of this store are shared, all that is there is compared.
            if try await store.vault() != nil,
                try await store.remotes().contains(where: { $0.remote == address.remote && !$0.isNew })
            {
                let exchange = VaultExchange(store, over: transport, to: address.remote, clock: clock)
                findings += try await RemoteMending(exchange).compare()
            }
            return findings
        }
    }

    public func exchange(
        with remote: RemoteID, acceptingDeletions: Bool, progress: @escaping @Sendable (ExchangePhase) -> Void
    ) async throws -> ExchangeReport {
        try await withTransport(to: address(of: remote)) { transport in
            do {
                let report = try await VaultExchange(
                    store, over: transport, to: remote, acceptingDeletions: acceptingDeletions, clock: clock,
                    progress: progress
                ).run()
                try await store.noteExchange(with: remote, at: clock.now(), failure: nil)
                return report
            } catch {
                if !(error is CancellationError) {
                    try? await store.noteExchange(with: remote, at: clock.now(), failure: error.message)
                }
                throw error
            }
        }
    }

    public func compact(_ remote: RemoteID, isDryRun: Bool) async throws -> CompactionReport {
        try await withTransport(to: address(of: remote)) { transport in
            let report = try await VaultCompaction(store, over: transport, to: remote, clock: clock)
                .run(isDryRun: isDryRun)
            if !isDryRun { try await store.noteExchange(with: remote, at: clock.now(), failure: nil) }
            return report
        }
    }

    private func address(of remote: RemoteID) throws -> RemoteAddress {
        guard let address = RemoteAddress(remote) else {
            throw TransportError(.unsupported, remote.text, "this version does not support this kind of address")
        }
        return address
    }
}

extension VaultStore {
    /// The names of the other devices: those that are known, and those that the last batch of each tells.
    fileprivate func otherDeviceNames(
        _ listed: [ListedBatch], over transport: any ChangeTransport
    ) async throws -> Set<String> {
        let own = try await vault()?.device
        var names = Dictionary(try await devices().map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        let last = Dictionary(grouping: listed, by: \.id.device).compactMap { $1.max { $0.id < $1.id } }
        for batch in last where batch.id.device != own {
            do throws(TransportError) {
                guard let bytes = if let bytes = batch.bytes { bytes } else { try await transport.bytes(of: batch) }
                else { continue }
                if let name = (try? ChangeBatch(bytes))?.deviceName { names[batch.id.device] = name }
            } catch {
                // The exchange says what is wrong with it.
                guard error.kind == .damaged else { throw error }
            }
        }
        if let own { names[own] = nil }
        return Set(names.values.filter { !$0.isEmpty })
    }
}
