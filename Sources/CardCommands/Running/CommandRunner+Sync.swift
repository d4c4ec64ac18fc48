internal import CardSettings
internal import Cards

extension CommandRunner {
    /// Of very many cards that were refused the first say enough.
    private static let mostRefused = 20

    func synchronize(sendingAll: Bool, _ options: Invocation.Options) async throws -> ExitCode {
        let paths = try paths(options)
        var backend = try config(options).backend
        backend.otherURL = options.backend
        guard backend.address != nil else {
            throw CommandFailure(
                "there is no backend to synchronize with. Set backend.url in \(paths.config), or use --backend URL.",
                .usage)
        }
        let store = try await store(options)
        let before = try await store.count()
        let loader = try makeLoader(store, backend, Log(path: paths.log))
        let name = CommandTable.program
        if let words = withholdingCredentials(backend) { output.complain("\(name): \(words)") }
        var run = Synchronization(loader, sendingAll: sendingAll) { [output] in
            output.complain("\(name): another program is synchronizing these cards. Waiting for it.")
        }
        let status: LoaderStatus
        do {
            status = try await run.run()
        } catch {
            await loader.stop()
            output.complain("\(name): stopped. What came so far is kept.")
            throw error
        }
        let refused = status.refused > 0 ? try await loader.waiting(limit: status.waiting).filter(\.isRefused) : []
        await loader.stop()
        if status.hasDownloaded {
            let count = try await store.count()
            try output.print(Self.summary(of: status, cards: count, new: max(0, count - before), sent: status.sent))
        }
        return say(status, refused: refused)
    }

    /// "127.0.0.1:8000: 340 cards, 3 new, 2 sent, 1 waits".
    private static func summary(of status: LoaderStatus, cards: Int, new: Int, sent: Int) -> String {
        let waiting = status.waiting - status.refused
        let counts = [
            (new, "new"), (sent, "sent"), (waiting, waiting == 1 ? "waits" : "wait"), (status.refused, "refused"),
            (status.conflicts, "in conflict"), (status.absent, "no longer there"),
        ]
        let words = ["\(cards) card\(cards == 1 ? "" : "s")"] + counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return status.host + ": " + words.joined(separator: ", ")
    }

    /// Says what did not go as it should, and what that makes of the command.
    private func say(_ status: LoaderStatus, refused: [WaitingCard]) -> ExitCode {
        var code = ExitCode.success
        func complain(_ words: String) {
            output.complain("\(CommandTable.program): \(words)")
            code = .refused
        }
        for name in status.revived {
            output.complain(
                "\(CommandTable.program): \(oneLine(name)) was deleted here and changed elsewhere: it is back.")
        }
        if let reason = status.firstRejection, status.rejected > 0 {
            complain("cards of the list that could not be taken: \(status.rejected). The first: \(reason)")
        }
        for card in refused.prefix(Self.mostRefused) {
            complain("\(status.host) refused \"\(oneLine(card.name))\": \(card.lastFailure ?? "no reason was given")")
        }
        if refused.count > Self.mostRefused { complain("and \(refused.count - Self.mostRefused) more") }
        if status.isReadOnly, status.waiting > status.refused {
            complain("\(status.host) only serves files: what you change is kept here.")
        }
        if let count = status.question {
            complain(
                "\(count == 1 ? "one card was" : "\(count) cards were") here before \(status.host) was set, and nothing was "
                    + "sent. Use --send-all if \(count == 1 ? "it" : "they") may be sent there.")
        }
        if let failure = status.failure {
            complain(failure)
            code = status.isStoreFailure ? .store : .network
        }
        return code
    }
}
