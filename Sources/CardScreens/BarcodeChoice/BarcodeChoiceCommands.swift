import Terminal

/// The commands of the picker for kinds of barcode. Letters narrow the list, so none of them is a command.
enum BarcodeChoiceCommands {
    static let table = CommandTable(
        [
            CommandTable.Section("Choosing a kind of barcode", commands),
            CommandTable.Section("Moving", Command.movesInFilter("choose-kind.")),
        ], isInText: true)

    private static let commands: [Command<BarcodeChoiceScreen>] = [
        Command(
            "choose-kind.take", [.enter], "choose this kind", hint: "choose", also: ["ok"],
            when: Requirement("chooses a kind, but none matches") { $0.selectedRow != nil }
        ) {
            $0.accept()
        },
        Command("choose-kind.leave", [.escape], "clear the typed text, then back", hint: "back", leaves: true) {
            $0.leave()
        },
    ]
}
