import Terminal

/// The commands of the trash.
enum TrashCommands {
    static let table = CommandTable([CommandTable.Section("Trash", commands)])

    private static let commands: [Command<TrashScreen>] =
        [
            Command(
                "trash.restore", [.enter, "r"], "restore the card", hint: "restore",
                also: ["restore", "undelete", "recover", "put back"], when: .row
            ) {
                $0.app.history.restore($0.model)
            },
            Command(
                "trash.delete", ["d"], "delete the card forever (asks first)", hint: "delete forever",
                also: ["remove", "erase", "forever"], when: .row
            ) {
                $0.app.history.askToEmpty($0.model, all: false)
            },
            Command(
                "trash.empty", ["D"], "empty the trash (asks first)", hint: "empty trash",
                also: ["remove", "purge", "clear", "erase", "delete all"], when: .row
            ) {
                $0.app.history.askToEmpty($0.model, all: true)
            },
            .undo("trash"),
            .redo("trash"),
            .leave("trash", keys: [.escape, "h", .left, "T"], title: "back to the list"),
        ] + Command.moves("trash", first: "first card", last: "last card", when: .row)
}

extension Requirement<TrashScreen> {
    fileprivate static var row: Requirement { row("needs a card in the trash, but it is empty") }
}
