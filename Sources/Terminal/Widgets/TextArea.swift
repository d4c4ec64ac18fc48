/// Draws a multi-line editor, broken into rows; it grows with its text up to the rows that it is given, then scrolls.
public struct TextArea: Sendable {
    public var editor: LineEditor
    public var style: Style

    public init(_ editor: LineEditor, style: Style) { (self.editor, self.style) = (editor, style) }

    /// Rows that the text takes at that width, at least 1.
    public func rows(columns: Int) -> Int { EditorLayout(editor.characters, columns: columns).rows.count }

    /// The row in which the cursor stands, from the text's first.
    public func cursorRow(columns: Int) -> Int {
        EditorLayout(editor.characters, columns: columns).place(of: editor.cursor).row
    }

    public func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool) {
        let layout = EditorLayout(editor.characters, columns: area.columns)
        let cursor = layout.place(of: editor.cursor)
        let top = Self.firstRow(cursor: cursor, rows: area.rows, isFocused: isFocused)
        canvas.draw(in: area) { canvas in
            for row in 0..<min(area.rows, layout.rows.count - top) {
                canvas.write(layout.text(ofRow: top + row), at: Point(column: 0, row: row), style: style)
            }
            if isFocused { canvas.placeCursor(at: Point(column: cursor.column, row: cursor.row - top)) }
        }
    }

    /// The editor with its cursor moved by rows as they are broken; nil when there is no such row.
    public func moving(rows: Int, columns: Int) -> LineEditor? {
        let layout = EditorLayout(editor.characters, columns: columns)
        var place = layout.place(of: editor.cursor)
        place.row += rows
        guard layout.rows.indices.contains(place.row) else { return nil }
        var moved = editor
        moved.moveCursor(to: layout.cursor(at: place))
        return moved
    }

    /// The cursor position at a place in the area as it was drawn, for the mouse.
    public func cursor(at place: Point, in area: Rect, isFocused: Bool) -> Int {
        let layout = EditorLayout(editor.characters, columns: area.columns)
        let top = Self.firstRow(cursor: layout.place(of: editor.cursor), rows: area.rows, isFocused: isFocused)
        return layout.cursor(at: Point(column: place.column, row: place.row + top))
    }

    private static func firstRow(cursor: Point, rows: Int, isFocused: Bool) -> Int {
        isFocused ? max(0, cursor.row - rows + 1) : 0
    }
}
