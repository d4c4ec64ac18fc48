internal import CardSettings
internal import Cards

/// Lists the themes.
public struct ThemesCommand: Hashable, Sendable {
    let isJSON: Bool

    static let spec = CommandSpec(
        name: .themes, options: [OptionSpec("json", "Write one JSON object a line")], summary: "List the themes",
        details: """
            Shows the name of each theme, whether it is light or dark, whether it comes with the program or is your own, and which \
            one the screen starts with. A theme of your own that cannot be used is reported.
            """,
        examples: ["themes", "themes --json"])

    init(_ parsed: ArgumentParser) { isJSON = parsed.values["json"] != nil }
}

extension CommandRunner {
    func showThemes(_ command: ThemesCommand, _ options: Invocation.Options) throws {
        let paths = try paths(options)
        let kept = ViewStateFile(path: paths.viewState).load().theme
        let catalog = ThemeCatalog(folder: paths.themes)
        let entries = catalog.entries
        let config = try config(options, notesProblems: true)
        let current = options.theme ?? config.theme ?? kept
        let used = entries.contains { $0.name == current } ? current : ThemeCatalog.embeddedNames.first
        for entry in entries {
            for problem in entry.problems { output.warn(problem.userMessage) }
        }
        func brightness(_ entry: ThemeCatalog.Entry) -> String? { entry.isLight.map { $0 ? "light" : "dark" } }
        if command.isJSON {
            for entry in entries {
                try write(object: [
                    ("name", .string(entry.name)), ("brightness", brightness(entry).map { JSON.string($0) } ?? .null),
                    ("isOwn", .bool(entry.isOwn)), ("isUsed", .bool(entry.name == used)),
                ])
            }
        } else {
            try write(
                rows: entries.map { entry in
                    [
                        entry.name, brightness(entry) ?? "", entry.isOwn ? "own" : "",
                        entry.name == used ? "in use" : "",
                    ]
                })
        }
    }
}
