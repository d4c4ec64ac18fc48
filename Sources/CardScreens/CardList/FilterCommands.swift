import Terminal

/// The commands while the search text is typed. Letters are text, so none of them is a command.
enum FilterCommands {
    static let table = CommandTable([CommandTable.Section("Finding", commands)], isInText: true)

    static let done = Command<CardListScreen>(
        "filter.done", [.enter], "go to the matches; a single one is opened", hint: "done",
        hintNow: { $0.hasSingleMatch ? "open" : "done" }
    ) {
        $0.endTyping()
    }
    static let clear = Command<CardListScreen>("filter.clear", [.escape], "clear the search", hint: "clear") {
        $0.clearOneStep()
    }
    static let up = Command<CardListScreen>("filter.up", [.up, .control("p")], "previous match", when: .cards) {
        $0.viewport.step(.up)
    }
    static let down = Command<CardListScreen>("filter.down", [.down, .control("n")], "next match", when: .cards) {
        $0.viewport.step(.down)
    }

    private static let commands: [Command<CardListScreen>] = [
        done, clear, up, down,
        Command("filter.page-down", [.pageDown], "a page down", when: .cards) {
            $0.viewport.movePage(1)
        },
        Command("filter.page-up", [.pageUp], "a page up", when: .cards) {
            $0.viewport.movePage(-1)
        },
        Command(
            "filter.open-row", [.tab], "complete is:, has:, group: or expires:, or expand the row",
            when: Requirement {
                $0.canComplete || ListCommands.openRow.isEnabled($0)
            } refusal: {
                ListCommands.openRow.requirement.refusal($0)
            }
        ) {
            if $0.canComplete { $0.completeSearch() } else { ListCommands.openRow.perform($0) }
        },
    ]
}
