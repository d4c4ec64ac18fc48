import Basics
import CardViewModels
import Cards
import Terminal

/// The totals, a line each: what it is about, a name, an amount, and how many cards, the day or a bar.
@MainActor
final class TotalsScreen: ModelScreen, RowsPage {
    let model: TotalsModel
    let app: AppModel
    let table: CommandTable<TotalsScreen>
    var position = ScrollPosition()
    var layout = ScreenLayout(.zero)
    /// The columns of the longest amount.
    private var valueColumns = 0
    /// Whether the lines have room for their details; otherwise these are dropped first.
    private var showsDetails = false

    /// Where rows begin, as in other lists.
    private static let indent = 3
    private static let labelColumns = 10
    private static let detailColumns = 14
    private static let gap = 2
    /// On a wider screen an amount would be far from its name.
    private static let mostColumns = 90
    /// On a narrower screen the status line has room for the position only.
    private static let roomForHidden = 36

    init(_ model: TotalsModel, _ setup: ScreenSetup) {
        self.model = model
        app = setup.app
        table = TotalsCommands.table.mapped(by: setup.keyMap)
    }

    var title: SafeText { "Totals" }
    var summary: SafeText { SafeText(model.words) }
    var selectedText: SafeText {
        let about = model.rows.prefix(model.selectedRank + 1).last { !$0.label.isEmpty }?.label ?? ""
        let named = model.selectedRow.flatMap { $0.target == nil ? nil : $0.name } ?? about
        return SafeText(named + (model.selectedRow.flatMap { hidden(of: $0) }.map { " · " + $0 } ?? ""))
    }

    func layoutParts() {
        let values = model.rows.map { SafeText($0.value).width }.max() ?? 0
        showsDetails =
            rowsArea.columns - Self.indent - 2 >= 2 * Self.labelColumns + Self.detailColumns + values + 3 * Self.gap
        let widths = model.rows.map { SafeText(shownValue(of: $0)).width }
        // One amount that is far too long does not take the labels of the others.
        let room = rowsArea.columns - Self.indent - 2 - 2 * Self.labelColumns - Self.gap
        valueColumns = widths.filter { $0 <= room }.max() ?? widths.max() ?? 0
    }

    /// What expires has its day in the place of the amount where there is no room for both.
    private func shownValue(of row: CardTotals.Row) -> String {
        row.isAboutDay && !showsDetails ? row.detail : row.value
    }

    /// What a narrow line has no room for.
    private func hidden(of row: CardTotals.Row) -> String? {
        showsDetails || row.detail.isEmpty || layout.status.columns < Self.roomForHidden
            ? nil : row.isAboutDay ? row.value : row.detail
    }

    func draw(item: Int, isSelected: Bool, on canvas: inout Canvas, style: ScreenStyle) {
        let (row, theme) = (model.rows[item], style.theme)
        let area = canvas.bounds.inset(left: Self.indent, right: max(2, canvas.bounds.columns - Self.mostColumns))
        // On the smallest screens a line without a name has its label there.
        let value = SafeText(shownValue(of: row))
        let hasLabels =
            area.columns >= 2 * Self.labelColumns + valueColumns + Self.gap
            && area.columns >= Self.labelColumns + value.width + Self.gap
        if hasLabels {
            canvas.write(SafeText(row.label), at: area.origin, style: theme[.faint], columns: Self.labelColumns)
        }
        var rest = area.inset(left: hasLabels ? Self.labelColumns : 0)
        if showsDetails {
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
        let columns = min(max(valueColumns, value.width), rest.columns)
        canvas.write(
            value, at: Point(column: rest.right - min(value.width, columns), row: rest.top), style: theme[.strong],
            columns: columns)
        let name = rest.inset(right: columns + Self.gap)
        let text = SafeText(hasLabels || !row.name.isEmpty ? row.name : row.label)
        canvas.write(text.truncated(to: name.columns), at: name.origin, style: theme[.text])
        guard isSelected else { return }
        // A line without a name has its label marked, and a further one of the same label its amount.
        let marked: (text: SafeText, area: Rect) =
            if !text.isEmpty {
                (text, name)
            } else if !row.label.isEmpty {
                (SafeText(row.label), area.inset(right: area.columns - Self.labelColumns))
            } else {
                (value, Rect(column: rest.right - min(value.width, columns), row: 0, columns: columns, rows: 1))
            }
        CardRow.mark(marked.text, in: marked.area, on: &canvas, theme: theme)
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
