internal import Basics

/// A bar whose thumb shows which part of the content is seen; nothing where all of it is.
///
/// For the mouse it says where the thumb is taken hold of, and to which part a drag leads. Whoever draws it keeps the hold
/// from the press to the release.
public struct ScrollBar: Sendable {
    public var position: ScrollPosition
    public var contentRows: Int

    public init(position: ScrollPosition, contentRows: Int) {
        (self.position, self.contentRows) = (position, contentRows)
    }

    public func draw(on canvas: inout Canvas, in area: Rect, theme: Theme) {
        guard let thumb = thumb(in: area) else { return }
        for row in thumb { canvas.write("▐", at: Point(column: area.left, row: row), style: theme[.rule]) }
    }

    /// The rows of the thumb; nil where there is no bar.
    public func thumb(in area: Rect) -> Range<Int>? {
        guard contentRows > area.rows, area.rows > 1 else { return nil }
        let length = max(1, area.rows * area.rows / contentRows)
        let start = area.top + (area.rows - length) * min(position.top, travel(area)) / travel(area)
        return start..<start + length
    }

    /// Where a press takes hold of the thumb, in rows from its first: beside the thumb in its middle, so that it jumps there.
    /// Nil when the press is not on the bar.
    public func hold(at point: Point, in area: Rect) -> Int? {
        guard area.contains(point), let thumb = thumb(in: area) else { return nil }
        return thumb.contains(point.row) ? point.row - thumb.lowerBound : thumb.count / 2
    }

    /// The part that is seen when the thumb, held like that, is at this row; past the ends the first and the last part.
    public func position(heldAt row: Int, by hold: Int, in area: Rect) -> ScrollPosition {
        guard let thumb = thumb(in: area) else { return position }
        // At least 1: the thumb is shorter than the bar.
        let room = area.rows - thumb.count
        let wanted = row - hold - area.top
        let start = wanted.clamped(to: 0...room)
        // Nothing moves before the thumb does, but what is pulled past the end comes to the end.
        if wanted == thumb.lowerBound - area.top { return ScrollPosition(top: min(position.top, travel(area))) }
        // The first of the positions that put the thumb there; so the last row of the bar leads to the end.
        return ScrollPosition(top: (start * travel(area) + room - 1) / room)
    }

    private func travel(_ area: Rect) -> Int { contentRows - area.rows }
}
