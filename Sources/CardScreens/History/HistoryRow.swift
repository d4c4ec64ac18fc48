import Cards
import Terminal

/// A change of the history as a row: time, name of the card, what changed, where it came from.
struct HistoryRow {
    /// The columns of all rows of a width; narrow screens leave out the origin first, then the name.
    struct Columns {
        let time: Rect
        let name: Rect
        let text: Rect
        let source: Rect

        private static let widestSource = 7

        /// - Parameter widestName: of the rows; 0 where they need no names. Longer ones are cut where the screen is narrow.
        init(_ columns: Int, widestName: Int) {
            let names = columns < 36 ? 0 : min(widestName, columns < 60 ? columns / 3 : columns / 3 + 6)
            let sources = columns < 50 ? 0 : Self.widestSource
            time = Rect(column: 3, row: 0, columns: 5, rows: 1)
            name = Rect(column: time.right + 2, row: 0, columns: names, rows: 1)
            let left = names == 0 ? name.left : name.right + 2
            // The last column is that of the scroll bar.
            let right = max(left, columns - 2 - (sources == 0 ? 0 : sources + 2))
            text = Rect(column: left, row: 0, columns: right - left, rows: 1)
            source = Rect(column: right + 2, row: 0, columns: sources, rows: 1)
        }
    }

    let change: PastChange
    let time: String
    let format: LocalFormat
    let isSelected: Bool

    func draw(on canvas: inout Canvas, columns: Columns, theme: Theme) {
        Label(SafeText(time), style: theme[.faint]).draw(on: &canvas, in: columns.time)
        if !columns.name.isEmpty {
            Label(SafeText(change.name, within: columns.name.columns), style: theme[.strong]).draw(
                on: &canvas, in: columns.name)
        }
        let text = text(fitting: columns.text.columns)
        Label(text, style: theme[change.content == .unreadable ? .warning : .text]).draw(on: &canvas, in: columns.text)
        if !columns.source.isEmpty {
            Label(SafeText(change.source.label), style: theme[.faint]).draw(on: &canvas, in: columns.source)
        }
        guard isSelected else { return }
        let name = SafeText(change.name, within: columns.name.columns)
        if name.isEmpty || columns.name.isEmpty {
            CardRow.mark(text, in: columns.text, on: &canvas, theme: theme)
        } else {
            CardRow.mark(name, in: columns.name, on: &canvas, theme: theme)
        }
    }

    /// What changed with all values, or only the names of the fields where several do not fit.
    private func text(fitting columns: Int) -> SafeText {
        let words = ChangeText(change, format)
        let all = SafeText(words.lines.joined(separator: ", "), within: columns)
        if words.lines.count == 1 || all.width <= columns { return all }
        return SafeText(words.summary, within: columns)
    }
}
