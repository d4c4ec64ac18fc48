internal import Cards

/// Copies the whole store into a file, or makes an automatic backup, or lists these.
struct BackupCommand: ShellCommand {
    enum Action: Hashable, Sendable {
        case copy(to: String)
        case now
        case list(asJSON: Bool)
    }

    let action: Action

    static let spec = CommandSpec(
        name: "backup", operand: .file, isOperandRequired: false,
        options: [
            OptionSpec("now", "Make an automatic backup, if cards have changed since the last one"),
            OptionSpec("list", "List the automatic backups"), OptionSpec("json", "With --list: write JSON"),
        ],
        summary: "Copy the whole card store into a file",
        details: """
            The copy has everything: cards, photos, history, trash and what is known of the backend. It is consistent although \
            other programs change the store meanwhile, and readable by you alone. An existing file is replaced when the copy is \
            complete. FILE may be a pipe, and - is standard output, unless that is a terminal. Prints nothing when piped. --now \
            makes a backup as the screen does automatically, in the folder of the settings (backup.folder) or in the program's \
            own, and removes old ones as backup.keep says; where no card has changed since the last one, it makes none. --list \
            names those that were made there, the newest first.
            """,
        examples: [
            "backup ~/backup/cards.sqlite",
            "--store other.sqlite backup \"cards-$(date +%F).sqlite\"", "backup - | ssh host 'cat > cards.sqlite'",
        ], read: { parsed, _ throws(UsageError) in try BackupCommand(parsed) })

    init(_ parsed: ArgumentParser) throws(UsageError) {
        let file = parsed.operands.first
        let (isNow, isList) = (parsed.has("now"), parsed.has("list"))
        if isNow, isList { throw parsed.failure("--now cannot be used with --list") }
        if file != nil, isNow || isList { throw parsed.failure("--\(isNow ? "now" : "list") takes no FILE") }
        if parsed.has("json"), !isList { throw parsed.failure("--json needs --list") }
        if parsed.values["demo"] != nil, isNow || isList {
            throw parsed.failure("--demo cannot be used with --\(isNow ? "now" : "list")")
        }
        if isNow {
            action = .now
        } else if isList {
            action = .list(asJSON: parsed.has("json"))
        } else if let file {
            action = .copy(to: file)
        } else {
            throw parsed.failure("FILE is missing")
        }
    }

    func run(with runner: CommandRunner, _ options: Invocation.Options) async throws -> ExitCode {
        try await runner.backUp(self, options)
        return .success
    }
}
