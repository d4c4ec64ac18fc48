import Terminal

/// The frames of the file picker: an input line, the rows, and the picture beside or beneath them.
struct PhotoChoiceLayout {
    let field: Rect
    let count: Rect
    let list: Rect
    /// With its border; nil if there is no space for a picture, or none to show.
    let preview: Rect?

    /// The minimum width for the picture beside the rows, and the minimum height for it beneath them.
    private static let (wide, high) = (60, 14)
    private static let (shortCount, longCount) = (14, 24)

    /// - Parameter showsPicture: whether the selected row is a picture; otherwise the rows have the whole width.
    init(in area: Rect, showsPicture: Bool) {
        let hasCount = area.columns >= 40
        let counted = area.columns >= Self.wide ? Self.longCount : hasCount ? Self.shortCount : 0
        field = Rect(column: area.left + 3, row: area.top, columns: area.columns - 4 - counted, rows: 1)
        count = Rect(column: area.right - counted - 1, row: area.top, columns: counted, rows: 1)
        let below = area.inset(top: area.rows >= 6 ? 2 : 1)
        if !showsPicture {
            list = below
            preview = nil
        } else if area.columns >= Self.wide, below.rows >= 4 {
            let columns = min(area.columns / 2, 56)
            list = below.inset(right: columns + 1)
            preview = Rect(column: below.right - columns, row: below.top, columns: columns, rows: below.rows)
        } else if below.rows >= Self.high {
            let rows = below.rows / 2
            list = below.inset(bottom: rows)
            preview = Rect(column: below.left, row: below.bottom - rows, columns: below.columns, rows: rows)
        } else {
            list = below
            preview = nil
        }
    }
}
