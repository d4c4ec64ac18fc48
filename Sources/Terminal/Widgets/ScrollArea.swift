/// A window onto content that may be taller: it knows the content's height, draws the part in sight, and shows by a bar at the
/// right edge where that part lies.
public struct ScrollArea: Sendable {
    public var position: ScrollPosition
    /// Rows that the content takes.
    public var contentRows: Int

    public init(position: ScrollPosition, contentRows: Int) {
        (self.position, self.contentRows) = (position, contentRows)
    }

    public func needsBar(in area: Rect) -> Bool { contentRows > area.rows }

    /// Draws the content in coordinates of its own; rows out of sight cost nothing where the content asks `visible`.
    public func draw(on canvas: inout Canvas, in area: Rect, theme: Theme, content: (inout Canvas) -> Void) {
        canvas.draw(in: area, scrolledBy: position.top, contentRows: contentRows, content)
        ScrollBar(position: position, contentRows: contentRows).draw(
            on: &canvas, in: Rect(column: area.right - 1, row: area.top, columns: 1, rows: area.rows), theme: theme)
    }
}
