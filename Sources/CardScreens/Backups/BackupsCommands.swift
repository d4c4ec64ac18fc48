import Terminal

/// The commands of the screen of the backups.
enum BackupsCommands {
    static let table = CommandTable([CommandTable.Section("Backups", commands)])

    static let undo = Command<BackupsScreen>.undo("backups.undo")

    private static let commands: [Command<BackupsScreen>] = [
        Command(
            "backups.show", keys: [.enter, Key("l"), Key(.right)], title: "show what restoring the backup would change",
            hint: "show", also: ["restore", "preview", "compare", "recover", "bring back"],
            isEnabled: { $0.hasFile }, whyNot: { _ in .noBackup }
        ) {
            $0.app.backups.preview($0.model)
        },
        Command(
            "backups.make", keys: [Key("m")], title: "make a backup now", hint: "back up now",
            also: ["save", "copy", "create", "back up"],
            isEnabled: { $0.app.backups.isOn },
            whyNot: { _ in "makes a backup, but backup.folder in the settings file names no folder" }
        ) {
            $0.app.backups.makeNow()
        },
        undo,
        .redo("backups.redo"),
        .leave("backups.leave", keys: [.escape, Key("h"), Key(.left), Key("U")]),
        move("backups.down", [Key("j"), Key(.down)], "down") { $0.model.moveSelection(by: 1) },
        move("backups.up", [Key("k"), Key(.up)], "up") { $0.model.moveSelection(by: -1) },
        move("backups.page-down", [Key(.pageDown), .control("d")], "a page down") {
            $0.model.moveSelection(by: $0.page)
        },
        move("backups.page-up", [Key(.pageUp), .control("u")], "a page up") { $0.model.moveSelection(by: -$0.page) },
        move("backups.first", [Key("g"), Key(.home)], "last backup") { $0.model.select(rank: 0) },
        move("backups.last", [Key("G"), Key(.end)], "oldest backup") { $0.model.select(rank: .max) },
    ]

    private static func move(
        _ name: String, _ keys: [Key], _ title: String, perform: @escaping @MainActor (BackupsScreen) -> Void
    ) -> Command<BackupsScreen> {
        Command(name, keys: keys, title: title, isEnabled: { $0.hasFile }, whyNot: { _ in .noBackup }) { screen in
            screen.move { _ in perform(screen) }
        }
    }
}

extension Refusal {
    fileprivate static let noBackup: Refusal = "needs a backup, but there is none"
}
