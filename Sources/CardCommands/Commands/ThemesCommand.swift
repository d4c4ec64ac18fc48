internal import CardSettings
internal import Cards

/// Lists the themes.
struct ThemesCommand: ShellCommand {
    let isJSON: Bool

    static let spec = CommandSpec(
        name: "themes", options: [OptionSpec("json", "Write one JSON object per line")], summary: "List the themes",
        details: """
            Shows the name of each theme, whether it is light or dark, whether it is built in or your own, and which one the \
            screen starts with. A theme of your own that cannot be used is reported.
            """,
        examples: ["themes", "themes --json"], topic: "settings", read: { parsed, _ in ThemesCommand(parsed) })

    init(_ parsed: ArgumentParser) { isJSON = parsed.has("json") }

    func run(with runner: CommandRunner, _ options: Invocation.Options) async throws -> ExitCode {
        try runner.showThemes(self, options)
        return .success
    }
}

extension CommandRunner {
    func showThemes(_ command: ThemesCommand, _ options: Invocation.Options) throws {
        let paths = try paths(options)
        let kept = ViewStateFile(path: paths.viewState).load().theme
        let catalog = ThemeCatalog(folder: paths.themes)
        let entries = catalog.entries
        let config = try config(options, notesProblems: true)
        let wanted = options.theme.map { [$0] } ?? config.theme?.names ?? kept.map { [$0] } ?? []
        let known = wanted.filter { name in entries.contains { $0.name == name } }
        let used = known.isEmpty ? ThemeCatalog.embeddedNames.prefix(1) : known[...]
        for entry in entries {
            for problem in entry.problems { output.warn(problem.userMessage) }
        }
        func brightness(_ entry: ThemeCatalog.Entry) -> String? { entry.isLight.map { $0 ? "light" : "dark" } }
        if command.isJSON {
            for entry in entries {
                try write(object: [
                    ("name", .string(entry.name)), ("brightness", brightness(entry).map { JSON.string($0) } ?? .null),
                    ("isOwn", .bool(entry.isOwn)), ("isUsed", .bool(used.contains(entry.name))),
                ])
            }
        } else {
            try write(
                rows: entries.map { entry in
                    [
                        entry.name, brightness(entry) ?? "", entry.isOwn ? "own" : "",
                        used.contains(entry.name) ? "in use" : "",
                    ]
                })
        }
    }
}
