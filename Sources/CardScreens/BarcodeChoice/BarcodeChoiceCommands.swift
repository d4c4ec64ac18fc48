import Terminal

/// What can be done while a kind of barcode is chosen, besides typing: no plain letters.
enum BarcodeChoiceCommands {
    static let table = CommandTable(
        [CommandTable.Section("Choosing a kind of barcode", commands)], isInText: true)

    private static let commands: [Command<BarcodeChoiceScreen>] = [
        Command(
            "choose-kind.take", keys: [.enter], title: "take the kind", hint: "take",
            isEnabled: { $0.selectedRow != nil }
        ) {
            $0.take()
        },
        Command("choose-kind.leave", keys: [.escape], title: "forget what was typed; back", hint: "back") {
            $0.leave()
        },
    ]
}
