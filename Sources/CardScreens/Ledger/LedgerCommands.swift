import Terminal

/// The commands of a card's ledger.
enum LedgerCommands {
    static let table = CommandTable([CommandTable.Section("Ledger", commands)])

    private static let commands: [Command<LedgerScreen>] =
        [
            .book("ledger", when: .card, hintNow: { _ in "add entry" }),
            Command(
                "ledger.take-back", ["x", .delete], "cancel the entry", hint: "cancel",
                also: ["take back", "reverse", "delete", "remove", "storno", "void"],
                when: Requirement(
                    isMet: { $0.model.canTakeBack },
                    refusal: {
                        $0.model.selectedLine == nil
                            ? .noEntry : "cancels an entry, but this one does not count for the balance"
                    })
            ) {
                $0.app.cards.takeBack(in: $0.model)
            },
            Command(
                "ledger.export", ["X", "e"], "export the ledger as a table (CSV)", hint: "export",
                also: ["csv", "spreadsheet", "save", "write", "file"],
                when: Requirement(.nothingToExport) { $0.model.selectedLine != nil }
            ) {
                $0.app.cards.exportLedger(of: $0.model)
            },
            Command("ledger.copy", ["y"], "copy the entry", hint: "copy", also: ["yank", "clipboard"], when: .row) {
                $0.app.cards.copyEntry(of: $0.model)
            },
            Command(
                "ledger.hide", ["Z"], "hide or show cancelled entries",
                also: ["hide", "show", "cancelled", "taken back", "filter"],
                when: Requirement("hides cancelled entries, but there are none") { $0.canHide }
            ) {
                $0.model.toggleTakenBack()
            },
            .undo("ledger"),
            .redo("ledger"),
            .leave("ledger", keys: [.escape, "h", .left, "L"]),
        ]
        + Command.moves("ledger", first: "newest entry", last: "oldest entry", spaceIsPageDown: true, when: .row)
}

extension Requirement<LedgerScreen> {
    fileprivate static var row: Requirement { row(.noEntry) }
    fileprivate static var card: Requirement { Requirement(.noCard) { $0.model.card != nil } }
}

extension Refusal {
    fileprivate static let noEntry: Refusal = "needs an entry, but none is shown"
}
