import Basics
import CardViewModels
import Cards
import Terminal

/// The deleted cards, the last step first, those of one step by name, each with the time of its deletion.
@MainActor
final class TrashScreen: Screen {
    let model: TrashModel
    let app: AppModel
    private let table: CommandTable<TrashScreen>
    private var position = ScrollPosition()
    /// The last layout, for drawing, paging and the mouse.
    private var layout = ScreenLayout(.zero)
    private var content: Rect { layout.content }
    private var columns = CardRow.Columns(columns: 0, needs: ColumnNeeds())
    /// What these rows need on this day: the first of them, and those that were in sight.
    private var measured: (rows: [TrashedCard], today: CalendarDay, needs: ColumnNeeds)?

    init(_ model: TrashModel, app: AppModel, keyMap: KeyMap) {
        self.model = model
        self.app = app
        table = TrashCommands.table.mapped(by: keyMap)
    }

    var commands: [CommandSection] { table.sections(on: self, reaches: isCommandKey) }

    // MARK: - Drawing

    func layout(_ size: Size, style: ScreenStyle) {
        layout = ScreenLayout(Rect(size), statusRows: StatusLine.rows(app, style, columns: size.columns))
        let inSight = list(rowHeight: CardRow.Columns.rows(in: content.columns)).ranks(in: content)
        columns = CardRow.Columns(columns: content.columns, needs: needs(inSight: inSight))
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
        let list = list(rowHeight: columns.rows)
        list.draw(on: &canvas, in: content) { canvas, rank in
            draw(model.rows[rank], isSelected: rank == model.selectedRank, on: &canvas, theme: theme)
        }
        ScrollBar(
            position: ScrollPosition(top: list.position.top * columns.rows), contentRows: count * columns.rows
        ).draw(
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

    private func needs(inSight ranks: Range<Int>) -> ColumnNeeds {
        let (rows, today) = (model.rows, app.clock.today())
        var needs = ColumnNeeds()
        // Comparing an array with itself takes no time, so the newer of two equal ones is kept.
        if let measured, measured.today == today, measured.rows == rows {
            needs = measured.needs
        } else {
            needs.add(rows: rows.prefix(Self.maximumMeasured).lazy.map { self.needs(of: $0) })
        }
        // An age that is wider than its column would be left out.
        needs.add(rows: ranks.lazy.filter { $0 >= Self.maximumMeasured }.map { self.needs(of: rows[$0]) })
        measured = (rows, today, needs)
        return needs
    }

    private func needs(of row: TrashedCard) -> ColumnNeeds { ColumnNeeds(CardSummary(row.card), texts(of: row)) }

    private func texts(of row: TrashedCard) -> RowTexts { RowTexts(due: age(of: row), role: .faint) }

    private func draw(_ row: TrashedCard, isSelected: Bool, on canvas: inout Canvas, theme: Theme) {
        let (card, texts) = (CardSummary(row.card), texts(of: row))
        CardRow(card: card, texts: texts, needs: ColumnNeeds(card, texts), isSelected: isSelected).draw(
            on: &canvas, columns: columns, theme: theme)
    }

    private func age(of row: TrashedCard) -> String {
        let (day, today) = (app.clock.day(row.deleted), app.clock.today())
        return day == today
            ? "deleted \(app.clock.timeOfDay(row.deleted))" : "deleted \(day.relativeText(today: today))"
    }

    /// The cards in the content, of which each has this many rows.
    private func list(rowHeight: Int) -> ListView {
        let list = ListView(count: model.rows.count, position: position, rowHeight: rowHeight)
        return list.revealing(model.selectedRank, margin: 1, in: content)
    }

    // MARK: - Input

    func handle(_ event: InputEvent) -> Bool { table.handle(event, on: self, mouse: handle) }

    var hasCard: Bool { model.selectedRow != nil }
    var page: Int { max(1, content.rows / columns.rows - 1) }

    /// Changes the selection, and scrolls to show it.
    func move(_ change: (TrashModel) -> Void) {
        position = list(rowHeight: columns.rows).position
        change(model)
        position = list(rowHeight: columns.rows).position
    }

    private func handle(_ mouse: MouseEvent) {
        switch mouse.action {
        case .wheelDown: move { $0.moveSelection(by: 1) }
        case .wheelUp: move { $0.moveSelection(by: -1) }
        case .press(.left):
            let rank = list(rowHeight: columns.rows).rank(at: mouse.position, in: content)
            if let rank { model.select(rank: rank) }
        default: break
        }
    }
}
