import Terminal

/// The commands of the form that books an amount. Letters are text, so none of them is a command.
enum BookingCommands {
    static let table = CommandTable([CommandTable.Section("Entry in the ledger", commands)], isInText: true)

    private static let commands: [Command<BookingScreen>] = [
        Command(
            "booking.save", [.enter, .control("s")], "save the entry", hint: "save",
            also: ["save", "ok", "done", "spend", "receive"]
        ) {
            $0.model.finish()
        },
        Command("booking.next", [.tab, .down], "next field", hint: "next") { $0.moveFocus(by: 1) },
        Command("booking.previous", [.shiftTab, .up], "previous field") { $0.moveFocus(by: -1) },
        .leave("booking", hint: "cancel"),
    ]
}
