import Terminal

/// The commands while the path of a file is typed. Letters are text, so none of them is a command.
enum FileChoiceCommands {
    static let table = CommandTable([CommandTable.Section("File", commands)], isInText: true)

    private static let commands: [Command<FileChoiceScreen>] = [
        Command(
            "file.finish", keys: [.enter], title: "bring the cards of this file, or write it",
            hintNow: { $0.texts.hint }
        ) {
            $0.finish()
        },
        Command("file.complete", keys: [.tab], title: "complete the path", hint: "complete") { $0.complete() },
        .leave("file.leave"),
    ]
}
