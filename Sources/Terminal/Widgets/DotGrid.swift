/// Dark and light dots in a grid, exact and without seams: a cell that is all dark or all light is a blank, only a half
/// dark one has a glyph. It does not know what the dots mean.
public struct DotGrid: Equatable, Sendable {
    /// How many dots a cell holds. Never 2 x 2: many fonts lack those glyphs.
    public enum Split: Hashable, Sendable {
        case whole
        /// Two beside each other.
        case columns
        /// Two above each other.
        case rows
    }

    public let split: Split
    /// From the top; true is dark. A row that is shorter than others is light at its end.
    public let dots: [[Bool]]

    public init(_ dots: [[Bool]], split: Split) { (self.dots, self.split) = (dots, split) }

    /// The size in cells.
    public var size: Size {
        let widest = dots.lazy.map(\.count).max() ?? 0
        return switch split {
        case .whole: Size(columns: widest, rows: dots.count)
        case .columns: Size(columns: (widest + 1) / 2, rows: dots.count)
        case .rows: Size(columns: widest, rows: (dots.count + 1) / 2)
        }
    }

    /// Which half of a cell is dark.
    private enum Fill: Hashable { case light, dark, first, second }

    /// Draws from the area's upper left corner.
    public func draw(on canvas: inout Canvas, in area: Rect, ink: Ink) {
        let size = size
        let (firstHalf, secondHalf): (SafeText, SafeText) = split == .columns ? ("▌", "▐") : ("▄", "▄")
        // The upper half of a cell is light or dark as its ground, and only the lower one is drawn: many fonts leave a line free above ▀ (xterm
        // shows them), which no reader of barcodes forgives.
        let firstStyle = split == .columns ? ink.paper : ink.dark
        canvas.draw(in: area) { canvas in
            for row in 0..<min(size.rows, area.rows) {
                var column = 0
                let columns = min(size.columns, area.columns)
                while column < columns {
                    let fill = fill(column, row)
                    let start = column
                    column += 1
                    while column < columns, self.fill(column, row) == fill { column += 1 }
                    let run = Rect(column: start, row: row, columns: column - start, rows: 1)
                    switch fill {
                    case .light: canvas.fill(run, style: ink.paper)
                    case .dark: canvas.fill(run, style: ink.dark)
                    case .first: canvas.fill(run, with: firstHalf, style: firstStyle)
                    case .second: canvas.fill(run, with: secondHalf, style: ink.paper)
                    }
                }
            }
        }
    }

    private func fill(_ column: Int, _ row: Int) -> Fill {
        let (first, second) =
            switch split {
            case .whole: (isDark(column, row), isDark(column, row))
            case .columns: (isDark(column * 2, row), isDark(column * 2 + 1, row))
            case .rows: (isDark(column, row * 2), isDark(column, row * 2 + 1))
            }
        if first { return second ? .dark : .first }
        return second ? .second : .light
    }

    private func isDark(_ column: Int, _ row: Int) -> Bool {
        row < dots.count && column < dots[row].count && dots[row][column]
    }
}
