internal import Cards

/// Sets up, checks and ends sharing the cards with other devices.
struct SyncSetupCommand: ShellCommand {
    enum Action: String, Hashable, Sendable, CaseIterable {
        case setup, check, desk, devices, forget, compact, leave
    }

    let action: Action
    /// An address, or a device.
    let operand: String?
    /// Of a database.
    let role: String?
    let name: String?
    let isConfirmed: Bool
    let isJSON: Bool
    /// Whether nothing is changed.
    let isDryRun: Bool

    init(_ parsed: ArgumentParser) throws(UsageError) {
        let word = parsed.operands.first ?? ""
        guard let action = Action(rawValue: word) else {
            let actions = [SyncStatusCommand.word] + Action.allCases.map(\.rawValue)
            throw parsed.failure(
                "sync has no action \"\(word)\"; use one of: " + actions.joined(separator: ", "))
        }
        self.action = action
        switch action {
        case .setup: try SyncCommand.check(parsed, word, allowing: ["name", "yes", "json"], operands: 1...1)
        case .check: try SyncCommand.check(parsed, word, allowing: ["json"], operands: 0...1)
        case .desk: try SyncCommand.check(parsed, word, allowing: ["yes", "json"], operands: 2...2)
        case .devices: try SyncCommand.check(parsed, word, allowing: ["json"], operands: 0...0)
        case .forget: try SyncCommand.check(parsed, word, allowing: ["yes", "json"], operands: 1...1)
        case .compact: try SyncCommand.check(parsed, word, allowing: ["dry-run", "json"], operands: 0...1)
        case .leave: try SyncCommand.check(parsed, word, allowing: ["yes", "json"], operands: 0...0)
        }
        operand = parsed.operands.dropFirst().first
        role = parsed.operands.dropFirst(2).first
        name = parsed.value("name")
        isConfirmed = parsed.has("yes")
        isJSON = parsed.has("json")
        isDryRun = parsed.has("dry-run")
        if name?.allSatisfy(\.isWhitespace) == true { throw parsed.failure("--name is empty") }
    }

    var usesNetwork: Bool { true }

    func run(with runner: CommandRunner, _ options: Invocation.Options) async throws -> ExitCode {
        try await runner.share(self, options)
    }
}
