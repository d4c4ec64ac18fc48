internal import CardSettings
internal import Cards

/// Lists the commands of all screens with their keys, as the settings have them.
struct KeysCommand: ShellCommand {
    let isJSON: Bool

    static let spec = CommandSpec(
        name: "keys", options: [OptionSpec("json", "Write one JSON object per line")],
        summary: "List the commands of the screen with their keys",
        details: """
            Shows the name of each command as used in the settings file, its keys as written there, what it does, and its \
            screen. Keys reflect your settings.
            """,
        examples: ["keys", "keys | grep ctrl-"], topic: "key-map", read: { parsed, _ in KeysCommand(parsed) })

    init(_ parsed: ArgumentParser) { isJSON = parsed.has("json") }

    var mayBeLong: Bool { true }

    func run(with runner: CommandRunner, _ options: Invocation.Options) async throws -> ExitCode {
        try runner.showKeys(self, options)
        return .success
    }
}

extension CommandRunner {
    func showKeys(_ command: KeysCommand, _ options: Invocation.Options) throws {
        let config = try config(options, notesProblems: true)
        let (sections, problems) = platform.keyMap(config.keys, try paths(options).config)
        for problem in problems { output.warn(problem.userMessage) }
        if command.isJSON {
            for section in sections {
                for key in section.keys {
                    let keys = key.keys.split(separator: " ").map { JSON.string(String($0)) }
                    try write(object: [
                        ("command", .string(key.action)), ("keys", .array(keys)), ("title", .string(key.title)),
                        ("screen", .string(section.title)),
                    ])
                }
            }
        } else {
            try write(
                rows: sections.flatMap { section in
                    section.keys.map { [$0.action, $0.keys, $0.title, section.title] }
                })
        }
    }
}
