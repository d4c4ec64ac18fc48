internal import Basics

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

/// The scroll offset of content taller than its window: its first visible row. It knows neither the content nor the
/// window; both are passed to every call, so a resize needs no notification.
public struct ScrollPosition: Equatable, Sendable {
    public private(set) var top: Int

    public init(top: Int = 0) { self.top = max(0, top) }

    /// Moves by this many rows, clamped to the ends.
    public mutating func scroll(by rows: Int, content: Int, window: Int) {
        top = Self.clamped(top + rows, content: content, window: window)
    }

    /// Moves as little as possible to show these rows, with `margin` rows around them where there is space.
    public mutating func reveal(_ rows: Range<Int>, margin: Int = 0, content: Int, window: Int) {
        top = revealing(rows, margin: margin, content: content, window: window).top
    }

    /// The position that ``reveal(_:margin:content:window:)`` would set; for drawing, which changes no state.
    public func revealing(_ rows: Range<Int>, margin: Int = 0, content: Int, window: Int) -> ScrollPosition {
        let margin = max(0, min(margin, (window - rows.count) / 2))
        var top = self.top
        if rows.upperBound + margin > top + window { top = rows.upperBound + margin - window }
        if rows.lowerBound - margin < top { top = rows.lowerBound - margin }
        return ScrollPosition(top: Self.clamped(top, content: content, window: window))
    }

    private static func clamped(_ top: Int, content: Int, window: Int) -> Int {
        max(0, min(top, content - window))
    }
}
