internal import CardSettings
internal import CardTransfer
internal import Cards

/// Asks the issuers of passes for new versions.
struct PassesCommand: ShellCommand {
    /// Empty for all cards.
    let cards: [String]
    /// Whether every issuer is agreed to.
    let isConfirmed: Bool
    let isJSON: Bool

    static let spec = CommandSpec(
        name: "passes renew", operand: .card, isOperandRequired: false, isOperandRepeatable: true,
        options: [
            OptionSpec("yes", "Agree to every issuer without asking"),
            OptionSpec("json", "Write one JSON object per line"),
        ],
        summary: "Renew passes: ask their issuers for new versions",
        details: """
            Asks the web service that a pass names for a new version of it: for the passes of these cards, or of all cards \
            that are not archived. The first time, you are asked whether the issuer may be contacted; without a terminal, \
            passes of other issuers are left out, and the exit code is 1. The issuer receives the type, serial number and \
            token of the pass, over https. A new version is imported like a file, as a single undo step, and keeps your own \
            changes. remind also renews the passes of issuers that you have agreed to. See: help passes.
            """,
        examples: ["passes renew", "passes renew \"juniper rail\" --yes"],
        read: { parsed, _ throws(UsageError) in try PassesCommand(parsed) })

    init(_ parsed: ArgumentParser) throws(UsageError) {
        cards = parsed.operands
        isConfirmed = parsed.has("yes")
        isJSON = parsed.has("json")
    }

    func run(with runner: CommandRunner, _ options: Invocation.Options) async throws -> ExitCode {
        try await runner.renewPasses(self, options)
    }
}

extension CommandRunner {
    func renewPasses(_ command: PassesCommand, _ options: Invocation.Options) async throws -> ExitCode {
        let store = try await store(options)
        let renewal = try renewal(of: store, options)
        var named: [Card] = []
        for text in command.cards { named.append(try await card(named: text, in: store)) }
        let wanted = command.cards.isEmpty ? nil : named.map(\.identifier)
        let found = try await renewal.candidates(of: wanted)
        let candidates = found.candidates
        if found.cards.isEmpty {
            guard wanted == nil else { throw CommandFailure("none of these cards has a pass that its issuer renews") }
            if !command.isJSON { try output.report("No card has a pass that its issuer renews.") }
            return .success
        }
        var code = ExitCode.success
        for card in named where !found.cards.contains(card.identifier) {
            code = .refused
            try sayThereIsNone(card, command)
        }
        for pass in found.refused {
            code = .refused
            try say(pass.card, pass.name, .failed(pass.reason), command)
        }
        try await ask(renewal, candidates, Set(named.map(\.identifier)), command)
        let line = ProgressLine(isJSONorQuiet: command.isJSON, output)
        for pass in candidates {
            guard renewal.isAgreed(pass.issuer) else {
                code = code == .success ? .refused : code
                try say(pass.card, pass.name, .failed(notAgreed(pass, renewal)), command)
                continue
            }
            let text = oneLine("Asking \(pass.issuer.host) for a new version of \(pass.name.shortName)")
            let outcome = try await line.wait(for: text, by: platform.timer) { try await renewal.renew(pass) }
            if case .failed(let reason) = outcome {
                code = reason.kind == .network ? .network : code == .success ? .refused : code
            }
            try say(pass.card, pass.name, outcome, command)
        }
        return code
    }

    /// Asks about each issuer once; one that somebody said no to only if its card is named, or all are agreed to.
    private func ask(
        _ renewal: PassRenewal, _ candidates: [PassRenewal.Candidate], _ named: Set<CardID>, _ command: PassesCommand
    ) async throws {
        let asked = command.isConfirmed ? Set(candidates.map(\.card)) : named
        for issuer in renewal.unasked(candidates, named: asked) {
            // Nil is no answer: there is no terminal.
            switch try await isAgreed(to: issuer, candidates, command) {
            case true?: try await renewal.agree(to: [issuer])
            case false?: try await renewal.decline([issuer])
            case nil: break
            }
        }
    }

    private func notAgreed(_ pass: PassRenewal.Candidate, _ renewal: PassRenewal) -> PassError {
        renewal.isDeclined(pass.issuer)
            ? PassError(
                .address, "You declined to ask \(pass.issuer.host); name the card to be asked again (--yes agrees).")
            : PassError(.address, "You have not agreed yet to ask \(pass.issuer.host) (--yes agrees).")
    }

    // MARK: - Parts

    func renewal(of store: any CardStore, _ options: Invocation.Options) throws -> PassRenewal {
        PassRenewal(
            store, platform.passes(try config(options)), PassConsentFile(path: try paths(options).passes),
            format: format,
            clock: clock)
    }

    private func isAgreed(
        to issuer: PassIssuer, _ candidates: [PassRenewal.Candidate], _ command: PassesCommand
    ) async throws -> Bool? {
        if command.isConfirmed { return true }
        return try await platform.askConsent(output.visible(oneLine(PassRenewal.question(issuer, candidates))))
    }

