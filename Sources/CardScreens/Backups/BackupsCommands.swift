import Terminal

/// The commands of the screen of the backups.
enum BackupsCommands {
    static let table = CommandTable([CommandTable.Section("Backups", commands)])

    private static let commands: [Command<BackupsScreen>] =
        [
            Command(
                "backups.show", [.enter, "l", .right], "show what restoring the backup would change", hint: "show",
                also: ["restore", "preview", "compare", "recover", "bring back"], when: .row
            ) {
                $0.app.backups.preview($0.model)
            },
            Command(
                "backups.make", ["m"], "make a backup now", hint: "back up now",
                also: ["save", "copy", "create", "back up"],
                when: Requirement("makes a backup, but backup.folder in the settings file sets no folder") {
                    $0.app.backups.isOn
                }
            ) {
                $0.app.backups.makeNow()
            },
            .undo("backups"),
            .redo("backups"),
            .leave("backups", keys: [.escape, "h", .left, "U"]),
        ] + Command.moves("backups", first: "last backup", last: "oldest backup", when: .row)
}

extension Requirement<BackupsScreen> {
    fileprivate static var row: Requirement { row("needs a backup, but there is none") }
}
