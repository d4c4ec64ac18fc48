import Terminal

/// The commands of a card as it was.
enum PastCardCommands {
    static let table = CommandTable([CommandTable.Section("Card as it was", commands)])

    static let undo = Command<PastCardScreen>.undo("past.undo")

    private static let commands: [Command<PastCardScreen>] = [
        Command(
            "past.restore", keys: [Key("r")], title: "restore a field or the whole card (asks first)",
            hint: "restore", also: ["restore", "bring back", "recover", "put back", "rollback"]
        ) {
            $0.app.history.pickRestore($0.model)
        },
        .leave("past.leave", keys: [.escape, Key("h"), Key(.left)], title: "back to the history"),
        undo,
        .redo("past.redo"),
        Command("past.down", keys: [Key("j"), Key(.down)], title: "scroll down") { $0.scroll(by: 1) },
        Command("past.up", keys: [Key("k"), Key(.up)], title: "scroll up") { $0.scroll(by: -1) },
        Command("past.page-down", keys: [Key(.pageDown), .control("d"), Key(" ")], title: "a page down") {
            $0.scroll(by: $0.page)
        },
        Command("past.page-up", keys: [Key(.pageUp), .control("u")], title: "a page up") { $0.scroll(by: -$0.page) },
        Command("past.first", keys: [Key("g"), Key(.home)], title: "top") { $0.scroll(by: -$0.rows) },
        Command("past.last", keys: [Key("G"), Key(.end)], title: "bottom") { $0.scroll(by: $0.rows) },
    ]
}