    private func say(
        _ card: CardID, _ name: String, _ outcome: PassRenewal.Outcome, _ command: PassesCommand
    ) throws {
        switch outcome {
        case .renewed(let changes, let conflicts):
            let pass = RenewedPass(card: card, name: name, changes: changes, conflicts: conflicts)
            if command.isJSON { return try write(object: pass.members) }
            try output.print(oneLine(pass.text))
        case .unchanged:
            if command.isJSON { return try write(object: members(card, name, "unchanged")) }
            try output.report("\(oneLine(name)): unchanged")
        case .failed(let reason):
            if command.isJSON {
                try write(object: members(card, name, "failed") + [("reason", .string(reason.userMessage))])
            } else {
                output.warn("\(oneLine(name)): \(oneLine(reason.userMessage))")
            }
        }
    }

    /// Of a card that was named.
    private func sayThereIsNone(_ card: Card, _ command: PassesCommand) throws {
        let reason = "it has no pass that its issuer renews"
        if command.isJSON {
            try write(object: members(card.identifier, card.name, "failed") + [("reason", .string(reason))])
        } else {
            output.warn("\(oneLine(card.name)): \(reason)")
        }
    }

    private func members(_ card: CardID, _ name: String, _ outcome: String) -> [(key: String, value: JSON)] {
        [("identifier", .string(card.text)), ("name", .string(name)), ("outcome", .string(outcome))]
    }
}

extension RenewedPass {
    var members: [(key: String, value: JSON)] {
        [
            ("identifier", .string(card.text)), ("name", .string(name)), ("outcome", .string("renewed")),
            ("changes", .array(changes.map { .string($0) })), ("conflicts", .integer(conflicts)),
            ("text", .string(text)),
        ]
    }
}

/// Renewing passes when a timer reminds, where nobody can be asked.
extension CommandRunner {
    /// What the passes of agreed issuers have new, and what could not be told before; it is kept until ``notePassNewsTold(_:_:)``. Nobody is
    /// asked, and what failed is in the log, since it may fail every day. No failure of a pass is thrown.
    func renewAgreedPasses(in store: any CardStore, _ options: Invocation.Options) async throws -> [RenewedPass] {
        let renewal = try renewal(of: store, options)
        let consents = PassConsentFile(path: try paths(options).passes)
        let log = Log(path: try paths(options).log)
        let kept = try keptPassNews(options)
        let timer = platform.timer
        let renewed = await withTaskGroup(of: [RenewedPass]?.self) { group in
            group.addTask { await Self.renewAgreed(renewal, consents, log) }
            group.addTask {
                try? await timer.sleep(for: Self.passBudget)
                return nil
            }
            var renewed: [RenewedPass] = []
            for await passes in group {
                if let passes { renewed = passes }
                // Either all are renewed, or the time is over.
                group.cancelAll()
            }
            return renewed
        }
        try Task.checkCancellation()
        return kept + renewed.filter { !kept.contains($0) }
    }

    /// Of all passes together.
    private static var passBudget: Duration { .seconds(60) }

    /// Ends early when it is cancelled, with what was renewed until then.
    private static func renewAgreed(_ renewal: PassRenewal, _ consents: PassConsentFile, _ log: Log) async
        -> [RenewedPass]
    {
        var candidates: [PassRenewal.Candidate] = []
        do {
            candidates = try await renewal.candidates().candidates
        } catch {
            if !Task.isCancelled { log.write("No pass was renewed: \(error.message)") }
        }
        var renewed: [RenewedPass] = []
        for pass in candidates where renewal.isAgreed(pass.issuer) {
            if Task.isCancelled { break }
            do {
                switch try await renewal.renew(pass) {
                case .unchanged: break
                case .renewed(let changes, let conflicts):
                    let new = RenewedPass(card: pass.card, name: pass.name, changes: changes, conflicts: conflicts)
                    renewed.append(new)
                    try consents.update { $0.keep(new) }
                case .failed(let reason): log.write("A pass was not renewed: \(reason.userMessage)")
                }
            } catch {
                if Task.isCancelled { break }
                log.write("Renewing a pass: \(error.message)")
            }
        }
        if Task.isCancelled { log.write("Renewing passes took too long; the next run renews the others.") }
        return renewed
    }

    /// What is new and was not told yet.
    func keptPassNews(_ options: Invocation.Options) throws -> [RenewedPass] {
        PassConsentFile(path: try paths(options).passes).load().news
    }

    /// Forgets what ``renewAgreedPasses(in:_:)`` returned, after it was told.
    func notePassNewsTold(_ passes: [RenewedPass], _ options: Invocation.Options) throws {
        if passes.isEmpty { return }
        try PassConsentFile(path: try paths(options).passes).update { $0.noteTold(passes) }
    }
}
