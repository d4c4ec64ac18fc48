import Terminal

/// The commands of a card as it was.
enum PastCardCommands {
    static let table = CommandTable([CommandTable.Section("Card as it was", commands)])

    private static let commands: [Command<PastCardScreen>] =
        [
            Command(
                "past.restore", ["r"], "restore a field or the whole card (asks first)", hint: "restore",
                also: ["restore", "bring back", "recover", "put back", "rollback"],
                when: Requirement("restores what was different, but this is how the card is now") {
                    $0.model.past.now == nil || !$0.model.past.differences.isEmpty
                }
            ) {
                $0.app.history.pickRestore($0.model)
            },
            .leave("past", keys: [.escape, "h", .left], title: "back to the history"),
            .undo("past"),
            .redo("past"),
        ]
        + Command.moves(
            "past", down: "scroll down", up: "scroll up", first: "top", last: "bottom", spaceIsPageDown: true)
}
