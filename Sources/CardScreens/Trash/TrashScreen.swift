import Basics
import CardViewModels
import Cards
import Terminal

/// The deleted cards, the most recent first, with the time since their deletion.
@MainActor
final class TrashScreen: Screen {
    let model: TrashModel
    let app: AppModel
    private let table: CommandTable<TrashScreen>
    private var position = ScrollPosition()
    /// The last layout, for drawing, paging and the mouse.
    private var layout = ScreenLayout(.zero)
    private var content: Rect { layout.content }
    private var columns = CardRow.Columns(columns: 0, needs: ColumnWidths())
    /// What these rows need on this day.
    private var measured: (rows: [TrashedCard], today: CalendarDay, needs: ColumnWidths)?

    init(_ model: TrashModel, app: AppModel, keyMap: KeyMap) {
        (self.model, self.app) = (model, app)
        table = TrashCommands.table.mapped(by: keyMap)
    }

    var commands: [CommandSection] { table.sections(on: self, reaches: isCommandKey) }

    // MARK: - Drawing

    func layout(_ size: Size, style: ScreenStyle) {
        layout = ScreenLayout(Rect(size), statusRows: StatusLine.rows(app, style, columns: size.columns))
        columns = CardRow.Columns(columns: content.columns, needs: needs())
        style.layoutFooter(table.hints(on: self), keepsEscape: true, in: layout.footer)
    }

    func draw(into canvas: inout Canvas, style: ScreenStyle) {
        let theme = style.theme
        let count = model.rows.count
        MessageLine(
            left: "Trash", leftStyle: theme[.strong],
            right: count == 0 ? "" : SafeText(count.counted("card")), rightStyle: theme[.faint]
        ).draw(on: &canvas, in: layout.title)
        if count == 0, !model.isBusy {
            let row = content.top + min(1, content.rows - 1)
            canvas.write(
                "The trash is empty.", at: Point(column: content.left + 3, row: row), style: theme[.faint],
                columns: content.columns - 3)
        }
        let seen = position(rows: content.rows)
        ListView(count: count, position: seen).draw(on: &canvas, in: content) { canvas, rank in
            draw(model.rows[rank], isSelected: rank == model.selectedRank, on: &canvas, theme: theme)
        }
        ScrollBar(position: seen, contentRows: count).draw(
            on: &canvas, in: Rect(column: content.right - 1, row: content.top, columns: 1, rows: content.rows),
            theme: theme)
        let row = model.selectedRow
        StatusLine(
            app: app, style: style, text: SafeText(row?.card.name ?? ""),
            position: row == nil ? "" : SafeText(" · \(model.selectedRank + 1) of \(count)")
        ).draw(on: &canvas, in: layout.status, theme: theme)
        style.drawFooter(on: &canvas)
    }

    /// More rows would hold up the first frame.
    private static let maximumMeasured = 5000

    private func needs() -> ColumnWidths {
        let (rows, today) = (model.rows, app.clock.today())
        // Comparing an array with itself takes no time.
        if let measured, measured.today == today, measured.rows == rows { return measured.needs }
        var needs = ColumnWidths()
        for row in rows.prefix(Self.maximumMeasured) { needs.add(CardSummary(row.card), texts(of: row)) }
        measured = (rows, today, needs)
        return needs
    }

    private func texts(of row: TrashedCard) -> RowTexts { RowTexts(due: age(of: row), role: .faint) }

    private func draw(_ row: TrashedCard, isSelected: Bool, on canvas: inout Canvas, theme: Theme) {
        CardRow(card: CardSummary(row.card), texts: texts(of: row), isSelected: isSelected).draw(
            on: &canvas, columns: columns, theme: theme)
    }

    private func age(of row: TrashedCard) -> String {
        let (day, today) = (app.clock.day(row.deleted), app.clock.today())
        return day == today
            ? "deleted \(app.clock.timeOfDay(row.deleted))" : "deleted \(day.relativeText(today: today))"
    }

    private func position(rows: Int) -> ScrollPosition {
        position.revealing(
            model.selectedRank..<model.selectedRank + 1, margin: 1, content: model.rows.count, window: rows)
    }

    // MARK: - Input

    func handle(_ event: InputEvent) -> Bool { table.handle(event, on: self, mouse: handle) }

    var hasCard: Bool { model.selectedRow != nil }
    var page: Int { max(1, content.rows - 1) }

    /// Changes the selection, and scrolls to show it.
    func move(_ change: (TrashModel) -> Void) {
        position = position(rows: content.rows)
        change(model)
        position = position(rows: content.rows)
    }

    private func handle(_ mouse: MouseEvent) {
        switch mouse.action {
        case .wheelDown: move { $0.moveSelection(by: 1) }
        case .wheelUp: move { $0.moveSelection(by: -1) }
        case .press(.left):
            let view = ListView(count: model.rows.count, position: position(rows: content.rows))
            if let rank = view.rank(at: mouse.position, in: content) { model.select(rank: rank) }
        default: break
        }
    }
}
