internal import Basics
internal import CardSettings
internal import Cards

/// Sets or removes a secret field of a card: `edit` with `--secret` or `--remove-secret`. The secret itself is in no argument.
struct SecretCommand: ShellCommand {
    enum Action: Equatable, Sendable {
        /// Typed without being shown.
        case ask
        /// The only line of a file; `-` is standard input.
        case read(String)
        case remove
    }

    let card: String
    let label: String
    let action: Action
    let isJSON: Bool

    static let options = [
        OptionSpec(
            "secret", takes: .text("LABEL"),
            "Set the secret field with this label, such as PIN; you are asked for the secret"),
        OptionSpec("secret-file", takes: .file, "With --secret: read the secret from this file; - is standard input"),
        OptionSpec("remove-secret", takes: .text("LABEL"), "Remove this secret field; undo brings it back"),
    ]

    /// Nil without such an option.
    init?(_ parsed: ArgumentParser) throws(UsageError) {
        let names = Self.options.map(\.name)
        guard names.contains(where: { parsed.has($0) }) else { return nil }
        let file = parsed.value("secret-file")
        let label: String
        if let removed = parsed.value("remove-secret") {
            try parsed.exclude("remove-secret", "secret-file", "secret")
            (label, action) = (removed, .remove)
        } else {
            guard let set = parsed.value("secret") else {
                throw parsed.failure("--secret-file needs --secret LABEL")
            }
            (label, action) = (set, file.map { .read($0) } ?? .ask)
        }
        let others = (parsed.command?.options ?? []).map(\.name).filter { !names.contains($0) && $0 != "json" }
        if let other = others.first(where: { parsed.has($0) }) {
            throw parsed.failure("a secret field is set on its own, not together with --\(other)")
        }
        do throws(TypingError) {
            self.label = try CardSecret.label(label)
        } catch {
            throw parsed.failure(error.message)
        }
        card = parsed.operands.first ?? ""
        isJSON = parsed.has("json")
    }

    func run(with runner: CommandRunner, _ options: Invocation.Options) async throws -> ExitCode {
        try await runner.setSecret(self, options)
        return .success
    }
}

/// Deletes secret fields for good.
struct ForgetSecretCommand: ShellCommand {
    let card: String
    /// Nil for all of the card.
    let label: String?
    let isConfirmed: Bool
    let isJSON: Bool

    static let spec = CommandSpec(
        name: "forget-secret", firstOperands: [.card], operand: .text("LABEL"), isOperandRequired: false,
        options: [OptionSpec("yes", "Do not ask"), OptionSpec("json", "Write the card as JSON")],
        summary: "Delete secret fields of a card forever",
        details: """
            \(CommandLineTable.oneCard) Deletes the secret field with this label, or all of the card, with their history: undo \
            cannot restore them, and they are removed from the automatic backups in the program's own folder. You are asked \
            first; without a terminal, --yes is needed. A secret field is set with edit --secret.
            """,
        examples: ["forget-secret Tesco PIN", "forget-secret \"elm gym\" --yes"],
        read: { parsed, _ in ForgetSecretCommand(parsed) })

    init(_ parsed: ArgumentParser) {
        card = parsed.operands.first ?? ""
        label = parsed.operands.dropFirst().first
        isConfirmed = parsed.has("yes")
        isJSON = parsed.has("json")
    }

    func run(with runner: CommandRunner, _ options: Invocation.Options) async throws -> ExitCode {
        try await runner.forgetSecret(self, options)
    }
}

extension CommandRunner {
    func setSecret(_ command: SecretCommand, _ options: Invocation.Options) async throws {
        let store = try await store(options)
        let card = try await card(named: command.card, in: store)
        let isChanged: Bool
        if case .remove = command.action {
            isChanged = try await store.removeSecret(command.label, of: card.identifier)
            if !isChanged { throw Self.missing(command.label, card) }
        } else {
            let text = try await secretText(command)
            let secret: CardSecret
            do throws(TypingError) {
                secret = try CardSecret(label: command.label, value: text)
            } catch {
                throw CommandFailure("\(error.message). Nothing was changed.", .usage)
            }
            let known = try await store.secrets(of: card.identifier)
            _ = try await store.set(secret, of: card.identifier)
            isChanged = try await store.secrets(of: card.identifier) != known
        }
        try report(card, isChanged: isChanged, asJSON: command.isJSON)
        if isChanged, command.action != .remove, let stays = try await store.vault()?.secretsStay {
            output.warn("\(stays.prefix(1).uppercased() + stays.dropFirst()).")
        }
    }

    /// What the secret may have, and more, so that a longer one is told and not cut.
    private static let maximumSecretBytes = 1 << 20

    private func secretText(_ command: SecretCommand) async throws -> String {
        var bytes: [UInt8]
        if case .read(let path) = command.action {
            bytes = try self.bytes(ofInput: path, limit: Self.maximumSecretBytes)
            // Editors and echo end the line.
            if bytes.last == 0x0A { bytes.removeLast() }
            if bytes.last == 0x0D { bytes.removeLast() }
        } else {
            let label = output.visible(oneLine(command.label))
            guard let typed = try await platform.askPassword("\(label): ") else {
                throw CommandFailure("no secret was given: type it on a terminal, or use --secret-file", .usage)
            }
            guard try await platform.askPassword("Repeat \(label): ") == typed else {
                throw CommandFailure("the two do not match. Nothing was changed.")
            }
            bytes = typed
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandFailure("the secret is not UTF-8. Nothing was changed.", .usage)
        }
        return text
    }

    func forgetSecret(_ command: ForgetSecretCommand, _ options: Invocation.Options) async throws -> ExitCode {
        let store = try await store(options)
        let card = try await card(named: command.card, in: store)
        let known = try await store.secrets(of: card.identifier).map(\.label)
        // One that was removed is known by what undo would bring back.
        let label = command.label.map { text in
            known.first { TextFolding.fold($0) == TextFolding.fold(text) } ?? text
        }
        let what = CardSecret.object(label.map(oneLine))
        let question = CardSecret.erasureQuestion(label.map(oneLine), of: oneLine(card.name))
        guard
            try await isAgreed(
                isGiven: command.isConfirmed, question + (try await leftCopies(options)),
                declined: "Nothing was deleted.")
        else { return .refused }
        let backups = options.isDemo ? nil : try automaticBackups(options)
        let erasure = CardErasure(store, drafts: nil, backups: backups)
        guard try await erasure.eraseSecrets(label, of: card.identifier) else {
            throw label.map { Self.missing($0, card) } ?? CommandFailure("the card has no secret fields")
        }
        if command.isJSON {
            try write(object: CardJSON.membersWithoutPhotos(of: card))
        } else {
            try output.report("Deleted forever: \(what) of \(oneLine(card.name))")
        }
        return .success
    }

    private static func missing(_ label: String, _ card: Card) -> CommandFailure {
        CommandFailure("\(card.name.shortName) has no secret field \"\(label.shortName)\"")
    }

    /// Says how many secret fields the output does not have.
    func warn(aboutSecretsLeftOut count: Int, _ remedy: String = "; --secrets includes them") {
        if count > 0 { output.warn("Left out: \(count.counted("secret field"))\(remedy)") }
    }
}
