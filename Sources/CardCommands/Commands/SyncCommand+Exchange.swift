internal import CardSettings
internal import Cards

extension CommandRunner {
    /// What exchanges with the other devices; nil where the store cannot be shared.
    func sharing(_ store: any CardStore, _ options: Invocation.Options) throws -> (any VaultControl)? {
        platform.sharing(store, try config(options).sharing, Log(path: try paths(options).log))
    }

    /// Exchanges with all remotes at once, and goes on without those that fail or do not answer within the limit: for commands that
    /// exchange by the way. Why one failed is noted with it.
    func exchangeBriefly(
        _ store: any CardStore, _ options: Invocation.Options, limit: Duration = .seconds(10)
    ) async throws {
        let remotes = try await store.remotes().map(\.remote)
        guard !remotes.isEmpty, let control = try sharing(store, options) else { return }
        await platform.timer.limit(to: limit) {
            await withTaskGroup { group in
                for remote in remotes {
                    group.addTask {
                        _ = try? await control.exchange(with: remote, acceptingDeletions: false) { _ in }
                    }
                }
            }
        }
        try Task.checkCancellation()
    }
}

extension Clock where Duration == Swift.Duration {
    /// Returns when the work is done, or after the limit. The work is cancelled then, and not waited for: it may hang in a file system that
    /// does not answer.
    fileprivate func limit(to limit: Duration, _ work: @escaping @Sendable () async -> Void) async {
        let (ends, end) = AsyncStream<Never>.makeStream()
        let worker = Task {
            await work()
            end.finish()
        }
        let timer = Task {
            try? await sleep(for: limit)
            end.finish()
        }
        for await _ in ends {}
        worker.cancel()
        timer.cancel()
    }
}
