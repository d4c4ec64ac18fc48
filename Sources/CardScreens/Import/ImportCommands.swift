import CardViewModels
import Terminal

/// The commands while one looks at what an import would do.
enum ImportCommands {
    static let table = CommandTable([
        CommandTable.Section("Import", doing), CommandTable.Section("Moving", moving),
    ])

    private static let doing: [Command<ImportScreen>] = [
        Command(
            "import.problems", ["p"], "list what is skipped or partly read, and why", hint: "problems",
            hintNow: { $0.model.filter == .problems ? $0.cardsHint : "problems" },
            also: ["errors", "warnings", "why", "skipped"],
            when: Requirement("lists what is skipped, but nothing is") { $0.model.problemCount > 0 }
        ) { screen in
            screen.keepingInSight { screen.model.show(screen.model.filter == .problems ? .all : .problems) }
        },
        Command(
            "import.finish", ["i", .control("s")], "import the cards that are not left out", hint: "import",
            hintNow: {
                let verb = $0.model.isRestoring ? "restore" : "import"
                return $0.isNarrow ? verb : "\(verb) \($0.model.takenCount)"
            },
            also: ["ok", "save", "do it", "accept", "take", "restore"],
            when: Requirement("imports cards, but there is nothing new in the file") { $0.model.canImport }
        ) {
            $0.app.transfer.imports.finish($0.model)
        },
        Command(
            "import.columns", ["c"], "list the table's columns, to change what a column means", hint: "columns",
            hintNow: { $0.model.filter == .columns ? $0.cardsHint : "columns" },
            also: ["fields", "header", "csv", "name", "number", "encoding", "decimal"],
            when: Requirement("lists the columns of a table, but this file is not one") { $0.model.table != nil }
        ) { screen in
            screen.keepingInSight { screen.model.show(screen.model.filter == .columns ? .all : .columns) }
        },
        Command(
            "import.toggle", [" "], "leave the card out, or include it again", hint: "leave out",
            hintNow: { $0.isSelectionLeftOut ? "take" : "leave out" }, also: ["mark", "skip", "exclude", "select"],
            when: Requirement(.noChange) { $0.canLeaveOut }
        ) { screen in
            screen.keepingInSight { screen.model.toggleSelected() }
        },
        Command(
            "import.show", [.enter, "l", .right], "show what would change in the card, or change the column",
            hint: "show", hintNow: { $0.model.filter == .columns ? "change" : "show" },
            also: ["details", "difference", "compare", "fields"],
            when: Requirement("shows a card, but problems are listed") {
                $0.model.filter != .problems && $0.model.count > 0
            }
        ) {
            let imports = $0.app.transfer.imports
            if $0.model.filter == .columns { imports.pickForTable($0.model) } else { imports.showDetail($0.model) }
        },
        Command(
            "import.filter", ["f"], "list only new cards, changed cards, cards you already have, or all",
            hint: "filter",
            also: ["only new", "only changed", "hide", "find"]
        ) { screen in
            screen.keepingInSight { screen.model.showNextFilter() }
        },
        Command(
            "import.duplicates", ["m"], "choose what happens to cards you already have", hint: "duplicates",
            also: ["merge", "skip", "add", "twice"]
        ) {
            $0.app.transfer.imports.pickDuplicates()
        },
        Command(
            "import.leave-all", ["N"], "leave all listed cards out", also: ["none", "clear"],
            when: .listedCards("leaves cards out, but none is listed")
        ) {
            $0.model.setAllLeftOut(true)
        },
        Command(
            "import.take-all", ["A"], "include all listed cards again", also: ["all", "select all"],
            when: .listedCards("includes cards again, but none is listed")
        ) {
            $0.model.setAllLeftOut(false)
        },
        Command(
            "import.leave", [.escape, "h", .left], "back to all cards of the file, then leave; nothing is imported",
            hint: "back", leaves: true, also: ["leave", "return"]
        ) { screen in
            var isBack = false
            screen.keepingInSight { isBack = screen.model.showAll() }
            if !isBack { screen.app.back() }
        },
    ]

    private static let moving = Command<ImportScreen>.moves("import", first: "first card", last: "last card")
}

extension Requirement<ImportScreen> {
    fileprivate static func listedCards(_ refusal: Refusal) -> Requirement {
        Requirement(refusal) { $0.model.filter.listsCards }
    }
}

extension Refusal {
    fileprivate static let noChange: Refusal = "leaves out a card, but this one would not be imported anyway"
}
