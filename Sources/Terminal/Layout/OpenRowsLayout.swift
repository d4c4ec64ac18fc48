internal import Basics

/// Computes which rows of a list a window shows, and where, when rows differ in height.
///
/// One row is the anchor: it keeps its position, and the others are laid out from it, upward and downward, until the
/// window is full. Only visible rows are asked for their height, each once, so the cost does not depend on the list's
/// length. The anchor is wholly visible where it fits; there is no gap at an end of the window while there are rows to
/// fill it.
public struct OpenRowsLayout: Equatable, Sendable {
    /// A visible row. Its top may lie above the window, and its bottom below it.
    public struct Row: Equatable, Sendable {
        public let rank: Int
        /// The window's row of its first line.
        public let top: Int
        /// At least 1.
        public let height: Int

        /// The row below its last line.
        public var bottom: Int { top + height }
    }

    /// In order, without a gap between them.
    public let rows: [Row]
    /// Rows of the window.
    public let window: Int

    /// - Parameters:
    ///   - anchor: the rank of the row that stays, clamped to the list.
    ///   - top: the window's row for the anchor's first line, where possible. Negative for an anchor taller than the
    ///     window: the number of its lines above.
    ///   - height: the height of a row in lines; less than 1 counts as 1.
    public init(count: Int, anchor: Int, at top: Int, window: Int, height: (Int) -> Int) {
        self.window = max(0, window)
        guard count > 0, window > 0 else {
            rows = []
            return
        }
        let anchor = anchor.clamped(to: 0...count - 1)
        let anchorHeight = max(1, height(anchor))
        // A row taller than the window may be moved up until its last line is at the window's bottom.
        let spare = window - anchorHeight
        let anchorTop = top.clamped(to: min(0, spare)...max(0, spare))
        var above: [(rank: Int, height: Int)] = []
        /// Adds rows upward from `top` until the window is full; returns the new top.
        func fillAbove(from top: Int) -> Int {
            var top = top
            while top > 0, anchor - above.count > 0 {
                let rank = anchor - above.count - 1
                above.append((rank, max(1, height(rank))))
                top -= above[above.count - 1].height
            }
            return top
        }
        // At the list's beginning everything moves up.
        var first = min(0, fillAbove(from: anchorTop))
        var below: [(rank: Int, height: Int)] = []
        var bottom = first + above.reduce(anchorHeight) { $0 + $1.height }
        while bottom < window, anchor + below.count + 1 < count {
            let rank = anchor + below.count + 1
            below.append((rank, max(1, height(rank))))
            bottom += below[below.count - 1].height
        }
        // At its end everything moves down, as far as there are rows above.
        if bottom < window { first = min(0, fillAbove(from: first + window - bottom)) }
        var row = first
        rows = (above.reversed() + [(anchor, anchorHeight)] + below).map { rank, height in
            defer { row += height }
            return Row(rank: rank, top: row, height: height)
        }
    }

    /// The row at a row of the window, for the mouse; nil if there is none.
    public func row(at windowRow: Int) -> Row? {
        guard (0..<window).contains(windowRow) else { return nil }
        return rows.first { ($0.top..<$0.bottom).contains(windowRow) }
    }

    /// The rank at a row of the window; nil if there is none.
    public func rank(at windowRow: Int) -> Int? { row(at: windowRow)?.rank }

    /// The position of a rank; nil if it is not visible.
    public func row(of rank: Int) -> Row? {
        guard let first = rows.first, rank >= first.rank, rank - first.rank < rows.count else { return nil }
        return rows[rank - first.rank]
    }

    /// Draws the visible rows; `draw` gets a canvas of the whole row's height, of which a part may be clipped.
    public func draw(on canvas: inout Canvas, in area: Rect, draw: (inout Canvas, Row) -> Void) {
        canvas.draw(in: area) { canvas in
            for row in rows {
                canvas.draw(in: Rect(column: 0, row: row.top, columns: area.columns, rows: row.height)) {
                    draw(&$0, row)
                }
            }
        }
    }
}
