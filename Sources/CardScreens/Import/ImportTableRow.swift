import Terminal

/// A column of an imported table, or how the table was read, as a row: what it is called, its first texts, and what it becomes. On a
/// narrow screen the texts stand on a second line.
struct ImportTableRow {
    let name: String
    let samples: String
    let becomes: String
    /// Whether it only goes into the note.
    var isFaint = false
    /// Whether the name is our own word, and none of the table.
    var isLabel = false

    /// What stands behind what can be changed.
    private static let arrow = " ▾"
    private static let left = 3
    /// Of a row in one line, at most.
    private static let maximumNameColumns = 24

    func draw(on canvas: inout Canvas, nameColumns: Int, isSelected: Bool, theme: Theme) {
        let isWide = canvas.bounds.rows == 1
        let right = canvas.bounds.columns - 2
        let field = SafeText(becomes + Self.arrow, within: max(0, right - Self.left))
        let fieldArea = Rect(column: right - field.width, row: 0, columns: field.width, rows: 1)
        let room = max(0, fieldArea.left - Self.left - 2)
        let nameArea = Rect(
            column: Self.left, row: 0, columns: isWide ? min(nameColumns, Self.maximumNameColumns, room) : room, rows: 1
        )
        let samplesArea =
            isWide
            ? Rect(
                column: nameArea.right + 2, row: 0, columns: max(0, fieldArea.left - nameArea.right - 4), rows: 1)
            : Rect(column: Self.left, row: 1, columns: max(0, right - Self.left), rows: 1)
        let name = SafeText(name, within: nameArea.columns)
        Label(name, style: theme[isLabel ? .faint : .strong]).draw(on: &canvas, in: nameArea)
        Label(SafeText(samples, within: samplesArea.columns), style: theme[.faint]).draw(on: &canvas, in: samplesArea)
        Label(field, style: theme[isFaint ? .faint : .accent]).draw(on: &canvas, in: fieldArea)
        if isSelected { CardRow.mark(name, in: nameArea, on: &canvas, theme: theme) }
    }
}
