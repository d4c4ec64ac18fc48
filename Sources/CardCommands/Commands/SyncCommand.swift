internal import Basics
internal import CardSettings
internal import Cards
internal import Glibc

/// Syncs once: with the backend, and with the devices that share the cards.
struct SyncCommand: ShellCommand {
    let sendsAll: Bool
    let isJSON: Bool
    /// Whether many deletions that came from one device are made here as well.
    let acceptsDeletions: Bool

    static let spec = CommandSpec(
        name: "sync",
        operand: .oneOf("ACTION", [SyncStatusCommand.word] + SyncSetupCommand.Action.allCases.map(\.rawValue)),
        isOperandRequired: false, isOperandRepeatable: true,
        options: [
            OptionSpec("send-all", "Also send the cards from before the backend was set up"),
            OptionSpec("accept-deletions", "Delete here what another device deleted, even if these are many cards"),
            OptionSpec(
                "name", takes: .text("NAME"),
                "setup: the name of this device; default: the machine's name"),
            OptionSpec("yes", "setup, forget, leave: do not ask"),
            OptionSpec("dry-run", "compact: only show what would be written and removed"),
            OptionSpec("json", "Write the result as JSON, one object per line"),
        ],
        summary: "Sync the cards with the backend and with other devices",
        details: """
            With the backend: downloads, uploads what the backend does not have yet, and prints the result on one line. The \
            first failure ends the sync: everything received so far is kept, and the exit code is 4, or 3 if the store failed. \
            The exit code is 1 if the backend rejects a card or is read-only, if cards in its list cannot be read, or if there \
            are cards from before the backend was set up and --send-all is not given. On the screen, is:conflict finds the \
            cards in conflict, and is:local those that are not on the backend. Ctrl-C stops the sync.

            With other devices: sync setup ADDRESS shares the cards of this store through a folder that you sync or mount \
            yourself (folder:/path: Syncthing, NFS, a USB stick), a WebDAV server (https://…) or a PostgreSQL database \
            (postgresql://…). It reports what is there and what would be sent and received, and asks. Several addresses may be \
            set up; each holds everything. Nothing there is ever overwritten. Where two devices change the same field, both \
            values are kept and the conflict is shown on each; ledger entries add up; a card that one device deletes and \
            another changes is kept. If a device deletes a third of the cards at once, sync stops until --accept-deletions is \
            given. sync check [ADDRESS] tests what the address allows, reads back what this device wrote there, and reports \
            what is damaged and which device repairs it. Batches that wait for other batches are listed with the device that \
            must sync; if they wait longer than a day, the exit code is 1. sync devices lists the devices; sync forget DEVICE \
            removes one from the list; sync leave ends sharing for this store, whose cards stay. sync compact [ADDRESS] saves \
            space there: it writes all changes as one object, a snapshot, and then removes older snapshots and those changes \
            of this device that the snapshot contains and that are older than 90 days. Nothing is lost if it is interrupted; \
            with --dry-run it only reports what it would do. How often cards were opened, the manual order and the settings are \
            not shared. Credentials are read from sync.credentials_file or sync.credentials_command in the settings; \
            sync.key_file or sync.key_command gives a passphrase that encrypts everything before it leaves this machine. sync \
            desk ADDRESS ROLE, run with the database owner's address, creates the tables and a role with only the rights that \
            the other \
            devices need; it asks for the role's password.

            sync status does not use the network: it shows when each backend and address was last synced, and what is pending.
            """,
        examples: [
            "sync", "sync status --json", "sync setup folder:~/Sync/cards",
            "sync setup https://nas.example/dav/cards --yes", "sync compact --dry-run",
        ], topic: "devices", read: { parsed, _ throws(UsageError) in try command(parsed) })

    /// The command of the action that is named.
    private static func command(_ parsed: ArgumentParser) throws(UsageError) -> any ShellCommand {
        if parsed.has("demo") { throw parsed.failure("--demo cannot be used with sync") }
        switch parsed.operands.first ?? "" {
        case "": return try SyncCommand(parsed)
        case SyncStatusCommand.word: return try SyncStatusCommand(parsed)
        default: return try SyncSetupCommand(parsed)
        }
    }

    init(_ parsed: ArgumentParser) throws(UsageError) {
        try Self.check(parsed, "", allowing: ["json", "send-all", "accept-deletions"], operands: 0...0)
        sendsAll = parsed.has("send-all")
        isJSON = parsed.has("json")
        acceptsDeletions = parsed.has("accept-deletions")
    }

