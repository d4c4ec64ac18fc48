import Basics
import CardViewModels
import Cards
import Terminal

/// The deleted cards, the last step first, those of one step by name, each with the time of its deletion.
@MainActor
final class TrashScreen: ModelScreen, RowsPage {
    let model: TrashModel
    let app: AppModel
    let table: CommandTable<TrashScreen>
    var position = ScrollPosition()
    /// The last layout, for drawing, paging and the mouse.
    var layout = ScreenLayout(.zero)
    var rowHeight: Int { columns.rows }
    private var columns = CardRow.Columns(columns: 0, needs: ColumnNeeds())
    private var measured = MeasuredNeeds<TrashedCard>()

    init(_ model: TrashModel, _ setup: ScreenSetup) {
        self.model = model
        app = setup.app
        table = TrashCommands.table.mapped(by: setup.keyMap)
    }

    // MARK: - Drawing

    var title: SafeText { "Trash" }
    var summary: SafeText { hasRow ? SafeText(model.rows.count.counted("card")) : "" }
    var emptyText: SafeText? { model.isBusy ? nil : "The trash is empty." }
    var selectedText: SafeText { SafeText(model.selectedRow?.card.name ?? "") }

    func layoutParts() {
        // An age that is wider than its column would be left out.
        let needs = measured.needs(
            of: model.rows, on: app.clock.today(), inSight: list.ranks(in: rowsArea).map { model.rows[$0] }, needs(of:))
        columns = CardRow.Columns(columns: rowsArea.columns, needs: needs)
    }

    private func needs(of row: TrashedCard) -> ColumnNeeds { ColumnNeeds(CardSummary(row.card), texts(of: row)) }

    private func texts(of row: TrashedCard) -> RowTexts { RowTexts(due: age(of: row), role: .faint) }

    func draw(item: Int, isSelected: Bool, on canvas: inout Canvas, style: ScreenStyle) {
        let row = model.rows[item]
        let (card, texts) = (CardSummary(row.card), texts(of: row))
        CardRow(card: card, texts: texts, needs: ColumnNeeds(card, texts), isSelected: isSelected).draw(
            on: &canvas, columns: columns, theme: style.theme)
    }

    private func age(of row: TrashedCard) -> String {
        let (day, today) = (app.clock.day(row.deleted), app.clock.today())
        return day == today
            ? "deleted \(app.clock.timeOfDay(row.deleted))" : "deleted \(day.relativeText(today: today))"
    }
}

/// The commands of the trash.
enum TrashCommands {
    static let table = CommandTable([CommandTable.Section("Trash", commands)])

    private static let commands: [Command<TrashScreen>] =
        [
            Command(
                "trash.restore", [.enter, "r"], "restore the card", hint: "restore",
                also: ["restore", "undelete", "recover", "put back"], when: .row
            ) {
                $0.app.history.restore($0.model)
            },
            Command(
                "trash.delete", ["d"], "delete the card forever (asks first)", hint: "delete forever",
                also: ["remove", "erase", "forever"], when: .row
            ) {
                $0.app.history.askToEmpty($0.model, all: false)
            },
            Command(
                "trash.empty", ["D"], "empty the trash (asks first)", hint: "empty trash",
                also: ["remove", "purge", "clear", "erase", "delete all"], when: .row
            ) {
                $0.app.history.askToEmpty($0.model, all: true)
            },
            .undo("trash"),
            .redo("trash"),
            .leave("trash", keys: [.escape, "h", .left, "T"], title: "back to the list"),
        ] + Command.moves("trash", first: "first card", last: "last card", when: .row)
}

extension Requirement<TrashScreen> {
    fileprivate static var row: Requirement { row("needs a card in the trash, but it is empty") }
}
