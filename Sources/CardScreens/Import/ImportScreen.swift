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
    /// What these cards need of each column: the first of them, and those that were in sight.
    private var measured: (entries: [ImportReport.Entry], needs: ColumnNeeds)?

    /// Rows of the list that are kept where there is no room for the summary.
    private static let fewestRows = 4
    /// More cards would hold up the first frame.
    private static let maximumMeasured = 5000
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
        columns = CardRow.Columns(
            columns: rowsArea.columns, needs: needs(inSight: list.ranks(in: rowsArea)))
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

    private func needs(inSight ranks: Range<Int>) -> ColumnNeeds {
        let entries = model.entries
        var needs = ColumnNeeds()
        // Comparing an array with itself takes no time.
        if let measured, measured.entries == entries {
            needs = measured.needs
        } else {
            needs.due = SafeText(ImportTexts.widestWord).width
            needs.add(rows: entries.prefix(Self.maximumMeasured).lazy.map { self.needs(of: $0) })
        }
        let later = ranks.lazy.filter { $0 >= Self.maximumMeasured }.compactMap { self.model.entry(at: $0) }
        needs.add(rows: later.map { self.needs(of: $0) })
        measured = (entries, needs)
        return needs
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
