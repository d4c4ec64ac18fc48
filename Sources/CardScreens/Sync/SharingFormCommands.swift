import Terminal

/// The commands of the form for an address over which cards are shared. Letters are text, so none of them is a command.
enum SharingFormCommands {
    static let table = CommandTable(
        [CommandTable.Section("Sharing with other devices", commands)], isInText: true)

    private static let commands: [Command<SharingFormScreen>] = [
        Command(
            "share.look", [.control("s")], "try the address, and ask before anything is sent", hint: "continue",
            also: ["store", "done", "ok", "submit", "share"],
            when: Requirement("tries the address, but a try is already running") { !$0.model.isTrying }
        ) {
            $0.look()
        },
        Command("share.next", [.tab], "complete the path, or next field", hint: "next") { $0.next() },
        Command("share.down", [.down], "next field") { $0.moveFocus(by: 1) },
        Command("share.previous", [.shiftTab, .up], "previous field") { $0.moveFocus(by: -1) },
        .leave("share", hint: "cancel"),
    ]
}
