import Terminal

/// The commands while the search text is typed. Letters are text, so none of them is a command.
enum FilterCommands {
    static let table = CommandTable([CommandTable.Section("Searching", commands)], isInText: true)

    static let done = Command<CardListScreen>(
        "filter.done", [.enter], "go to the matches; open a single one", hint: "done",
        hintNow: { $0.hasSingleMatch ? "open" : "done" }
    ) {
        $0.endTyping()
    }
    static let clear = Command<CardListScreen>("filter.clear", [.escape], "clear the search", hint: "clear") {
        $0.clearOneStep()
    }
    private static let openRow = Command<CardListScreen>(
        "filter.open-row", [.tab], "complete is:, has:, group: or expires:, or expand the row",
        when: Requirement {
            $0.canComplete || ListCommands.openRow.isEnabled($0)
        } refusal: {
            ListCommands.openRow.requirement.refusal($0)
        }
    ) {
        if $0.canComplete { $0.completeSearch() } else { ListCommands.openRow.perform($0) }
    }

    private static let commands =
        [done, clear] + Command.movesInText("filter.", up: "previous match", down: "next match", when: .cards) + [
            openRow
        ]
}
