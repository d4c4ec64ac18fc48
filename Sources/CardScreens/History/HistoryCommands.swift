import CardViewModels
import Terminal

/// The commands of the history.
enum HistoryCommands {
    static let table = CommandTable([
        CommandTable.Section("History", doing), CommandTable.Section("Moving", moving),
    ])

    static let undo = Command<HistoryScreen>.undo("history.undo")

    private static let doing: [Command<HistoryScreen>] = [
        Command(
            "history.show", keys: [.enter, Key("l"), Key(.right)], title: "show the card as it was", hint: "show",
            also: ["open", "view", "details", "card then"], isEnabled: { $0.hasChange }, whyNot: { _ in .noPastChange }
        ) {
            $0.app.history.openPast($0.model)
        },
        Command(
            "history.restore", keys: [Key("r")], title: "restore a field or the whole card (asks first)",
            hint: "restore", also: ["restore", "bring back", "recover", "put back", "rollback"],
            isEnabled: { $0.hasChange }, whyNot: { _ in .noPastChange }
        ) {
            $0.app.history.pickRestore($0.model)
        },
        Command(
            "history.search", keys: [Key("/")], title: "search by any text", hint: "search",
            also: ["search", "filter", "find", "look up", "query", "grep"]
        ) {
            $0.isTyping = true
        },
        Command(
            "history.clear", keys: [.escape], title: "clear the search", hint: "clear", also: ["reset"],
            isEnabled: { !$0.model.words.isEmpty }, whyNot: { _ in "clears the search, but there is none" }
        ) {
            $0.clearSearch()
        },
        .leave("history.leave", keys: [.escape, Key("h"), Key(.left), Key("H")]),
        undo,
        .redo("history.redo"),
    ]

    private static let moving: [Command<HistoryScreen>] = [
        move("history.down", [Key("j"), Key(.down)], "down") { screen in screen.move { $0.moveSelection(by: 1) } },
        move("history.up", [Key("k"), Key(.up)], "up") { screen in screen.move { $0.moveSelection(by: -1) } },
        move("history.page-down", [Key(.pageDown), .control("d"), Key(" ")], "a page down") { screen in
            screen.move { $0.moveSelection(by: screen.page) }
        },
        move("history.page-up", [Key(.pageUp), .control("u")], "a page up") { screen in
            screen.move { $0.moveSelection(by: -screen.page) }
        },
        move("history.first", [Key("g"), Key(.home)], "newest change") { screen in screen.move { $0.selectNewest() } },
        move("history.last", [Key("G"), Key(.end)], "oldest change") { screen in screen.move { $0.selectOldest() } },
    ]

    private static func move(
        _ name: String, _ keys: [Key], _ title: String, perform: @escaping @MainActor (HistoryScreen) -> Void
    ) -> Command<HistoryScreen> {
        Command(
            name, keys: keys, title: title, isEnabled: { $0.hasChange }, whyNot: { _ in .noPastChange },
            perform: perform)
    }
}

/// The commands while the words that the history is searched for are typed. Letters are text, so none of them is a command.
enum HistorySearchCommands {
    static let table = CommandTable([CommandTable.Section("Searching the history", commands)], isInText: true)

    static let done = Command<HistoryScreen>(
        "history-search.done", keys: [.enter], title: "go to the changes that were found", hint: "done"
    ) {
        $0.isTyping = false
    }
    static let clear = Command<HistoryScreen>(
        "history-search.clear", keys: [.escape], title: "clear the search", hint: "clear"
    ) {
        $0.clearSearch()
    }

    private static let commands: [Command<HistoryScreen>] = [
        done, clear,
        Command(
            "history-search.up", keys: [Key(.up), .control("p")], title: "previous change", isEnabled: { $0.hasChange },
            whyNot: { _ in .noPastChange }
        ) { screen in
            screen.move { $0.moveSelection(by: -1) }
        },
        Command(
            "history-search.down", keys: [Key(.down), .control("n")], title: "next change", isEnabled: { $0.hasChange },
            whyNot: { _ in .noPastChange }
        ) { screen in
            screen.move { $0.moveSelection(by: 1) }
        },
    ]
}
