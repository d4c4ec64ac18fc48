internal import CardSettings
internal import CardTransfer
internal import Cards

/// Asks the issuers of passes for new versions.
public struct PassesCommand: Hashable, Sendable {
    /// Empty for all cards.
    let cards: [String]
    /// Whether every issuer is agreed to.
    let isConfirmed: Bool
    let isJSON: Bool

    static let spec = CommandSpec(
        name: .passesRenew, operand: .card, isOperandRequired: false, isOperandRepeatable: true,
        options: [
            OptionSpec("yes", "Agree to every issuer, and do not ask"),
            OptionSpec("json", "Write one JSON object per line"),
        ],
        summary: "Renew passes: ask their issuers for new versions",
        details: """
            Of the passes of these cards, or of all cards that are not archived, those that name a web service are asked for there. \
            Each issuer is asked about once, with its host; where there is no terminal, passes of others are left out, and the exit \
            code is 1. It gets the type, the serial number and the token of the pass, over https. A new version is imported like a \
            file, as one step for undo: what was changed here stays. remind renews the passes of issuers that were agreed to, too. \
            See: help passes.
            """,
        examples: ["passes renew", "passes renew \"juniper rail\" --yes"])

    init(_ parsed: ArgumentParser) throws(UsageError) {
        cards = parsed.operands
        isConfirmed = parsed.has("yes")
        isJSON = parsed.has("json")
    }
}

extension CommandRunner {
    func renewPasses(_ command: PassesCommand, _ options: Invocation.Options) async throws -> ExitCode {
        let store = try await store(options)
        let renewal = try renewal(of: store, options)
        var wanted: [CardID]?
        for text in command.cards { wanted = (wanted ?? []) + [try await card(named: text, in: store).identifier] }
        let (candidates, refused) = try await renewal.candidates(of: wanted)
        var code = ExitCode.success
        for pass in refused {
            code = .refused
            try say(pass.card, pass.name, .failed(pass.reason), command)
        }
        if candidates.isEmpty, refused.isEmpty {
            guard wanted == nil else { throw CommandFailure("none of these cards has a pass that its issuer renews") }
            if !command.isJSON { try output.report("No card has a pass that its issuer renews.") }
            return .success
        }
        for issuer in renewal.unasked(candidates) where try await isAgreed(to: issuer, candidates, command) {
            try await renewal.agree(to: [issuer])
        }
        for pass in candidates {
            guard renewal.isAgreed(pass.issuer) else {
                code = code == .success ? .refused : code
                let reason = PassError(
                    .address, "Nobody has agreed yet that \(pass.issuer.host) is asked (--yes does).")
                try say(pass.card, pass.name, .failed(reason), command)
                continue
            }
            let outcome = try await renewal.renew(pass)
            if case .failed(let reason) = outcome {
                code = reason.kind == .network ? .network : code == .success ? .refused : code
            }
            try say(pass.card, pass.name, outcome, command)
        }
        return code
    }

    /// What the passes of agreed issuers have new. For the timer: nobody is asked, and what failed is in the log, since it may fail every day.
    func renewAgreedPasses(in store: any CardStore, _ options: Invocation.Options) async throws -> [RenewedPass] {
        let renewal = try renewal(of: store, options)
        let log = Log(path: try paths(options).log)
        var renewed: [RenewedPass] = []
        for pass in try await renewal.candidates().candidates where renewal.isAgreed(pass.issuer) {
            switch try await renewal.renew(pass) {
            case .unchanged: break
            case .renewed(let changes, let conflicts):
                renewed.append(RenewedPass(card: pass.card, name: pass.name, changes: changes, conflicts: conflicts))
            case .failed(let reason): log.write("A pass was not renewed: \(reason.userMessage)")
            }
        }
        return renewed
    }

    private func renewal(of store: any CardStore, _ options: Invocation.Options) throws -> PassRenewal {
        PassRenewal(
            store, tools.passes(try config(options)), PassConsentFile(path: try paths(options).passes), format: format,
            clock: clock)
    }

    private func isAgreed(
        to issuer: PassIssuer, _ candidates: [PassRenewal.Candidate], _ command: PassesCommand
    ) async throws -> Bool {
        if command.isConfirmed { return true }
        return try await askConsent(output.visible(oneLine(PassRenewal.question(issuer, candidates)))) ?? false
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

    private func members(_ card: CardID, _ name: String, _ outcome: String) -> [(key: String, value: JSON)] {
        [("identifier", .string(card.text)), ("name", .string(name)), ("outcome", .string(outcome))]
    }
}

/// What is new of a pass.
struct RenewedPass: Sendable {
    let card: CardID
    let name: String
    let changes: [String]
    /// Of fields that were changed here, too.
    let conflicts: Int

    /// "Juniper Rail: gate 12 → 14"
    var text: String {
        "\(name): \(changes.joined(separator: ", "))\(conflicts > 0 ? " (in conflict with what was changed here)" : "")"
    }

    var members: [(key: String, value: JSON)] {
        [
            ("identifier", .string(card.text)), ("name", .string(name)), ("outcome", .string("renewed")),
            ("changes", .array(changes.map { .string($0) })), ("conflicts", .integer(conflicts)),
            ("text", .string(text)),
        ]
    }
}
