import CardViewModels
import Terminal

/// The commands while one looks at what an import would do.
enum ImportCommands {
    static let table = CommandTable([
        CommandTable.Section("Import", doing), CommandTable.Section("Moving", moving),
    ])

    private static let doing: [Command<ImportScreen>] = [
        Command(
            "import.columns", keys: [Key("c")], title: "list the columns of the table, to change what one is",
            hint: "columns", also: ["fields", "header", "csv", "name", "number", "encoding", "decimal"],
            isEnabled: { $0.model.table != nil },
            whyNot: { _ in "lists the columns of a table, but this file is none" }
        ) { screen in
            screen.move { $0.show($0.filter == .columns ? .all : .columns) }
        },
        Command(
            "import.finish", keys: [Key("i"), .control("s")], title: "import the cards that are not left out",
            hint: "import",
            hintNow: { "\($0.model.isRestoring ? "restore" : "import") \($0.model.takenCount)" },
            also: ["ok", "save", "do it", "accept", "take", "restore"],
            isEnabled: { $0.model.takenCount > 0 },
            whyNot: { _ in "imports cards, but there is nothing new in the file" }
        ) {
            $0.app.transfer.imports.finish($0.model)
        },
        Command(
            "import.toggle", keys: [Key(" ")], title: "leave the card out, or take it again", hint: "leave out",
            hintNow: { $0.isSelectionLeftOut ? "take" : "leave out" }, also: ["mark", "skip", "exclude", "select"],
            isEnabled: { $0.canLeaveOut }, whyNot: { _ in .noChange }
        ) { screen in
            screen.move { $0.toggleSelected() }
        },
        Command(
            "import.show", keys: [.enter, Key("l"), Key(.right)],
            title: "show what would change in the card, or change the column",
            hint: "show", hintNow: { $0.model.filter == .columns ? "change" : "show" },
            also: ["details", "difference", "compare", "fields"],
            isEnabled: { $0.model.filter != .problems && $0.model.count > 0 }, whyNot: { _ in .noImportedCard }
        ) {
            let imports = $0.app.transfer.imports
            if $0.model.filter == .columns { imports.pickForTable($0.model) } else { imports.showDetail($0.model) }
        },
        Command(
            "import.leave", keys: [.escape, Key("h"), Key(.left)],
            title: "back to all cards of the file, then leave; nothing is imported", hint: "back", leaves: true,
            also: ["leave", "return"]
        ) { screen in
            var isBack = false
            screen.move { isBack = $0.showAll() }
            if !isBack { screen.app.back() }
        },
        Command(
            "import.filter", keys: [Key("f")], title: "list only new cards, changed ones, those that are here, all",
            hint: "filter", also: ["only new", "only changed", "hide", "find"]
        ) { screen in
            screen.move { $0.showNextFilter() }
        },
        Command(
            "import.duplicates", keys: [Key("m")], title: "choose what is done with cards that are here already",
            hint: "duplicates", also: ["merge", "skip", "add", "twice"]
        ) {
            $0.app.transfer.imports.pickDuplicates()
        },
        Command(
            "import.problems", keys: [Key("w")], title: "list what cannot be taken, and why", hint: "problems",
            also: ["errors", "warnings", "why", "skipped"], isEnabled: { $0.model.problemCount > 0 },
            whyNot: { _ in "lists what cannot be taken, but all can be" }
        ) { screen in
            screen.move { $0.show($0.filter == .problems ? .all : .problems) }
        },
        Command(
            "import.leave-all", keys: [Key("N")], title: "leave all listed cards out", also: ["none", "clear"],
            isEnabled: { $0.model.filter.listsCards }, whyNot: { _ in .noImportedCard }
        ) {
            $0.model.setAllLeftOut(true)
        },
        Command(
            "import.take-all", keys: [Key("A")], title: "take all listed cards again", also: ["all", "select all"],
            isEnabled: { $0.model.filter.listsCards }, whyNot: { _ in .noImportedCard }
        ) {
            $0.model.setAllLeftOut(false)
        },
    ]

    private static let moving: [Command<ImportScreen>] = [
        move("import.down", [Key("j"), Key(.down)], "down") { $0.model.moveSelection(by: 1) },
        move("import.up", [Key("k"), Key(.up)], "up") { $0.model.moveSelection(by: -1) },
        move("import.page-down", [Key(.pageDown), .control("d")], "a page down") {
            $0.model.moveSelection(by: $0.page)
        },
        move("import.page-up", [Key(.pageUp), .control("u")], "a page up") { $0.model.moveSelection(by: -$0.page) },
        move("import.first", [Key("g"), Key(.home)], "first card") { $0.model.select(rank: 0) },
        move("import.last", [Key("G"), Key(.end)], "last card") { $0.model.select(rank: .max) },
    ]

    private static func move(
        _ name: String, _ keys: [Key], _ title: String, perform: @escaping @MainActor (ImportScreen) -> Void
    ) -> Command<ImportScreen> {
        Command(name, keys: keys, title: title) { screen in screen.move { _ in perform(screen) } }
    }
}

extension Refusal {
    fileprivate static let noChange: Refusal = "leaves out a card that would be imported, but this one would not be"
    fileprivate static let noImportedCard: Refusal = "needs a card of the file, but none is listed"
}
