internal import Cards

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
