internal import CardSettings
internal import Cards

/// Explains a command, a topic, or all commands.
struct HelpCommand: ShellCommand {
    /// A command or a topic; nil for all.
    let topic: String?
    /// As `COMMAND --help` shows it, without the details.
    let isBrief: Bool

    static let spec = CommandSpec(
        name: "help", operand: .oneOf("COMMAND", []), isOperandRequired: false, isOperandRepeatable: true,
        summary: "Explain a command or a topic", examples: ["help group add", "help import-files"], topic: nil,
        read: { parsed, _ throws(UsageError) in
            HelpCommand(topic: try topic(parsed), isBrief: false)
        })

    private static func topic(_ parsed: ArgumentParser) throws(UsageError) -> String? {
        if parsed.operands.isEmpty { return nil }
        let topic = parsed.operands.joined(separator: " ")
        if CommandLineTable.isFirstWord(topic) || HelpTopics.names.contains(topic) { return topic }
        let near = CommandLineTable.nearestCommand(to: topic) ?? Spelling.nearest(to: topic, in: HelpTopics.names)
        throw UsageError("there is no command and no topic \"\(topic)\"", suggestion: near, about: nil)
    }

    var mayBeLong: Bool { true }

    func run(with runner: CommandRunner, _ options: Invocation.Options) async throws -> ExitCode {
        try runner.output.write(text)
        return .success
    }

    private var text: String {
        guard let topic else { return HelpText.general() }
        if CommandLineTable.isFamily(topic) {
            return CommandLineTable.members(of: topic).map { HelpText.of($0, isBrief: isBrief) }.joined(separator: "\n")
        }
        return CommandLineTable.command(topic).map { HelpText.of($0, isBrief: isBrief) } ?? HelpTopics.text(of: topic)
            ?? HelpText.general()
    }
}

/// Writes a manual page.
struct ManualCommand: ShellCommand {
    /// Nil for that of the program.
    let topic: String?

    static let spec = CommandSpec(
        name: "manual", operand: .text("TOPIC"), isOperandRequired: false, summary: "Write the manual page",
        isHidden: true, topic: nil, read: { parsed, _ throws(UsageError) in try ManualCommand(parsed) })

    init(topic: String?) { self.topic = topic }

    private init(_ parsed: ArgumentParser) throws(UsageError) {
        let name = parsed.operands.first ?? ""
        guard name.isEmpty || HelpTopics.names.contains(name) else {
            throw UsageError(
                "there is no topic \"\(name)\"", suggestion: Spelling.nearest(to: name, in: HelpTopics.names),
                about: nil)
        }
        topic = name.isEmpty ? nil : name
    }

    func run(with runner: CommandRunner, _ options: Invocation.Options) async throws -> ExitCode {
        // The day of this edition; that of its sources, where a packager says so.
        let seconds = runner.environment("SOURCE_DATE_EPOCH").flatMap { Int64($0) }
        let day = seconds.map { Timestamp(milliseconds: $0 &* 1000).day } ?? runner.clock.today()
        let text =
            if let topic {
                ManualPage.text(of: topic, version: runner.platform.version, day: day)
            } else {
                ManualPage.text(version: runner.platform.version, day: day, keys: runner.platform.keys())
            }
        try runner.output.write(text)
        return .success
    }
}

/// Shows the version, and with `--verbose` what was found of the libraries and programs that features need.
struct VersionCommand: ShellCommand {
    let isVerbose: Bool

    func run(with runner: CommandRunner, _ options: Invocation.Options) async throws -> ExitCode {
        try runner.output.print("\(CommandLineTable.program) \(runner.platform.version)")
        if isVerbose {
            let features = await runner.platform.features()
            try runner.write(rows: features.map { [$0.name, $0.provider, $0.isFound ? "found" : "missing"] })
        }
        return .success
    }
}

/// Writes the completions for a shell.
struct CompletionsCommand: ShellCommand {
    enum Shell: String, Sendable, CaseIterable { case bash, zsh, fish }

    let shell: Shell

    static let spec = CommandSpec(
        name: "completions", operand: .oneOf("SHELL", Shell.allCases.map(\.rawValue)),
        summary: "Write the completions for a shell",
        details: "For bash: cards-tui completions bash > ~/.local/share/bash-completion/completions/cards-tui",
        examples: [
            "completions zsh > ~/.zfunc/_cards-tui",
            "completions fish > ~/.config/fish/completions/cards-tui.fish",
        ], topic: nil, read: { parsed, _ throws(UsageError) in try CompletionsCommand(parsed) })

    init(shell: Shell) { self.shell = shell }

    private init(_ parsed: ArgumentParser) throws(UsageError) {
        let name = parsed.operands.first ?? ""
        guard let shell = Shell(rawValue: name) else {
            throw parsed.failure("completions exist for bash, zsh and fish, not for \"\(name)\"")
        }
        self.shell = shell
    }

    func run(with runner: CommandRunner, _ options: Invocation.Options) async throws -> ExitCode {
        try runner.output.write(Completions.script(for: shell))
        return .success
    }
}
