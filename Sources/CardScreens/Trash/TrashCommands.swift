import Terminal

/// The commands of the trash.
enum TrashCommands {
    static let table = CommandTable([CommandTable.Section("Trash", commands)])

    static let undo = Command<TrashScreen>.undo("trash.undo")

    private static let commands: [Command<TrashScreen>] = [
        Command(
            "trash.restore", keys: [.enter, Key("r")], title: "restore the card", hint: "restore",
            also: ["restore", "undelete", "recover", "put back"], isEnabled: { $0.hasCard },
            whyNot: { _ in .emptyTrash }
        ) {
            $0.app.history.restore($0.model)
        },
        Command(
            "trash.delete", keys: [Key("d")], title: "delete the card forever (asks first)",
            hint: "delete forever", also: ["remove", "erase", "forever"], isEnabled: { $0.hasCard },
            whyNot: { _ in .emptyTrash }
        ) {
            $0.app.history.askToEmpty($0.model, all: false)
        },
        Command(
            "trash.empty", keys: [Key("E")], title: "empty the trash (asks first)", hint: "empty trash",
            also: ["remove", "purge", "clear", "erase", "delete all"], isEnabled: { $0.hasCard },
            whyNot: { _ in .emptyTrash }
        ) {
            $0.app.history.askToEmpty($0.model, all: true)
        },
        undo,
        .redo("trash.redo"),
        .leave("trash.leave", keys: [.escape, Key("h"), Key(.left), Key("T")], title: "back to the list"),
        Command(
            "trash.down", keys: [Key("j"), Key(.down)], title: "down", isEnabled: { $0.hasCard },
            whyNot: { _ in .emptyTrash }
        ) {
            $0.move { $0.moveSelection(by: 1) }
        },
        Command(
            "trash.up", keys: [Key("k"), Key(.up)], title: "up", isEnabled: { $0.hasCard }, whyNot: { _ in .emptyTrash }
        ) {
            $0.move { $0.moveSelection(by: -1) }
        },
        Command(
            "trash.page-down", keys: [Key(.pageDown), .control("d")], title: "a page down", isEnabled: { $0.hasCard },
            whyNot: { _ in .emptyTrash }
        ) { screen in
            screen.move { $0.moveSelection(by: screen.page) }
        },
        Command(
            "trash.page-up", keys: [Key(.pageUp), .control("u")], title: "a page up", isEnabled: { $0.hasCard },
            whyNot: { _ in .emptyTrash }
        ) { screen in
            screen.move { $0.moveSelection(by: -screen.page) }
        },
        Command(
            "trash.first", keys: [Key("g"), Key(.home)], title: "first card", isEnabled: { $0.hasCard },
            whyNot: { _ in .emptyTrash }
        ) {
            $0.move { $0.select(rank: 0) }
        },
        Command(
            "trash.last", keys: [Key("G"), Key(.end)], title: "last card", isEnabled: { $0.hasCard },
            whyNot: { _ in .emptyTrash }
        ) {
            $0.move { $0.select(rank: .max) }
        },
    ]
}
