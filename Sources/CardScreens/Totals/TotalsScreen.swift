import Basics
import CardViewModels
import Cards
import Terminal

/// The totals, a line each: what it is about, a name, an amount, and how many cards, the day or a bar.
@MainActor
final class TotalsScreen: RowsPage {
    let model: TotalsModel
    let app: AppModel
    let table: CommandTable<TotalsScreen>
    var position = ScrollPosition()
    var layout = ScreenLayout(.zero)
    /// The columns of the longest amount.
    private var valueColumns = 0

    private static let labelColumns = 10
    private static let detailColumns = 14
    private static let gap = 2

    init(_ model: TotalsModel, app: AppModel, keyMap: KeyMap) {
        self.model = model
        self.app = app
        table = TotalsCommands.table.mapped(by: keyMap)
    }

    var title: SafeText { "Totals" }
    var summary: SafeText { SafeText(model.words) }
    var selectedText: SafeText {
        let about = model.rows.prefix(model.selectedRank + 1).last { !$0.label.isEmpty }?.label ?? ""
        return SafeText(model.selectedRow.flatMap { $0.target == nil ? nil : $0.name } ?? about)
    }

    func layoutParts() { valueColumns = model.rows.map { SafeText($0.value).width }.max() ?? 0 }

    /// The detail is dropped first where there is too little room.
    func draw(item: Int, isSelected: Bool, on canvas: inout Canvas, style: ScreenStyle) {
        let (row, theme) = (model.rows[item], style.theme)
        let area = canvas.bounds.inset(left: 1, right: 2)
        // On the smallest screens a line without a name has its label there.
        let hasLabels = area.columns >= 2 * Self.labelColumns + valueColumns + Self.gap
        if hasLabels {
            canvas.write(SafeText(row.label), at: area.origin, style: theme[.faint], columns: Self.labelColumns)
        }
        var rest = area.inset(left: hasLabels ? Self.labelColumns : 0)
        let showsDetail = rest.columns >= Self.detailColumns + valueColumns + 3 * Self.gap + Self.labelColumns
        if showsDetail {
            let detail = Rect(
                column: rest.right - Self.detailColumns, row: rest.top, columns: Self.detailColumns, rows: 1)
            if let share = row.share {
                let length = max(1, Int((Double(Self.detailColumns) * share).rounded()))
                let bar = style.isPlain ? "#" : "━"
                canvas.write(SafeText(String(repeating: bar, count: length)), at: detail.origin, style: theme[.accent])
            } else {
                canvas.write(
                    SafeText(row.detail), at: detail.origin, style: theme[.faint], columns: detail.columns)
            }
            rest = rest.inset(right: Self.detailColumns + Self.gap)
        }
        let columns = min(valueColumns, rest.columns)
        let value = SafeText(row.value)
        canvas.write(
            value, at: Point(column: rest.right - min(value.width, columns), row: rest.top), style: theme[.strong],
            columns: columns)
        let name = rest.inset(right: columns + Self.gap)
        canvas.write(
            SafeText(hasLabels || !row.name.isEmpty ? row.name : row.label), at: name.origin,
            style: theme[isSelected ? .selection : .text], columns: name.columns)
    }
}

/// The commands of the totals.
enum TotalsCommands {
    static let table = CommandTable([CommandTable.Section("Totals", commands)])

    private static let commands: [Command<TotalsScreen>] =
        [
            Command(
                "totals.open", [.enter, "l", .right], "open the card, or list the cards of the group", hint: "open",
                also: ["show", "view", "group"],
                when: Requirement("opens a card or a group, but this line has none") {
                    $0.model.selectedRow?.target != nil
                }
            ) { $0.model.open($0.app.cards) },
            .leave("totals", keys: [.escape, "h", .left], title: "back to the list"),
        ] + Command.moves("totals", first: "first line", last: "last line")
}
