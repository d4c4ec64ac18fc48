import CardViewModels
import Cards
import Terminal

/// What an import of a file would do: a summary, and the cards of the file, each new, changed, here already or left out; or what of the
/// file cannot be taken.
@MainActor
final class ImportScreen: ModelScreen, RowsPage {
    let model: ImportModel
    let app: AppModel
    let table: CommandTable<ImportScreen>
    private let texts: ImportTexts
    var position = ScrollPosition()
    /// The last layout, for drawing, paging and the mouse.
    var layout = ScreenLayout(.zero)
    private var lines: [ImportTexts.Line] = []
    private(set) var rowsArea = Rect.zero
    /// The widest name of the table's rows.
    private var tableNameColumns = 0
    private var columns = CardRow.Columns(columns: 0, needs: ColumnNeeds())
    private var measured = MeasuredNeeds<ImportReport.Entry>()

    /// Rows of the list that are kept where there is no room for the summary.
    private static let fewestRows = 4
    /// Of a card of a file, which has none here yet.
    private static let noIdentifier = CardID.random()

    init(_ model: ImportModel, _ setup: ScreenSetup) {
        self.model = model
        app = setup.app
        texts = ImportTexts(model: model)
        table = ImportCommands.table.mapped(by: setup.keyMap)
    }

    // MARK: - Drawing

    var title: SafeText { SafeText(texts.title) }
    var summary: SafeText {
        texts.contents.map { SafeText($0) }.first { title.width + $0.width + 4 <= layout.title.columns } ?? ""
    }
    var selectedText: SafeText { SafeText(model.selectedEntry?.name ?? "") }
    /// " · new · 3 of 340".
    var selectedPosition: SafeText {
        model.selectedEntry.map { SafeText(" · \(texts.word(for: $0).text) · \(rankText)") } ?? ""
    }

    /// The selected problem in full.
    var advice: Message? { model.selectedProblem.map { Message($0.userMessage, kind: .warning) } }

    func layoutParts() {
        let content = layout.content
        let all = texts.lines
        let room = max(0, content.rows - Self.fewestRows)
        lines = Array(all.prefix(room > all.count ? all.count : max(0, room - 1)))
        rowsArea = content.inset(top: lines.isEmpty ? 0 : lines.count + 1)
        tableNameColumns = widestTableName()
        var least = ColumnNeeds()
        least.due = SafeText(ImportTexts.widestWord).width
        let needs = measured.needs(
            of: model.entries, inSight: list.ranks(in: rowsArea).compactMap(model.entry(at:)), atLeast: least,
            needs(of:))
        columns = CardRow.Columns(columns: rowsArea.columns, needs: needs)
    }

    func drawParts(on canvas: inout Canvas, style: ScreenStyle) {
        for (row, line) in lines.enumerated() {
            let place = Rect(
                column: layout.content.left + 1, row: layout.content.top + row, columns: layout.content.columns - 2,
                rows: 1)
            Label(SafeText(line.text, within: place.columns), style: style.theme[line.role]).draw(
                on: &canvas, in: place)
        }
    }

    func draw(item rank: Int, isSelected: Bool, on canvas: inout Canvas, style: ScreenStyle) {
        let theme = style.theme
        if let row = model.tableRow(at: rank), let table = model.table {
            texts.texts(of: row, in: table).draw(
                on: &canvas, nameColumns: tableNameColumns, isSelected: isSelected, theme: theme)
        } else if let problem = model.problem(at: rank) {
            let text = SafeText(problem.userMessage, within: canvas.bounds.columns)
            let place = Rect(column: 3, row: 0, columns: canvas.bounds.columns - 4, rows: 1)
            canvas.write("!", at: Point(column: 1, row: 0), style: theme[.warning])
            Label(text, style: theme[.text]).draw(on: &canvas, in: place)
            if isSelected { CardRow.mark(text, in: place, on: &canvas, theme: theme) }
        } else if let entry = model.entry(at: rank) {
            let (card, row) = (summary(of: entry), rowTexts(of: entry))
            CardRow(card: card, texts: row, needs: ColumnNeeds(card, row), isSelected: isSelected).draw(
                on: &canvas, columns: columns, theme: theme)
            let sign = texts.sign(for: entry)
            canvas.write(sign.text, at: Point(column: 1, row: 0), style: theme[sign.role])
        }
    }

    /// Whether the footer has no room for long hints.
    var isNarrow: Bool { layout.footer.columns < 44 }

    /// For the key that leads back to the cards; nil where the file has none.
    var cardsHint: String? { model.entries.isEmpty ? nil : "cards" }

    // MARK: - Rows

    var rowHeight: Int { model.filter == .problems ? 1 : CardRow.Columns.rows(in: rowsArea.columns) }

    private func widestTableName() -> Int {
        guard model.filter == .columns, let table = model.table else { return 0 }
        return model.tableRows.map { SafeText(texts.texts(of: $0, in: table).name, within: rowsArea.columns).width }
            .max()
            ?? 0
    }

    private func summary(of entry: ImportReport.Entry) -> CardSummary {
        var card = Card(identifier: Self.noIdentifier, name: entry.name)
        card.number = entry.number
        return CardSummary(card)
    }

    private func rowTexts(of entry: ImportReport.Entry) -> RowTexts {
        let word = texts.word(for: entry)
        return RowTexts(due: word.text, role: word.role)
    }

    private func needs(of entry: ImportReport.Entry) -> ColumnNeeds {
        ColumnNeeds(summary(of: entry), rowTexts(of: entry))
    }

    // MARK: - Input

    var canLeaveOut: Bool { model.selectedEntry?.changesSomething == true }
    var isSelectionLeftOut: Bool { model.selectedEntry.map { model.isLeftOut($0) } == true }

    /// A click on the sign leaves the card out, or takes it again.
    func click(rank: Int, at point: Point) {
        keepingInSight { model.select(rank: rank) }
        if point.column <= rowsArea.left + 2 { model.toggleSelected() }
        if model.filter == .columns { app.transfer.imports.pickForTable(model) }
    }
}

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
