import CardViewModels
import Terminal

/// The commands of the history.
enum HistoryCommands {
    static let table = CommandTable([
        CommandTable.Section("History", doing), CommandTable.Section("Moving", moving),
    ])

    private static let doing: [Command<HistoryScreen>] = [
        Command(
            "history.show", [.enter, "l", .right], "show the card as it was", hint: "show",
            also: ["open", "view", "details", "card then"], when: .row
        ) {
            $0.app.history.openPast($0.model)
        },
        Command(
            "history.restore", ["r"], "restore a field or the whole card (asks first)", hint: "restore",
            also: ["restore", "bring back", "recover", "put back", "rollback"], when: .row
        ) {
            $0.app.history.pickRestore($0.model)
        },
        Command(
            "history.search", ["/"], "search by any text", hint: "search",
            also: ["search", "filter", "find", "look up", "query", "grep"]
        ) {
            $0.isTyping = true
        },
        Command(
            "history.clear", [.escape], "clear the search", hint: "clear", also: ["reset"],
            when: Requirement("clears the search, but there is none") { !$0.model.words.isEmpty }
        ) {
            $0.clearSearch()
        },
        .leave("history", keys: [.escape, "h", .left, "H"]),
        .undo("history"),
        .redo("history"),
    ]

    private static let moving = Command<HistoryScreen>.moves(
        "history", first: "newest change", last: "oldest change", spaceIsPageDown: true, when: .row)
}

/// The commands while the words that the history is searched for are typed. Letters are text, so none of them is a command.
enum HistorySearchCommands {
    static let table = CommandTable([CommandTable.Section("Searching the history", commands)], isInText: true)

    static let done = Command<HistoryScreen>(
        "history-search.done", [.enter], "go to the changes that were found", hint: "done"
    ) {
        $0.isTyping = false
    }
    static let clear = Command<HistoryScreen>("history-search.clear", [.escape], "clear the search", hint: "clear") {
        $0.clearSearch()
    }

    private static let commands =
        [done, clear]
        + Command.movesInText("history-search.", up: "previous change", down: "next change", when: .row)
}

extension Requirement<HistoryScreen> {
    fileprivate static var row: Requirement { row("needs a change, but none is shown") }
}
