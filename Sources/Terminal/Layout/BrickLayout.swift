/// A grid of cells of one size, every other row half a cell to the right, like bricks. Prepared once for a width; then every
/// question is answered by counting, so a window costs what it shows.
///
/// Rows alternate between n and n - 1 cells; where the width has room for the offset too, all have n. What is left of the width
/// is divided between both sides. Nothing is cut at the right. Coordinates are those of the content: row 0 is its first.
public struct BrickLayout: Hashable, Sendable {
    public enum Move: Hashable, Sendable { case left, right, up, down }

    public let count: Int
    /// As given, but no wider than the width.
    public let cell: Size
    private let spacing: Size
    /// Cells of the first row, the third, … and of the second, the fourth, …
    private let inEvenRow: Int
    private let inOddRow: Int
    /// Where the first cells of these rows begin.
    private let evenStart: Int
    private let oddStart: Int

    public init(columns: Int, cell: Size, count: Int, spacing: Size = Size(columns: 2, rows: 1)) {
        self.cell = Size(columns: max(1, min(cell.columns, columns)), rows: max(1, cell.rows))
        self.spacing = spacing
        self.count = columns > 0 ? max(0, count) : 0
        let pitch = self.cell.columns + spacing.columns
        inEvenRow = max(1, (columns + spacing.columns) / pitch)
        let evenColumns = inEvenRow * pitch - spacing.columns
        // Rounded down: so the cell of the same number is never farther than its neighbour in the row above and below.
        let half = pitch / 2
        let hasRoom = evenColumns + half <= columns
        // A column of single cells stands straight where it cannot be moved.
        inOddRow = hasRoom ? inEvenRow : max(1, inEvenRow - 1)
        let isMoved = hasRoom || inEvenRow > 1
        evenStart = max(0, (columns - evenColumns - (hasRoom ? half : 0)) / 2)
        oddStart = evenStart + (isMoved ? half : 0)
    }

    /// Rows that the whole takes.
    public var contentRows: Int { rowCount == 0 ? 0 : rowCount * rowPitch - spacing.rows }

    /// Where a cell stands; nil when there is no such cell.
    public func frame(of index: Int) -> Rect? {
        (0..<count).contains(index) ? frame(at: place(of: index)) : nil
    }

    /// The cells of which a part lies in these rows, in order.
    public func frames(in rows: Range<Int>) -> [(index: Int, frame: Rect)] {
        let first = max(0, rows.lowerBound) / rowPitch
        let last = min(rowCount, (max(0, rows.upperBound) + rowPitch - 1) / rowPitch)
        guard first < last, !rows.isEmpty else { return [] }
        return (firstIndex(ofRow: first)..<min(count, firstIndex(ofRow: last))).compactMap { index in
            let frame = frame(at: place(of: index))
            return frame.top < rows.upperBound && frame.bottom > rows.lowerBound ? (index, frame) : nil
        }
    }

    /// The cell at a place; nil between cells and outside of them.
    public func index(at point: Point) -> Int? {
        guard point.row >= 0, point.row / rowPitch < rowCount else { return nil }
        let row = point.row / rowPitch
        let column = point.column - start(ofRow: row)
        guard column >= 0 else { return nil }
        let index = firstIndex(ofRow: row) + column / columnPitch
        guard column / columnPitch < cells(inRow: row), index < count,
            frame(at: place(of: index)).contains(point)
        else { return nil }
        return index
    }

    /// The neighbour of a cell. Left and right go on in the row above and below; up and down lead to the nearest cell there.
    /// Nil where there is none.
    public func index(from index: Int, moving move: Move) -> Int? {
        guard (0..<count).contains(index) else { return nil }
        let place = place(of: index)
        switch move {
        case .left: return index > 0 ? index - 1 : nil
        case .right: return index + 1 < count ? index + 1 : nil
        case .up: return place.row > 0 ? nearest(to: place.column, inRow: place.row - 1) : nil
        case .down: return place.row + 1 < rowCount ? nearest(to: place.column, inRow: place.row + 1) : nil
        }
    }

    // MARK: - Counting

    private var rowPitch: Int { cell.rows + spacing.rows }
    private var columnPitch: Int { cell.columns + spacing.columns }
    private var inBoth: Int { inEvenRow + inOddRow }

    private var rowCount: Int { count == 0 ? 0 : place(of: count - 1).row + 1 }

    private func cells(inRow row: Int) -> Int { row.isMultiple(of: 2) ? inEvenRow : inOddRow }

    private func start(ofRow row: Int) -> Int { row.isMultiple(of: 2) ? evenStart : oddStart }

    private func firstIndex(ofRow row: Int) -> Int { row / 2 * inBoth + (row.isMultiple(of: 2) ? 0 : inEvenRow) }

    /// The number of a cell in its row, and the number of that row.
    private func place(of index: Int) -> Point {
        let (rows, rest) = (index / inBoth * 2, index % inBoth)
        return rest < inEvenRow ? Point(column: rest, row: rows) : Point(column: rest - inEvenRow, row: rows + 1)
    }

    private func frame(at place: Point) -> Rect {
        Rect(
            column: start(ofRow: place.row) + place.column * columnPitch, row: place.row * rowPitch,
            columns: cell.columns, rows: cell.rows)
    }

    private func nearest(to column: Int, inRow row: Int) -> Int {
        let first = firstIndex(ofRow: row)
        return min(first + min(column, cells(inRow: row) - 1), count - 1)
    }
}
