import Terminal

/// The commands while the search text is typed. Letters are text, so none of them is a command.
enum FilterCommands {
    static let table = CommandTable([CommandTable.Section("Finding", commands)], isInText: true)

    static let done = Command<CardListScreen>(
        "filter.done", keys: [.enter], title: "go to the matches; a single one is opened",
        hint: "done", hintNow: { $0.hasSingleMatch ? "open" : "done" }
    ) {
        $0.endTyping()
    }
    static let clear = Command<CardListScreen>(
        "filter.clear", keys: [.escape], title: "clear the search", hint: "clear"
    ) {
        $0.clearOneStep()
    }
    static let up = Command<CardListScreen>(
        "filter.up", keys: [Key(.up), .control("p")], title: "previous match", isEnabled: { $0.hasCard },
        whyNot: { _ in .noCards }
    ) {
        $0.viewport.step(.up)
    }
    static let down = Command<CardListScreen>(
        "filter.down", keys: [Key(.down), .control("n")], title: "next match", isEnabled: { $0.hasCard },
        whyNot: { _ in .noCards }
    ) {
        $0.viewport.step(.down)
    }

    private static let commands: [Command<CardListScreen>] = [
        done, clear, up, down,
        Command(
            "filter.page-down", keys: [Key(.pageDown)], title: "a page down", isEnabled: { $0.hasCard },
            whyNot: { _ in .noCards }
        ) {
            $0.viewport.movePage(1)
        },
        Command(
            "filter.page-up", keys: [Key(.pageUp)], title: "a page up", isEnabled: { $0.hasCard },
            whyNot: { _ in .noCards }
        ) {
            $0.viewport.movePage(-1)
        },
        Command(
            "filter.open-row", keys: [.tab], title: "expand the row",
            isEnabled: { ListCommands.openRow.isEnabled($0) }, whyNot: { ListCommands.openRow.whyNot($0) }
        ) {
            ListCommands.openRow.perform($0)
        },
    ]
}
