import Terminal

/// The commands of the form for an address over which cards are shared. Letters are text, so none of them is a command.
enum SharingFormCommands {
    static let table = CommandTable(
        [CommandTable.Section("Sharing with other devices", commands)], isInText: true)

    private static let commands: [Command<SharingFormScreen>] = [
        Command(
            "share.look", keys: [.control("s")], title: "try the address, and ask before anything is sent",
            hint: "go on", also: ["store", "done", "ok", "submit", "share"],
            isEnabled: { !$0.model.isTrying }, whyNot: { _ in "tries the address, but this is being done" }
        ) {
            $0.look()
        },
        Command("share.next", keys: [.tab], title: "complete the path, or next field", hint: "next") { $0.next() },
        Command("share.down", keys: [Key(.down)], title: "next field") { $0.moveFocus(by: 1) },
        Command("share.previous", keys: [.shiftTab, Key(.up)], title: "previous field") { $0.moveFocus(by: -1) },
        .leave("share.leave", hint: "cancel"),
    ]
}
