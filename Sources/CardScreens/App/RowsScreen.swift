import CardViewModels
import Terminal

/// A page of rows of which one is selected: moving, paging, the wheel, clicks, scrolling and the scroll bar are the same on all of them.
@MainActor
protocol RowsScreen: TableScreen, MovingScreen {
    associatedtype Model: RowsModel
    var model: Model { get }
    var layout: ScreenLayout { get }
    var position: ScrollPosition { get set }
    /// Where the rows were in the last layout.
    var rowsArea: Rect { get }
    /// How many lines each row has.
    var rowHeight: Int { get }
    /// How many rows a page moves by.
    var page: Int { get }
    /// Whether all rows are known, so that the scroll bar is right.
    var hasAllRows: Bool { get }
    /// The rows, scrolled to show the selected one.
    var list: ListView { get }
    /// The rank of the row at a position of the list; nil for a heading.
    func rank(ofItem item: Int) -> Int?
    /// A row was clicked.
    func click(rank: Int, at point: Point)
}

extension RowsScreen {
    var hasRow: Bool { model.selectableCount > 0 }
    var rowHeight: Int { 1 }
    var hasAllRows: Bool { true }
    var page: Int { max(1, rowsArea.rows / rowHeight - 1) }

    var list: ListView {
        ListView(count: model.selectableCount, position: position, rowHeight: rowHeight)
            .revealing(model.selectedRank, margin: 1, in: rowsArea)
    }

    func rank(ofItem item: Int) -> Int? { item }
    func click(rank: Int, at point: Point) { model.select(rank: rank) }

    // MARK: - Drawing

    /// Draws the rows and the scroll bar.
    /// - Parameters:
    ///   - empty: the text where there are no rows; nil for none.
    ///   - row: draws the row of a rank on a canvas of its size.
    func drawRows(
        on canvas: inout Canvas, theme: Theme, empty: SafeText? = nil, row: (inout Canvas, Int) -> Void
    ) {
        let area = rowsArea
        if !hasRow, let empty {
            let top = area.top + min(1, area.rows - 1)
            for (index, line) in empty.wrapped(to: area.columns - 4, upTo: area.bottom - top).enumerated() {
                canvas.write(line, at: Point(column: area.left + 3, row: top + index), style: theme[.faint])
            }
        }
        let list = list
        var isMarked = false
        list.draw(on: &canvas, in: area) { canvas, item in
            row(&canvas, item)
            guard !isMarked, rank(ofItem: item) == model.selectedRank else { return }
            // Where a screen reader reads.
            canvas.placeCursor(at: .zero)
            isMarked = true
        }
        guard hasAllRows else { return }
        ScrollBar(position: ScrollPosition(top: list.position.top * rowHeight), contentRows: list.count * rowHeight)
            .draw(
                on: &canvas, in: Rect(column: area.right - 1, row: area.top, columns: 1, rows: area.rows),
                theme: theme)
    }

    /// Draws the title line.
    func drawTitle(
        _ title: SafeText, right: SafeText = "", role: Role = .faint, on canvas: inout Canvas, theme: Theme
    ) {
        MessageLine(left: title, leftStyle: theme[.strong], right: right, rightStyle: theme[role]).draw(
            on: &canvas, in: layout.title)
    }

    /// "3 of 340".
    var rankText: String { "\(model.selectedRank + 1) of \(model.selectableCount)" }

    // MARK: - Input

    func move(_ motion: Motion) {
        keepingInSight {
            switch motion {
            case .first: model.selectFirst()
            case .last: model.selectLast()
            case .down, .up, .pageDown, .pageUp: model.moveSelection(by: motion.distance(page: page, all: 0))
            }
        }
    }

    /// Changes the rows or the selection, and scrolls from what was in sight before.
    func keepingInSight(_ change: () -> Void) {
        position = list.position
        change()
        position = list.position
    }

    func handle(_ mouse: MouseEvent) {
        switch mouse.action {
        case .wheelDown: move(.down)
        case .wheelUp: move(.up)
        case .press(.left):
            let item = list.rank(at: mouse.position, in: rowsArea)
            if let rank = item.flatMap(rank(ofItem:)) { click(rank: rank, at: mouse.position) }
        default: break
        }
    }
}

extension Requirement where Screen: RowsScreen {
    /// - Parameter refusal: what the key of a command says where there is no row.
    static func row(_ refusal: Refusal) -> Requirement { Requirement(refusal) { $0.hasRow } }
}

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