    /// The options that belong to other actions, and too many words.
    static func check(
        _ parsed: ArgumentParser, _ action: String, allowing options: Set<String>, operands: ClosedRange<Int>
    ) throws(UsageError) {
        let name = action.isEmpty ? "sync" : "sync \(action)"
        for option in spec.options where parsed.has(option.name) && !options.contains(option.name) {
            throw parsed.failure("--\(option.name) cannot be used with \(name)")
        }
        let words = parsed.operands.dropFirst(action.isEmpty ? 0 : 1)
        if words.count > operands.upperBound {
            throw parsed.failure("\"\(words[words.startIndex + operands.upperBound])\" is one argument too many")
        }
        if words.count < operands.lowerBound {
            throw parsed.failure(
                action == SyncSetupCommand.Action.forget.rawValue
                    ? "DEVICE is missing" : words.isEmpty ? "ADDRESS is missing" : "ROLE is missing")
        }
    }

    var usesNetwork: Bool { true }

    func run(with runner: CommandRunner, _ options: Invocation.Options) async throws -> ExitCode {
        try await runner.synchronize(self, options)
    }
}

extension CommandRunner {
    /// The maximum number of rejected cards that are listed.
    private static let maximumRejected = 20

    /// Syncs with every device that shares the cards, and then with the backend, whose news the devices hear at once. What came from a device
    /// long ago must not be sent to the backend after newer changes of that device: the two values would follow each other for ever.
    func synchronize(_ command: SyncCommand, _ options: Invocation.Options) async throws -> ExitCode {
        let paths = try paths(options)
        var backend = try config(options).backend
        backend.otherURL = options.backend
        // A store that is not there shares nothing, and is not made for that.
        let isThere = backend.address != nil || options.isDemo || access(PathText.cString(paths.store), F_OK) == 0
        let store = isThere ? try await store(options) : nil
        let remotes = try await store?.remotes() ?? []
        guard let store, backend.address != nil || !remotes.isEmpty else {
            _ = try config(options, notesProblems: store == nil)
            throw CommandFailure(
                "there is nothing to sync with. Set backend.url in \(paths.config), use --backend URL, or share the cards with other "
                    + "devices: \(again("sync setup ADDRESS")).",
                .usage)
        }
        var code = remotes.isEmpty ? ExitCode.success : try await exchange(store, remotes, command, options)
        if backend.address != nil {
            let isShared = code == .success
            let sent = try await synchronize(store, backend, command, Log(path: paths.log))
            if isShared { code = sent }
            var hasNews = false
            for record in remotes where isShared && !hasNews {
                hasNews = try await !store.tally(of: record.remote).isEmpty
            }
            if hasNews { try await exchangeBriefly(store, options) }
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

/// Runs a loader until nothing more can be done now. It waits for no retry: the first failure ends it.
struct Synchronization {
    let loader: any CommandLoader
    let isSendingAll: Bool
    /// Called once when another program has the sync lock.
    let onWaiting: @Sendable () -> Void

    private var hasGrantedConsent = false
    private var hasWaited = false

    init(_ loader: any CommandLoader, sendingAll: Bool, onWaiting: @escaping @Sendable () -> Void) {
        self.loader = loader
        isSendingAll = sendingAll
        self.onWaiting = onWaiting
    }

    /// Returns the last status. Throws `CancellationError` when the task is cancelled, or the loader is stopped by another caller.
    mutating func run() async throws -> LoaderStatus {
        // Requested before the start, so that the first sync also retries rejected cards.
        await loader.synchronize()
        await loader.start()
        while true {
            var hasJustAnswered = false
            for await status in await loader.statuses() {
                if status.phase == .waitingForOther, !hasWaited {
                    hasWaited = true
                    onWaiting()
                }
                // The answer also revokes an earlier "no"; then the status is read again.
                if mustGrantConsent(status) {
                    (hasGrantedConsent, hasJustAnswered) = (true, true)
                    await loader.setConsent(.granted)
                    break
                }
                if hasEnded(status) { return status }
            }
            if !hasJustAnswered { throw CancellationError() }
        }
    }

    private func mustGrantConsent(_ status: LoaderStatus) -> Bool {
        isSendingAll && !hasGrantedConsent && status.hasDownloaded
            && (status.phase == .idle || status.phase == .readOnly)
    }

    private func hasEnded(_ status: LoaderStatus) -> Bool {
        switch status.phase {
        case .downloading, .uploading, .waitingForOther: return false
        case .failed, .stopped: return true
        case .readOnly: return status.hasDownloaded
        case .idle:
            guard status.hasDownloaded else { return false }
            return status.tally.waiting == 0 && (status.cardsAwaitingConsent == nil || !isSendingAll)
        }
    }
}

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
