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
            The copy contains everything: cards, photos, history, trash and the state of the backend. It is consistent even \
            while other programs change the store, and only you can read it. An existing file is replaced when the copy is \
            complete. FILE may be a pipe, and - is standard output, unless that is a terminal. Prints nothing when piped. \
            --now makes a backup as the screen does automatically, in backup.folder or in the program's own folder, and \
            removes old ones according to backup.keep; if no card has changed since the last backup, it makes none. --list \
            lists these backups, newest first.
            """,
        examples: [
            "backup ~/backup/cards.sqlite",
            "--store other.sqlite backup \"cards-$(date +%F).sqlite\"", "backup - | ssh host 'cat > cards.sqlite'",
        ], read: { parsed, _ throws(UsageError) in try BackupCommand(parsed) })

    init(_ parsed: ArgumentParser) throws(UsageError) {
        let file = parsed.operands.first
        let (isNow, isList) = (parsed.has("now"), parsed.has("list"))
        try parsed.exclude("demo", "now", "list")
        if file != nil, isNow || isList { throw parsed.failure("--\(isNow ? "now" : "list") takes no FILE") }
        try parsed.require("json", with: "list")
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
