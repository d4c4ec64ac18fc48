import Terminal

/// The box at the right end of a title line that closes the screen when it is clicked.
struct CloseBox {
    private static let label: SafeText = "[x]"
    /// On narrower screens the title needs the columns.
    private static let leastColumns = 30

    let frame: Rect
    /// The title line without the box.
    let title: Rect

    init(in title: Rect) {
        let columns = Self.label.width
        guard title.columns >= Self.leastColumns else {
            frame = Rect(column: title.right, row: title.top, columns: 0, rows: 0)
            self.title = title
            return
        }
        frame = Rect(column: title.right - columns - 1, row: title.top, columns: columns, rows: 1)
        self.title = title.inset(right: columns + 1)
    }

    func draw(on canvas: inout Canvas, style: Style) {
        if !frame.isEmpty { canvas.write(Self.label, at: frame.origin, style: style) }
    }

    /// Whether the event is a click on the box.
    func isPressed(by mouse: MouseEvent) -> Bool { mouse.action == .press(.left) && frame.contains(mouse.position) }
}
