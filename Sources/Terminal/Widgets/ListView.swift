/// A list of rows of equal height. It requests only the visible ones: its cost does not depend on the list's length.
///
/// It holds no rows and no selection; the caller draws each row.
public struct ListView: Sendable {
    public var count: Int
    public var position: ScrollPosition

    public init(count: Int, position: ScrollPosition) { (self.count, self.position) = (count, position) }

    /// The ranks of the visible rows.
    public func ranks(in area: Rect) -> Range<Int> {
        let first = max(0, min(position.top, count))
        return first..<min(count, first + area.rows)
    }

    /// Draws the rows; `draw` gets a canvas of the row's size and its rank.
    public func draw(on canvas: inout Canvas, in area: Rect, draw: (inout Canvas, Int) -> Void) {
        for (row, rank) in ranks(in: area).enumerated() {
            let place = Rect(column: area.left, row: area.top + row, columns: area.columns, rows: 1)
            canvas.draw(in: place) { draw(&$0, rank) }
        }
    }

    /// The rank at a point, for the mouse; nil if there is no row.
    public func rank(at point: Point, in area: Rect) -> Int? {
        guard area.contains(point) else { return nil }
        let rank = position.top + point.row - area.top
        return rank < count ? rank : nil
    }
}
