import CardViewModels
import Cards
import Terminal

/// The whole ledger of a card as a table, the newest entry first, under the headings of its months: day, note, amount, balance after it.
/// The sums are beneath the last entry.
@MainActor
final class LedgerScreen: ModelScreen, RowsPage {
    let model: LedgerModel
    let app: AppModel
    let table: CommandTable<LedgerScreen>
    var position = ScrollPosition()
    private var columns: LedgerColumns
    /// The last layout, for drawing, paging and the mouse.
    var layout = ScreenLayout(.zero)
    private(set) var rowsArea = Rect.zero
    /// What is around the entries, each empty where there is no room: the names of the columns, and the sums with the rule above them.
    private var headings = Rect.zero
    private var total = Rect.zero

    /// With fewer rows the entries need them all.
    private static let (rowsWithTotal, rowsWithHeadings) = (4, 8)

    init(_ model: LedgerModel, _ setup: ScreenSetup) {
        self.model = model
        app = setup.app
        columns = LedgerColumns(app.format)
        table = LedgerCommands.table.mapped(by: setup.keyMap)
    }

    var cardName: String? { model.card?.name }
    var canHide: Bool { model.ledger.hasTakenBack }

    // MARK: - Drawing

    var title: SafeText { SafeText("Ledger: \(model.card?.name ?? "")", within: layout.title.columns) }
    var summary: SafeText {
        SafeText(model.card?.amountLeft.map(app.format.text) ?? "", within: layout.title.columns)
    }
    var summaryRole: Role { .text }
    var emptyText: SafeText? {
        if model.isBusy { return nil }
        return model.ledger.lines.isEmpty ? "Nothing has been spent or received yet." : "All entries are cancelled."
    }
    var selectedText: SafeText { SafeText(model.selectedLine?.entry.note ?? "") }
    var selectedPosition: SafeText {
        if !hasRow { return "" }
        return SafeText(selectedText.isEmpty ? rankText : " · \(rankText)")
    }

    func layoutParts() {
        let area = layout.content
        let rows = model.ledger.selectable.isEmpty ? 0 : area.rows
        let hasHeadings = rows >= Self.rowsWithHeadings
        let totalRows = hasHeadings ? 2 : rows >= Self.rowsWithTotal ? 1 : 0
        headings = Rect(column: area.left, row: area.top, columns: area.columns, rows: hasHeadings ? 1 : 0)
        rowsArea = area.inset(top: headings.rows, bottom: totalRows)
        total = Rect(
            column: area.left, row: rowsArea.top + min(rowsArea.rows, model.ledger.rows.count), columns: area.columns,
            rows: totalRows)
        columns.measure(model.ledger, revision: model.revision)
    }

    func drawParts(on canvas: inout Canvas, style: ScreenStyle) {
        if !headings.isEmpty { columns.drawHeadings(on: &canvas, in: headings, style: style.theme[.faint]) }
        if !total.isEmpty { drawTotal(on: &canvas, style: style) }
    }

    func draw(item: Int, isSelected: Bool, on canvas: inout Canvas, style: ScreenStyle) {
        switch model.ledger.rows[item] {
        case .month(let index): draw(month: model.ledger.months[index], index, on: &canvas, style: style)
        case .line(let index): draw(model.ledger.lines[index], isSelected: isSelected, on: &canvas, style)
        }
    }

    private func draw(month: LedgerRows.Month, _ index: Int, on canvas: inout Canvas, style: ScreenStyle) {
        let title = SafeText(style.format.monthText(month.day))
        // The last month may go on in entries that are not here yet.
        let isKnown = model.ledger.isComplete || index < model.ledger.months.count - 1
        let sums = isKnown ? sums(month.sums, beside: title, in: canvas.bounds, style.format) : ""
        MessageLine(left: title, leftStyle: style.theme[.strong], right: sums, rightStyle: style.theme[.faint]).draw(
            on: &canvas, in: canvas.bounds.inset(right: 1))
    }

    private func drawTotal(on canvas: inout Canvas, style: ScreenStyle) {
        let rule = Rect(column: total.left + 1, row: total.top, columns: total.columns - 2, rows: total.rows - 1)
        canvas.fill(rule, with: "─", style: style.theme[.rule])
        let total = Rect(column: total.left, row: total.bottom - 1, columns: total.columns, rows: 1)
        let title: SafeText = "total"
        let sums = model.ledger.isComplete ? sums(model.ledger.total, beside: title, in: total, style.format) : "…"
        MessageLine(left: title, leftStyle: style.theme[.strong], right: sums, rightStyle: style.theme[.text]).draw(
            on: &canvas, in: total.inset(right: 1))
    }

    /// "spent 7.40, received 20": the longest way to say it that fits; half of an amount is another amount.
    private func sums(_ sums: LedgerSums, beside title: SafeText, in area: Rect, _ format: LocalFormat) -> SafeText {
        let (spent, received) = (sums.spent, sums.received)
        if spent.isZero, received.isZero { return "" }
        var (long, short): ([String], [String]) = ([], [])
        func amount(_ sum: ExactDecimal) -> Balance {
            Balance(amount: sum.text, currency: model.ledger.currency).inFull
        }
        if !spent.isZero {
            long.append("spent \(format.amounts.number(amount(spent).amount))")
            short.append(AmountColumn.signed(amount(-spent), format).description)
        }
        if !received.isZero {
            long.append("received \(format.amounts.number(amount(received).amount))")
            short.append(AmountColumn.signed(amount(received), format).description)
        }
        let columns = area.columns - 3
        let choices = [long.joined(separator: ", "), short.joined(separator: " ")].map { SafeText($0) }
        return choices.first { title.width + 2 + $0.width <= columns } ?? ""
    }

    private func draw(_ line: Ledger.Line, isSelected: Bool, on canvas: inout Canvas, _ style: ScreenStyle) {
        let (theme, format) = (style.theme, style.format)
        let frames = columns.frames(in: canvas.bounds)
        let text = theme[line.counts ? .text : .faint]
        let day = SafeText(format.text(line.entry.day))
        Label(day, style: text).draw(on: &canvas, in: frames.day)
        Label(SafeText(line.entry.note, within: frames.note.columns), style: text).draw(on: &canvas, in: frames.note)
        let amount = AmountColumn.signed(line.entry.sum, format)
        columns.amount.draw(amount, style: text, on: &canvas, in: frames.amount, format)
        if let balance = line.balanceInFull {
            let number = SafeText(format.amounts.number(balance.amount))
            columns.balance.draw(number, style: text, on: &canvas, in: frames.balance, format)
        } else {
            Label(LedgerColumns.remark(on: line), style: theme[.faint], alignment: .trailing).draw(
                on: &canvas, in: frames.balance)
        }
        if isSelected { CardRow.mark(day, in: frames.day, on: &canvas, theme: theme) }
    }

    // MARK: - Scrolling

    private var selectedRow: Int? {
        let ranks = model.ledger.selectable
        return ranks.indices.contains(model.selectedRank) ? ranks[model.selectedRank] : nil
    }

    /// Scrolled to show the selected entry, and the heading over the first one.
    var list: ListView {
        let list = ListView(count: model.ledger.rows.count, position: position)
        return list.revealing(model.selectedRank == 0 ? 0 : selectedRow ?? 0, margin: 1, in: rowsArea)
    }

    func rank(ofItem item: Int) -> Int? { model.ledger.rank(ofRow: item) }
}

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
