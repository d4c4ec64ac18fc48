import Terminal

/// The commands of the form that books an amount. Letters are text, so none of them is a command.
enum BookingCommands {
    static let table = CommandTable([CommandTable.Section("Booking an amount", commands)], isInText: true)

    private static let commands: [Command<BookingScreen>] = [
        Command(
            "booking.save", keys: [.enter, .control("s")], title: "book the amount", hint: "book",
            also: ["save", "ok", "done", "spend", "receive"]
        ) {
            $0.model.finish()
        },
        Command("booking.next", keys: [.tab, Key(.down)], title: "next field", hint: "next") { $0.moveFocus(by: 1) },
        Command("booking.previous", keys: [.shiftTab, Key(.up)], title: "previous field") { $0.moveFocus(by: -1) },
        .leave("booking.leave", hint: "cancel"),
    ]
}
