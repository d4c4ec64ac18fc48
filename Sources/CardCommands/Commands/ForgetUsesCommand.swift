internal import Cards

/// Forgets when and how often cards were opened.
struct ForgetUsesCommand: ShellCommand {
    let isConfirmed: Bool
    let isJSON: Bool

    static let spec = CommandSpec(
        name: "forget-uses",
        options: [
            OptionSpec("yes", "Do not ask"), OptionSpec("json", "Write how many cards had been opened, as JSON"),
        ],
        summary: "Forget when and how often cards were opened",
        details:
            "That is counted on this machine only, for sorting, and is never exported or uploaded. count_uses: "
            + "false in the settings file turns it off. You are asked first; without a terminal, --yes is needed.",
        examples: ["forget-uses", "--store other.sqlite forget-uses --yes"],
        read: { parsed, _ in
            ForgetUsesCommand(isConfirmed: parsed.has("yes"), isJSON: parsed.has("json"))
        })

    func run(with runner: CommandRunner, _ options: Invocation.Options) async throws -> ExitCode {
        let question = "Forget when and how often each card was opened? This cannot be undone."
        guard try await runner.isAgreed(isGiven: isConfirmed, question) else { return .refused }
        let count = try await runner.store(options).forgetUses()
        if isJSON {
            try runner.write(object: [("cards", .integer(count))])
        } else {
            try runner.output.write("When and how often cards were opened is forgotten.\n")
        }
        return .success
    }
}
