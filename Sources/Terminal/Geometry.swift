/// The position of a cell: column from the left, row from the top, both from 0.
public struct Point: Equatable, Sendable {
    public var column: Int
    public var row: Int

    public init(column: Int, row: Int) { (self.column, self.row) = (column, row) }

    public static let zero = Point(column: 0, row: 0)
}

/// A number of columns and rows, never negative.
public struct Size: Hashable, Sendable {
    public let columns: Int
    public let rows: Int

    public init(columns: Int, rows: Int) { (self.columns, self.rows) = (max(0, columns), max(0, rows)) }

    public static let zero = Size(columns: 0, rows: 0)
}

/// A rectangle of cells. It may be empty, and may lie outside of any canvas.
public struct Rect: Equatable, Sendable {
    public var origin: Point
    public var size: Size

    public init(column: Int, row: Int, columns: Int, rows: Int) {
        origin = Point(column: column, row: row)
        size = Size(columns: columns, rows: rows)
    }

    public init(_ size: Size) { (origin, self.size) = (.zero, size) }

    public static let zero = Rect(.zero)

    public var left: Int { origin.column }
    public var top: Int { origin.row }
    /// The column behind the last one.
    public var right: Int { origin.column + size.columns }
    /// The row below the last one.
    public var bottom: Int { origin.row + size.rows }
    public var columns: Int { size.columns }
    public var rows: Int { size.rows }
    public var isEmpty: Bool { size.columns == 0 || size.rows == 0 }

    public func contains(_ point: Point) -> Bool {
        (left..<right).contains(point.column) && (top..<bottom).contains(point.row)
    }

    public func intersection(_ other: Rect) -> Rect {
        let (column, row) = (max(left, other.left), max(top, other.top))
        return Rect(
            column: column, row: row, columns: min(right, other.right) - column, rows: min(bottom, other.bottom) - row)
    }

    /// Smaller by this many cells on each side.
    public func inset(left: Int = 0, top: Int = 0, right: Int = 0, bottom: Int = 0) -> Rect {
        Rect(
            column: self.left + left, row: self.top + top, columns: columns - left - right, rows: rows - top - bottom)
    }

    public func offset(columns: Int = 0, rows: Int = 0) -> Rect {
        Rect(column: left + columns, row: top + rows, columns: self.columns, rows: self.rows)
    }

    /// A rectangle of this size in the middle of this one, clipped to it.
    public func centered(_ size: Size) -> Rect {
        let (columns, rows) = (min(size.columns, self.columns), min(size.rows, self.rows))
        return Rect(
            column: left + (self.columns - columns) / 2, row: top + (self.rows - rows) / 2, columns: columns, rows: rows
        )
    }
}
