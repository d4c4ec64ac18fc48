import Terminal

/// The commands of the help. Any other key closes it.
enum HelpCommands {
    static let table = CommandTable([CommandTable.Section("Help", commands)])

    private static let commands: [Command<HelpScreen>] =
        [
            Command("help.search", ["/"], "search the keys", hint: "search") { $0.isTyping = true },
            Command(
                "help.clear", [.escape], "show all keys again", hint: "all keys", leaves: true,
                when: .silent { !$0.editor.isEmpty }
            ) {
                $0.clearSearch()
            },
            Command("help.leave", [.escape], "back", hint: "back", leaves: true, shared: "screen.leave") { $0.close() },
        ]
        + Command.moves(
            "help", down: "scroll down", up: "scroll up", first: "top", last: "bottom", spaceIsPageDown: true)
}

/// The commands while the help is searched. Letters are text, so none of them is a command.
enum HelpSearchCommands {
    static let table = CommandTable([CommandTable.Section("Searching the help", commands)], isInText: true)

    private static let commands: [Command<HelpScreen>] =
        [
            Command("help-search.done", [.enter], "go to the keys that were found", hint: "done") {
                $0.isTyping = false
            },
            Command("help-search.clear", [.escape], "show all keys again", hint: "all keys", leaves: true) {
                $0.clearSearch()
            },
        ] + Command.movesInText("help-search.", up: "scroll up", down: "scroll down")
}
