/// A window onto content that may be taller: it draws the visible part, and a scroll bar at the right edge.
public struct ScrollArea: Sendable {
    public var position: ScrollPosition
    /// The rows of the content.
    public var contentRows: Int

    public init(position: ScrollPosition, contentRows: Int) {
        self.position = position
        self.contentRows = contentRows
    }

    /// Draws the content in its own coordinates; rows out of sight cost nothing if the content checks `visible`.
    public func draw(on canvas: inout Canvas, in area: Rect, theme: Theme, content: (inout Canvas) -> Void) {
        canvas.draw(in: area, scrolledBy: position.top, contentRows: contentRows, content)
        ScrollBar(position: position, contentRows: contentRows).draw(
            on: &canvas, in: Rect(column: area.right - 1, row: area.top, columns: 1, rows: area.rows), theme: theme)
    }
}
