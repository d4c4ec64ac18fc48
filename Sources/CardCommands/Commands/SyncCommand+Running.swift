internal import CardSettings
internal import Cards
internal import Glibc

extension CommandRunner {
    /// The maximum number of rejected cards that are listed.
    private static let maximumRejected = 20

    /// Syncs with the backend, and then with every device that shares the cards.
    func synchronize(_ command: SyncCommand, _ options: Invocation.Options) async throws -> ExitCode {
        let paths = try paths(options)
        var backend = try config(options).backend
        backend.otherURL = options.backend
        // A store that is not there shares nothing, and is not made for that.
        let isThere = backend.address != nil || options.isDemo || access(paths.store, F_OK) == 0
        let store = isThere ? try await store(options) : nil
        let remotes = try await store?.remotes() ?? []
        guard let store, backend.address != nil || !remotes.isEmpty else {
            _ = try config(options, notesProblems: store == nil)
            throw CommandFailure(
                "there is nothing to sync with. Set backend.url in \(paths.config), use --backend URL, or share the cards with other "
                    + "devices: \(again("sync setup ADDRESS")).",
                .usage)
        }
        var code = ExitCode.success
        if backend.address != nil {
            code = try await synchronize(store, backend, command, Log(path: paths.log))
        }
        if !remotes.isEmpty {
            let shared = try await exchange(store, remotes, command, options)
            if code == .success { code = shared }
        }
        return code
    }

    private func synchronize(
        _ store: any CardStore, _ backend: Config.Backend, _ command: SyncCommand, _ log: Log
    ) async throws -> ExitCode {
        let before = try await store.count()
        let loader = try platform.makeLoader(store, backend, log)
        let name = CommandLineTable.program
        if let reason = platform.withheldCredentials(backend) { output.warn("\(name): \(reason)") }
        var run = Synchronization(loader, sendingAll: command.sendsAll) { [output] in
            output.warn("\(name): \(LoaderText.waitingForOther)")
        }
        let status: LoaderStatus
        do {
            status = try await run.run()
        } catch {
            await loader.stop()
            output.warn("\(name): stopped. Received cards are kept.")
            throw error
        }
        let refused =
            status.tally.refused > 0
            ? try await loader.pendingCards(limit: status.tally.pending).filter(\.isRefused) : []
        await loader.stop()
        let count = status.hasDownloaded ? try await store.count() : before
        let new = max(0, count - before)
        if command.isJSON {
            try write(object: Self.members(of: status, cards: count, new: new))
        } else if status.hasDownloaded {
            try output.report(LoaderText(status).summary(cards: count, new: new))
        }
        return report(status, refused: refused)
    }

    /// The result for other programs. What failed is reported as without it.
    private static func members(
        of status: LoaderStatus, cards: Int, new: Int
    ) -> [(key: String, value: JSON)] {
        let tally = status.tally
        return [
            ("backend", .string(status.address.isEmpty ? status.host : status.address)),
            ("downloaded", .bool(status.hasDownloaded)), ("cards", .integer(cards)), ("new", .integer(new)),
            ("sent", .integer(status.sent)), ("pending", .integer(tally.unsent)),
            ("rejected", .integer(tally.refused)), ("conflicts", .integer(tally.conflicts)),
            ("absent", .integer(tally.absent)), ("unreadable", .integer(status.lastList.rejected)),
            ("returned", .integer(tally.returned)), ("unreadValues", .integer(status.lastList.unread.count)),
            ("awaitingConsent", .integer(status.cardsAwaitingConsent ?? 0)),
            ("failure", status.failure.map { JSON.string($0.message) } ?? .null),
        ]
    }

    /// Reports what failed, and returns the resulting exit code.
    private func report(_ status: LoaderStatus, refused: [PendingCard]) -> ExitCode {
        let text = LoaderText(status, name: oneLine)
        var code = ExitCode.success
        func printError(_ sentence: String) { output.warn("\(CommandLineTable.program): \(sentence)") }
        func complain(_ sentence: String) {
            printError(sentence)
            code = .refused
        }
        for name in status.lastList.revived {
            // One line per card, for scripts.
            if let revival = LoaderText.revival(of: [oneLine(name)]) { printError(revival + ".") }
        }
        let unread = status.lastList.unread.count
        if unread > 0 {
            printError(
                "\(status.host): \(LoaderText.values(unread)) could not be read, and \(unread == 1 ? "is" : "are") kept as received:"
            )
            for line in text.unreadValues(atMost: Self.maximumRejected) { printError("  \(line)") }
        }
        if let doubled = text.doubled { printError(doubled + ".") }
        if let returns = text.returns { printError("\(returns). Accept or delete them there with B on the screen.") }
        if status.lastList.rejected > 0 {
            complain("\(status.host): \(LoaderText.cards(status.lastList.rejected)) could not be read:")
            for line in text.rejections(atMost: Self.maximumRejected) { printError("  \(line)") }
        }
        for card in refused.prefix(Self.maximumRejected) { complain(text.refusal(of: [card])) }
        if refused.count > Self.maximumRejected { complain("and \(refused.count - Self.maximumRejected) more") }
        if status.phase == .readOnly, status.tally.waiting > 0 { complain(text.readOnly + ".") }
        if let question = text.consent {
            let (was, them) = status.cardsAwaitingConsent == 1 ? ("was", "it") : ("were", "them")
            let unsent = status.sent == 0 ? "nothing was" : "\(was) not"
            complain("\(question), and \(unsent) sent. Use --send-all to send \(them).")
        }
        if let failure = status.failure {
            complain(failure.message)
            code = failure.source == .store ? .store : .network
        }
        return code
    }
}
