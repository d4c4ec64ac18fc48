import Terminal

/// The commands of a card's ledger.
enum LedgerCommands {
    static let table = CommandTable([CommandTable.Section("Ledger", commands)])

    static let undo = Command<LedgerScreen>.undo("ledger.undo")

    private static let commands: [Command<LedgerScreen>] = [
        .book("ledger.book", hint: "book", isEnabled: { $0.model.card != nil }),
        Command(
            "ledger.take-back", keys: [Key("x"), Key(.delete)], title: "take the entry back", hint: "take back",
            also: ["cancel", "reverse", "delete", "remove", "storno", "void"], isEnabled: { $0.model.canTakeBack },
            whyNot: {
                $0.model.selectedLine == nil
                    ? .noEntry : "takes an entry back, but this one does not count for the balance"
            }
        ) {
            $0.app.cards.takeBack(in: $0.model)
        },
        Command(
            "ledger.export", keys: [Key("e")], title: "export the ledger as a table (CSV)", hint: "export",
            also: ["csv", "spreadsheet", "save", "write", "file"], isEnabled: { $0.hasEntry },
            whyNot: { _ in .noEntry }
        ) {
            $0.app.cards.exportLedger(of: $0.model)
        },
        Command(
            "ledger.copy", keys: [Key("y")], title: "copy the entry", hint: "copy", also: ["yank", "clipboard"],
            isEnabled: { $0.hasEntry }, whyNot: { _ in .noEntry }
        ) {
            $0.app.cards.copyEntry(of: $0.model)
        },
        Command(
            "ledger.hide", keys: [Key("Z")], title: "hide or show entries that were taken back",
            also: ["hide", "show", "cancelled", "taken back", "filter"], isEnabled: { $0.canHide },
            whyNot: { _ in "hides entries that were taken back, but there are none" }
        ) {
            $0.model.toggleTakenBack()
        },
        undo,
        .redo("ledger.redo"),
        .leave("ledger.leave", keys: [.escape, Key("h"), Key(.left), Key("L")]),
        move("ledger.down", [Key("j"), Key(.down)], "down") { $0.move { $0.moveSelection(by: 1) } },
        move("ledger.up", [Key("k"), Key(.up)], "up") { $0.move { $0.moveSelection(by: -1) } },
        move("ledger.page-down", [Key(.pageDown), .control("d"), Key(" ")], "a page down") { screen in
            screen.move { $0.moveSelection(by: screen.page) }
        },
        move("ledger.page-up", [Key(.pageUp), .control("u")], "a page up") { screen in
            screen.move { $0.moveSelection(by: -screen.page) }
        },
        move("ledger.first", [Key("g"), Key(.home)], "newest entry") { $0.move { $0.select(rank: 0) } },
        move("ledger.last", [Key("G"), Key(.end)], "oldest entry") { $0.move { $0.select(rank: .max) } },
    ]

    private static func move(
        _ name: String, _ keys: [Key], _ title: String, perform: @escaping @MainActor (LedgerScreen) -> Void
    ) -> Command<LedgerScreen> {
        Command(
            name, keys: keys, title: title, isEnabled: { $0.hasEntry }, whyNot: { _ in .noEntry }, perform: perform)
    }
}

extension Refusal {
    static let noEntry: Refusal = "needs an entry, but none is shown"
}
