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

/// A bar whose thumb shows which part of the content is seen; nothing where all of it is.
public struct ScrollBar: Sendable {
    public var position: ScrollPosition
    public var contentRows: Int

    public init(position: ScrollPosition, contentRows: Int) {
        (self.position, self.contentRows) = (position, contentRows)
    }

    public func draw(on canvas: inout Canvas, in area: Rect, theme: Theme) {
        guard contentRows > area.rows, area.rows > 1 else { return }
        let length = max(1, area.rows * area.rows / contentRows)
        let travel = contentRows - area.rows
        let start = (area.rows - length) * min(position.top, travel) / travel
        for row in 0..<length {
            canvas.write("▐", at: Point(column: area.left, row: area.top + start + row), style: theme[.rule])
        }
    }
}
