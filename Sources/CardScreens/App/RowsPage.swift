import CardViewModels
import Terminal

/// A page of rows: its title, the rows, and the status line about the selected one.
@MainActor
protocol RowsPage: RowsScreen {
    var layout: ScreenLayout { get set }
    var title: SafeText { get }
    /// At the right of the title: how many rows there are, or what they are of.
    var summary: SafeText { get }
    var summaryRole: Role { get }
    /// What is said where there are no rows; nil for nothing.
    var emptyText: SafeText? { get }
    /// What the status line says of the selected row, where there is no message.
    var selectedText: SafeText { get }
    /// Behind it, and never cut.
    var selectedPosition: SafeText { get }
    var advice: Message? { get }

    /// Lays out what is on the page beside the rows, and measures these.
    func layoutParts()
    /// Draws what is on the page beside the rows.
    func drawParts(on canvas: inout Canvas, style: ScreenStyle)
    /// Draws an item of the list on a canvas of its size.
    func draw(item: Int, isSelected: Bool, on canvas: inout Canvas, style: ScreenStyle)
}

extension RowsPage {
    var rowsArea: Rect { layout.content }
    var summaryRole: Role { .faint }
    var emptyText: SafeText? { nil }
    var selectedPosition: SafeText { hasRow ? SafeText(" · \(rankText)") : "" }
    var advice: Message? { nil }

    func layoutParts() {}
    func drawParts(on canvas: inout Canvas, style: ScreenStyle) {}

    func layout(_ size: Size, style: ScreenStyle) {
        layout = ScreenLayout(
            Rect(size), statusRows: StatusLine.rows(app, style, advice: advice, columns: size.columns))
        layoutParts()
        style.layoutFooter(table.hints(on: self), keepsEscape: true, in: layout.footer)
    }

    func draw(into canvas: inout Canvas, style: ScreenStyle) {
        let theme = style.theme
        drawTitle(title, right: summary, role: summaryRole, on: &canvas, theme: theme)
        drawParts(on: &canvas, style: style)
        drawRows(on: &canvas, theme: theme, empty: emptyText) { canvas, item in
            let isSelected = rank(ofItem: item) == model.selectedRank
            if isSelected { canvas.write("▌", at: .zero, style: theme[.accent]) }
            draw(item: item, isSelected: isSelected, on: &canvas, style: style)
        }
        StatusLine(app: app, style: style, advice: advice, text: selectedText, position: selectedPosition).draw(
            on: &canvas, in: layout.status, theme: theme)
        style.drawFooter(on: &canvas)
    }
}
