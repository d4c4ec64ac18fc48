import Terminal

/// A list that typed text narrows, and of which one row is selected.
@MainActor
protocol FilteringScreen: MovingScreen {
    var state: ChooserState { get }
}

/// A page with such a list: moving, the wheel, clicks and how the selected row is marked are the same on all of them.
@MainActor
protocol FilteredRowsScreen: TableScreen, FilteringScreen {
    /// Where the rows were in the last layout.
    var rowsArea: Rect { get }
    /// Changes what is selected, and shows what belongs to it.
    func select(_ change: (inout ChooserState) -> Void)
    /// The selected row was clicked.
    func accept()
}

extension FilteredRowsScreen {
    private var window: Int { max(1, rowsArea.rows) }
    var list: ListView { ListView(count: state.found.count, position: state.position(rows: window)) }

    func move(_ motion: Motion) {
        // Read before the change: what the page reads of its state meanwhile would be a second access to it.
        let rows = window
        select { $0.move(motion, rows: rows) }
    }

    func handle(_ mouse: MouseEvent) {
        let rows = window
        switch mouse.action {
        case .wheelDown: select { $0.scroll(by: 3, rows: rows) }
        case .wheelUp: select { $0.scroll(by: -3, rows: rows) }
        case .press(.left):
            guard let index = list.rank(at: mouse.position, in: rowsArea) else { return }
            // The first click selects, the second one accepts.
            if index == state.selected { accept() } else { select { $0.select(index, rows: rows) } }
        default: break
        }
    }

    /// Draws the rows.
    /// - Parameter row: draws a row on a canvas of its size, and returns where its name is.
    func drawRows(on canvas: inout Canvas, theme: Theme, row: (inout Canvas, ChooserState.Found) -> Rect) {
        if state.found.isEmpty, !state.items.isEmpty {
            Label("no matches", style: theme[.faint]).draw(on: &canvas, in: rowsArea.inset(left: 3))
        }
        list.draw(on: &canvas, in: rowsArea) { canvas, index in
            let name = row(&canvas, state.found[index])
            guard index == state.selected else { return }
            canvas.write("▌", at: .zero, style: theme[.accent])
            canvas.restyle(name) { $0.overlaid(with: theme[.selection]) }
        }
        ScrollBar(position: list.position, contentRows: state.found.count).draw(
            on: &canvas, in: Rect(column: rowsArea.right - 1, row: rowsArea.top, columns: 1, rows: rowsArea.rows),
            theme: theme)
    }
}
