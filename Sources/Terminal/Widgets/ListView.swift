/// A list of items of equal height. It requests only the visible ones: its cost does not depend on the list's length.
///
/// It holds no items and no selection; the caller draws each item.
public struct ListView: Sendable {
    public var count: Int
    /// In items: an item is whole at the top.
    public var position: ScrollPosition
    /// The rows of an item.
    private let rowHeight: Int

    public init(count: Int, position: ScrollPosition, rowHeight: Int = 1) {
        self.count = count
        self.position = position
        self.rowHeight = max(1, rowHeight)
    }

    /// The list scrolled as little as possible to show this item, with `margin` items around it where there is space.
    public func revealing(_ rank: Int, margin: Int = 0, in area: Rect) -> ListView {
        let window = max(1, area.rows / rowHeight)
        var copy = self
        copy.position = position.revealing(rank..<rank + 1, margin: margin, content: count, window: window)
        return copy
    }

    /// The ranks of the visible items; the last one may be cut.
    public func ranks(in area: Rect) -> Range<Int> {
        let first = max(0, min(position.top, count))
        return first..<min(count, first + (max(0, area.rows) + rowHeight - 1) / rowHeight)
    }

    /// Draws the items; `draw` gets a canvas of the item's size and its rank.
    public func draw(on canvas: inout Canvas, in area: Rect, draw: (inout Canvas, Int) -> Void) {
        for (index, rank) in ranks(in: area).enumerated() {
            let top = area.top + index * rowHeight
            let place = Rect(
                column: area.left, row: top, columns: area.columns, rows: min(rowHeight, area.bottom - top))
            canvas.draw(in: place) { draw(&$0, rank) }
        }
    }

    /// The rank at a point, for the mouse; nil if there is no item.
    public func rank(at point: Point, in area: Rect) -> Int? {
        guard area.contains(point) else { return nil }
        let rank = position.top + (point.row - area.top) / rowHeight
        return rank < count ? rank : nil
    }
}

/// How keys move through rows or text.
public enum Motion: Sendable {
    case down, up, pageDown, pageUp, first, last

    /// How far it moves, downwards: by one, by a page, or by all.
    public func distance(page: Int, all: Int) -> Int {
        switch self {
        case .down: 1
        case .up: -1
        case .pageDown: page
        case .pageUp: -page
        case .first: -all
        case .last: all
        }
    }
}
