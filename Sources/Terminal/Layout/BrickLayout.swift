/// A grid of cells of one size, in which every other row is shifted right by half a cell, like bricks. Every query is
/// O(1) arithmetic, so a window costs only the cells that it shows.
///
/// Rows alternate between n and n - 1 cells; where the width has space for the shift too, all have n. The remaining
/// width is divided between both sides. No cell is cut at the right. Coordinates are relative to the content: row 0 is
/// its first.
public struct BrickLayout: Equatable, Sendable {
    public enum Move: Hashable, Sendable { case left, right, up, down }

    public let count: Int
    /// As given, but no wider than the width.
    public let cell: Size
    private let spacing: Size
    /// Cells in the first, third, … row, and in the second, fourth, … row.
    private let inEvenRow: Int
    private let inOddRow: Int
    /// The first column of these rows.
    private let evenStart: Int
    private let oddStart: Int

    public init(columns: Int, cell: Size, count: Int, spacing: Size = Size(columns: 2, rows: 1)) {
        self.cell = Size(columns: max(1, min(cell.columns, columns)), rows: max(1, cell.rows))
        self.spacing = spacing
        self.count = columns > 0 ? max(0, count) : 0
        let pitch = self.cell.columns + spacing.columns
        inEvenRow = max(1, (columns + spacing.columns) / pitch)
        let evenColumns = inEvenRow * pitch - spacing.columns
        // Rounded down, so that the cell of the same index is never farther than its neighbour in the row above and below.
        let half = pitch / 2
        let hasRoom = evenColumns + half <= columns
        // A column of single cells is not shifted where there is no space for it.
        inOddRow = hasRoom ? inEvenRow : max(1, inEvenRow - 1)
        let isMoved = hasRoom || inEvenRow > 1
        evenStart = max(0, (columns - evenColumns - (hasRoom ? half : 0)) / 2)
        oddStart = evenStart + (isMoved ? half : 0)
    }

    /// The rows of the whole content.
    public var contentRows: Int { rowCount == 0 ? 0 : rowCount * rowPitch - spacing.rows }

    /// The frame of a cell; nil if there is no such cell.
    public func frame(of index: Int) -> Rect? {
        (0..<count).contains(index) ? frame(at: gridPosition(of: index)) : nil
    }

    /// The cells that overlap these rows, in order.
    public func frames(in rows: Range<Int>) -> [(index: Int, frame: Rect)] {
        let first = max(0, rows.lowerBound) / rowPitch
        let last = min(rowCount, (max(0, rows.upperBound) + rowPitch - 1) / rowPitch)
        guard first < last, !rows.isEmpty else { return [] }
        return (firstIndex(ofRow: first)..<min(count, firstIndex(ofRow: last))).compactMap { index in
            let frame = frame(at: gridPosition(of: index))
            return frame.top < rows.upperBound && frame.bottom > rows.lowerBound ? (index, frame) : nil
        }
    }

    /// The cell at a point; nil between cells and outside of them.
    public func index(at point: Point) -> Int? {
        guard point.row >= 0, point.row / rowPitch < rowCount else { return nil }
        let row = point.row / rowPitch
        let column = point.column - start(ofRow: row)
        guard column >= 0 else { return nil }
        let index = firstIndex(ofRow: row) + column / columnPitch
        guard column / columnPitch < cells(inRow: row), index < count,
            frame(at: gridPosition(of: index)).contains(point)
        else { return nil }
        return index
    }

    /// The neighbour of a cell; nil where there is none. Left and right wrap to the row above and below; up and down
    /// lead to the nearest cell there.
    public func index(from index: Int, moving move: Move) -> Int? {
        guard (0..<count).contains(index) else { return nil }
        let position = gridPosition(of: index)
        switch move {
        case .left: return index > 0 ? index - 1 : nil
        case .right: return index + 1 < count ? index + 1 : nil
        case .up: return position.row > 0 ? nearest(to: position.column, inRow: position.row - 1) : nil
        case .down: return position.row + 1 < rowCount ? nearest(to: position.column, inRow: position.row + 1) : nil
        }
    }

    // MARK: - Counting

    private var rowPitch: Int { cell.rows + spacing.rows }
    private var columnPitch: Int { cell.columns + spacing.columns }
    private var inBoth: Int { inEvenRow + inOddRow }

    private var rowCount: Int { count == 0 ? 0 : gridPosition(of: count - 1).row + 1 }

    private func cells(inRow row: Int) -> Int { row.isMultiple(of: 2) ? inEvenRow : inOddRow }

    private func start(ofRow row: Int) -> Int { row.isMultiple(of: 2) ? evenStart : oddStart }

    private func firstIndex(ofRow row: Int) -> Int { row / 2 * inBoth + (row.isMultiple(of: 2) ? 0 : inEvenRow) }

    /// The index of a cell in its row, and of that row.
    private func gridPosition(of index: Int) -> Point {
        let (rows, rest) = (index / inBoth * 2, index % inBoth)
        return rest < inEvenRow ? Point(column: rest, row: rows) : Point(column: rest - inEvenRow, row: rows + 1)
    }

    private func frame(at position: Point) -> Rect {
        Rect(
            column: start(ofRow: position.row) + position.column * columnPitch, row: position.row * rowPitch,
            columns: cell.columns, rows: cell.rows)
    }

    private func nearest(to column: Int, inRow row: Int) -> Int {
        let first = firstIndex(ofRow: row)
        return min(first + min(column, cells(inRow: row) - 1), count - 1)
    }
}
