import CardViewModels
import Cards
import Terminal

/// The backups: where they are, when the last one was made and the next one will be, what failed, and the files, the last one first.
@MainActor
final class BackupsScreen: ModelScreen, RowsPage {
    let model: BackupsModel
    let app: AppModel
    let table: CommandTable<BackupsScreen>
    var position = ScrollPosition()
    /// The last layout, for drawing, paging and the mouse.
    var layout = ScreenLayout(.zero)
    private var facts: [(label: SafeText, lines: [SafeText], role: Role)] = []
    private(set) var rowsArea = Rect.zero

    private static let left = LabelColumn.text
    /// Rows of the list that are kept where there is no room for all that is known.
    private static let fewestRows = 3
    /// "2026-11-23 01:52".
    private static let timeColumns = 16
    private static let sizeColumns = 9

    init(_ model: BackupsModel, _ setup: ScreenSetup) {
        self.model = model
        app = setup.app
        table = BackupsCommands.table.mapped(by: setup.keyMap)
    }

    // MARK: - Drawing

    var title: SafeText { "Backups" }
    var summary: SafeText { hasRow ? SafeText("\(model.rows.count) kept") : "" }
    var selectedText: SafeText { SafeText(model.selectedRow?.name.text ?? "") }

    func layoutParts() {
        let content = layout.content
        let top = content.rows > 12 ? 1 : 0
        var room = model.rows.isEmpty ? content.rows - top : content.rows - top - Self.fewestRows - 1
        facts = []
        for fact in model.facts {
            let lines = SafeText(fact.text).wrapped(to: content.columns - Self.left - 1).prefix(max(0, room))
            if lines.isEmpty { break }
            room -= lines.count
            facts.append(
                (SafeText(fact.label.rawValue), Array(lines), fact.label == .failed ? Role.warning : Role.text))
        }
        let rows = facts.reduce(top) { $0 + $1.lines.count }
        rowsArea = content.inset(top: facts.isEmpty ? 0 : min(content.rows, rows + 1))
    }

    func drawParts(on canvas: inout Canvas, style: ScreenStyle) {
        var row = layout.content.top + (layout.content.rows > 12 ? 1 : 0)
        for fact in facts {
            Label(fact.label, style: style.theme[.faint], alignment: .trailing).draw(
                on: &canvas, in: Rect(column: 0, row: row, columns: LabelColumn.columns, rows: 1))
            for line in fact.lines {
                canvas.write(line, at: Point(column: Self.left, row: row), style: style.theme[fact.role])
                row += 1
            }
        }
    }

    func draw(item: Int, isSelected: Bool, on canvas: inout Canvas, style: ScreenStyle) {
        let (file, theme) = (model.rows[item], style.theme)
        let time = SafeText(file.name.time)
        let place = Rect(column: 3, row: 0, columns: canvas.bounds.columns - 4, rows: 1)
        canvas.write(time, at: Point(column: place.left, row: 0), style: theme[.text], columns: place.columns)
        let size = Rect(column: place.left + Self.timeColumns, row: 0, columns: Self.sizeColumns, rows: 1)
        Label(SafeText(file.size), style: theme[.faint], alignment: .trailing).draw(on: &canvas, in: size)
        let format = Point(column: size.right + 2, row: 0)
        if format.column < place.right {
            let text = SafeText(file.name.format.rawValue)
            canvas.write(text, at: format, style: theme[.faint], columns: place.right - format.column)
        }
        if isSelected { CardRow.mark(time, in: place, on: &canvas, theme: theme) }
    }
}

/// The commands of the screen of the backups.
enum BackupsCommands {
    static let table = CommandTable([CommandTable.Section("Backups", commands)])

    private static let commands: [Command<BackupsScreen>] =
        [
            Command(
                "backups.show", [.enter, "l", .right], "show what restoring the backup would change", hint: "show",
                also: ["restore", "preview", "compare", "recover", "bring back"], when: .row
            ) {
                $0.app.backups.preview($0.model)
            },
            Command(
                "backups.make", ["m"], "make a backup now", hint: "back up now",
                also: ["save", "copy", "create", "back up"],
                when: Requirement("makes a backup, but backups are turned off (backup.folder: none)") {
                    $0.app.backups.isOn
                }
            ) {
                $0.app.backups.makeNow()
            },
            .undo("backups"),
            .redo("backups"),
            .leave("backups", keys: [.escape, "h", .left, "U"]),
        ] + Command.moves("backups", first: "last backup", last: "oldest backup", when: .row)
}

extension Requirement<BackupsScreen> {
    fileprivate static var row: Requirement { row("needs a backup, but there is none") }
}
