internal import CardSettings
internal import Cards

/// Tells what the store knows of its backends, without asking them.
struct SyncStatusCommand: ShellCommand {
    /// The operand of `sync`.
    static let word = "status"

    let isJSON: Bool

    init(_ parsed: ArgumentParser) throws(UsageError) {
        isJSON = parsed.has("json")
        try SyncCommand.check(parsed, Self.word, allowing: ["json"], operands: 0...0)
    }

    var usesNetwork: Bool { true }

    func run(with runner: CommandRunner, _ options: Invocation.Options) async throws -> ExitCode {
        try await runner.showSyncStatus(self, options)
    }
}

extension CommandRunner {
    func showSyncStatus(_ command: SyncStatusCommand, _ options: Invocation.Options) async throws -> ExitCode {
        var backend = try config(options).backend
        backend.otherURL = options.backend
        let configured = backend.address.flatMap { platform.backend($0) }
        let store = try await store(options)
        var states = try await store.backendStates()
        if let configured, !states.contains(where: { $0.record.backend == configured }) {
            let record = BackendRecord(backend: configured, consent: .unasked)
            states.append(BackendState(record: record, tally: BackendTally()))
        }
        let remotes = try await store.remotes()
        if states.isEmpty, remotes.isEmpty {
            output.warn(
                "No backend is set up, and the cards are not shared with other devices. See: \(CommandLineTable.program) sync --help"
            )
            return .refused
        }
        if command.isJSON {
            for state in states {
                try write(object: Self.members(of: state, isUsed: state.record.backend == configured))
            }
        } else {
            try write(rows: states.map { row($0, isUsed: $0.record.backend == configured) }, areCut: false)
        }
        if !remotes.isEmpty { try await showRemotes(remotes, store, asJSON: command.isJSON) }
        return .success
    }

    private func row(_ state: BackendState, isUsed: Bool) -> [String] {
        let tally = state.tally
        let counts = [
            (tally.unsent, "pending"), (tally.refused, "rejected"), (tally.conflicts, "in conflict"),
            (tally.absent, "no longer there"), (tally.returned, "there again"), (state.unread, "not read"),
            (state.skipped, state.skipped == 1 ? "card skipped" : "cards skipped"), (state.doubled, "listed twice"),
        ]
        let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let time = state.record.lastSync.map { "last sync \($0.text)" } ?? "not synced yet"
        let differences = parts.isEmpty ? "nothing pending" : parts.joined(separator: ", ")
        return [state.record.backend.text, time, differences] + (isUsed ? [] : ["not in the settings"])
    }

    private static func members(of state: BackendState, isUsed: Bool) -> [(key: String, value: JSON)] {
        let (record, tally) = (state.record, state.tally)
        return [
            ("backend", .string(record.backend.text)), ("isSet", .bool(isUsed)),
            ("lastSync", record.lastSync.map { JSON.string($0.text) } ?? .null),
            ("consent", .string(record.consent.rawValue)), ("pending", .integer(tally.unsent)),
            ("rejected", .integer(tally.refused)), ("conflicts", .integer(tally.conflicts)),
            ("absent", .integer(tally.absent)), ("returned", .integer(tally.returned)),
            ("unreadValues", .integer(state.unread)), ("unreadable", .integer(state.skipped)),
            ("doubled", .integer(state.doubled)),
        ]
    }
}
