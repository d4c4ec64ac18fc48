import Terminal

/// The frames of the picker for kinds: an input line, the rows, and the code beside or beneath them.
struct BarcodeChoiceLayout {
    let field: Rect
    let list: Rect
    /// Nil if there is no space for a code.
    let preview: Rect?

    /// The longest label of a kind, after the selection mark.
    private static let listColumns = 23
    /// An EAN-13 with two modules in a column.
    private static let previewColumns = 57
    /// From this many rows on, half of them is enough for a code.
    private static let high = 14

    init(in area: Rect) {
        field = Rect(column: area.left + 3, row: area.top, columns: area.columns - 4, rows: 1)
        let below = area.inset(top: area.rows >= 6 ? 2 : 1)
        if area.columns >= Self.listColumns + Self.previewColumns {
            // The remaining columns show the reasons beside the labels.
            list = below.inset(right: Self.previewColumns)
            preview = below.inset(left: below.columns - Self.previewColumns)
        } else if below.rows >= Self.high {
            list = below.inset(bottom: below.rows / 2)
            preview = below.inset(top: below.rows - below.rows / 2)
        } else {
            list = below
            preview = nil
        }
    }
}
