internal import Basics

/// A bar whose thumb shows which part of the content is visible; nothing if all of it is.
///
/// For the mouse it computes where the thumb is grabbed, and to which position a drag leads. The owner keeps the
/// grabbed row from press to release.
public struct ScrollBar: Sendable {
    public var position: ScrollPosition
    public var contentRows: Int

    public init(position: ScrollPosition, contentRows: Int) {
        self.position = position
        self.contentRows = contentRows
    }

    public func draw(on canvas: inout Canvas, in area: Rect, theme: Theme) {
        guard let thumb = thumb(in: area) else { return }
        for row in thumb { canvas.write("▐", at: Point(column: area.left, row: row), style: theme[.rule]) }
    }

    /// The rows of the thumb; nil if there is no bar.
    public func thumb(in area: Rect) -> Range<Int>? {
        guard contentRows > area.rows, area.rows > 1 else { return nil }
        let length = max(1, area.rows * area.rows / contentRows)
        let start = area.top + (area.rows - length) * min(position.top, travel(area)) / travel(area)
        return start..<start + length
    }

    /// The row at which a press grabs the thumb, counted from the thumb's first; a press beside the thumb grabs its
    /// middle, so that it jumps there. Nil if the press is not on the bar.
    public func hold(at point: Point, in area: Rect) -> Int? {
        guard area.contains(point), let thumb = thumb(in: area) else { return nil }
        return thumb.contains(point.row) ? point.row - thumb.lowerBound : thumb.count / 2
    }

    /// The position when the thumb, grabbed at `hold`, is dragged to a row; past the ends the first and the last position.
    public func position(heldAt row: Int, by hold: Int, in area: Rect) -> ScrollPosition {
        guard let thumb = thumb(in: area) else { return position }
        // At least 1: the thumb is shorter than the bar.
        let room = area.rows - thumb.count
        let wanted = row - hold - area.top
        let start = wanted.clamped(to: 0...room)
        // Nothing moves before the thumb does; dragging past the end leads to the end.
        if wanted == thumb.lowerBound - area.top { return ScrollPosition(top: min(position.top, travel(area))) }
        // The first of the positions with the thumb there; so the last row of the bar leads to the end.
        return ScrollPosition(top: (start * travel(area) + room - 1) / room)
    }

    private func travel(_ area: Rect) -> Int { contentRows - area.rows }
}
