internal import CardSettings
internal import Cards

/// Shows where the program keeps its files.
struct PathsCommand: ShellCommand {
    let isJSON: Bool

    static let spec = CommandSpec(
        name: "paths", options: [CommandLineTable.json],
        summary: "Show where the cards, the settings, the log and the drafts are",
        examples: ["paths", "paths --json"], topic: "settings",
        read: { parsed, _ in PathsCommand(isJSON: parsed.has("json")) })

    func run(with runner: CommandRunner, _ options: Invocation.Options) async throws -> ExitCode {
        let paths = try runner.paths(options)
        let rows = [
            ("store", paths.store), ("config", paths.config), ("log", paths.log), ("drafts", paths.drafts),
            ("cache", paths.cache),
        ]
        if isJSON {
            try runner.write(object: rows.map { (key: $0.0, value: JSON.string($0.1)) })
        } else {
            try runner.write(rows: rows.map { [$0.0, $0.1] }, areCut: false)
        }
        return .success
    }
}
