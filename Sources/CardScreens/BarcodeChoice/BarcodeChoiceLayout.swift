import Terminal

/// Where the parts of the kinds' picker stand: a line to type in, the rows, and the code beside or beneath them.
struct BarcodeChoiceLayout {
    let field: Rect
    let list: Rect
    /// Nil where there is no room for a code.
    let preview: Rect?

    /// The longest label of a kind, behind the selection's mark.
    private static let listColumns = 23
    /// An EAN-13 with two of its modules a column.
    private static let previewColumns = 57
    /// Rows in which half of them is still worth looking at.
    private static let high = 14

    init(in area: Rect) {
        field = Rect(column: area.left + 3, row: area.top, columns: area.columns - 4, rows: 1)
        let below = area.inset(top: area.rows >= 6 ? 2 : 1)
        if area.columns >= Self.listColumns + Self.previewColumns {
            // What is left over is for the reasons beside the labels.
            list = below.inset(right: Self.previewColumns)
            preview = below.inset(left: below.columns - Self.previewColumns)
        } else if below.rows >= Self.high {
            list = below.inset(bottom: below.rows / 2)
            preview = below.inset(top: below.rows - below.rows / 2)
        } else {
            (list, preview) = (below, nil)
        }
    }
}
