import CardViewModels
import Cards
import Terminal

/// The columns of the list: those that are shown, from the left, and the others.
@MainActor
final class ColumnsScreen: ModelScreen, RowsPage {
    let model: ColumnsModel
    let app: AppModel
    let table: CommandTable<ColumnsScreen>
    var position = ScrollPosition()
    var layout = ScreenLayout(.zero)

    private static let nameColumns = 12

    init(_ model: ColumnsModel, _ setup: ScreenSetup) {
        self.model = model
        app = setup.app
        table = ColumnsCommands.table.mapped(by: setup.keyMap)
    }

    var title: SafeText { "Columns of the list" }
    var summary: SafeText { SafeText("\(model.shown.count) shown") }
    var selectedText: SafeText { SafeText(model.selectedRow?.label ?? "") }

    func draw(item: Int, isSelected: Bool, on canvas: inout Canvas, style: ScreenStyle) {
        let (column, theme) = (model.rows[item], style.theme)
        let isShown = model.isShown(column)
        if isShown { canvas.write("✓", at: Point(column: 2, row: 0), style: theme[.accent]) }
        let name = theme[isSelected ? .selection : isShown ? .text : .faint]
        canvas.write(SafeText(column.label), at: Point(column: 4, row: 0), style: name)
        let meaning = Rect(
            column: 4 + Self.nameColumns, row: 0, columns: canvas.bounds.columns - 5 - Self.nameColumns, rows: 1)
        guard !meaning.isEmpty else { return }
        Label(SafeText(column.meaning, within: meaning.columns), style: theme[.faint]).draw(on: &canvas, in: meaning)
    }
}

extension RowColumn {
    fileprivate var label: String { rawValue }

    fileprivate var meaning: String {
        switch self {
        case .number: "the number, or the note if that has no column of its own"
        case .groups: "the groups"
        case .note: "the first line of the note"
        case .uses: "how often the card was opened on this machine"
        case .balance: "the balance, where it is known"
        case .expiry: "the expiry date when it is near, and conflicts"
        }
    }
}

/// The commands of the columns.
enum ColumnsCommands {
    static let table = CommandTable([CommandTable.Section("Columns of the list", commands)])

    private static let commands: [Command<ColumnsScreen>] =
        [
            Command(
                "columns.toggle", [Key(" "), .enter], "show or hide the column", hint: "show or hide",
                also: ["toggle", "select", "on", "off"]
            ) { $0.model.toggle() },
            Command(
                "columns.move-right", ["J"], "move the column to the right", hint: "move", also: ["order", "sort"],
                when: .moving(right: true)
            ) { $0.model.move(right: true) },
            Command(
                "columns.move-left", ["K"], "move the column to the left", also: ["order", "sort"],
                when: .moving(right: false)
            ) { $0.model.move(right: false) },
            Command(
                "columns.reset", ["0"], "restore the default columns", hint: "defaults", also: ["default"],
                when: .changed
            ) { $0.model.reset() },
            .leave("columns", keys: [.escape, "h", .left], title: "back to the list"),
        ] + Command.moves("columns", first: "first column", last: "last column", when: .any)
}

extension Requirement<ColumnsScreen> {
    fileprivate static var any: Requirement { Requirement("needs a column") { $0.model.selectedRow != nil } }

    fileprivate static var changed: Requirement {
        Requirement("restores the default columns, but they are already shown") { $0.model.shown != RowColumn.usual }
    }

    fileprivate static func moving(right: Bool) -> Requirement {
        Requirement("moves a column past another one that is shown") { $0.model.canMove(right: right) }
    }
}
