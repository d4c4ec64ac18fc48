import Basics
import CardViewModels
import Cards
import Terminal

/// The deleted cards, the last step first, those of one step by name, each with the time of its deletion.
@MainActor
final class TrashScreen: RowsScreen {
    let model: TrashModel
    let app: AppModel
    let table: CommandTable<TrashScreen>
    var position = ScrollPosition()
    /// The last layout, for drawing, paging and the mouse.
    private(set) var layout = ScreenLayout(.zero)
    var rowsArea: Rect { layout.content }
    var rowHeight: Int { columns.rows }
    private var columns = CardRow.Columns(columns: 0, needs: ColumnNeeds())
    /// What these rows need on this day: the first of them, and those that were in sight.
    private var measured: (rows: [TrashedCard], today: CalendarDay, needs: ColumnNeeds)?

    init(_ model: TrashModel, app: AppModel, keyMap: KeyMap) {
        self.model = model
        self.app = app
        table = TrashCommands.table.mapped(by: keyMap)
    }

    // MARK: - Drawing

    func layout(_ size: Size, style: ScreenStyle) {
        layout = ScreenLayout(Rect(size), statusRows: StatusLine.rows(app, style, columns: size.columns))
        let inSight = list.ranks(in: rowsArea)
        columns = CardRow.Columns(columns: rowsArea.columns, needs: needs(inSight: inSight))
        style.layoutFooter(table.hints(on: self), keepsEscape: true, in: layout.footer)
    }

    func draw(into canvas: inout Canvas, style: ScreenStyle) {
        let theme = style.theme
        let count = model.rows.count
        drawTitle("Trash", right: count == 0 ? "" : SafeText(count.counted("card")), on: &canvas, theme: theme)
        drawRows(on: &canvas, theme: theme, empty: model.isBusy ? nil : "The trash is empty.") { canvas, rank in
            draw(model.rows[rank], isSelected: rank == model.selectedRank, on: &canvas, theme: theme)
        }
        StatusLine(
            app: app, style: style, text: SafeText(model.selectedRow?.card.name ?? ""), position: positionText
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
}
