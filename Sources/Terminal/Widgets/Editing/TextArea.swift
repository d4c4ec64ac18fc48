/// Draws a multi-line editor, wrapped to rows; what exceeds the area is scrolled to show the cursor.
@MainActor
public struct TextArea {
    public var editor: LineEditor
    public var style: Style
    private let rows: LaidOutText

    /// - Parameter rows: caches the rows between frames.
    public init(_ editor: LineEditor, style: Style, keeping rows: LaidOutText = LaidOutText()) {
        self.editor = editor
        self.style = style
        self.rows = rows
    }

    private func layout(_ columns: Int) -> EditorLayout { rows.rows(of: editor.text, columns: columns) }

    /// The rows of the text at a width, at least 1.
    public func rows(columns: Int) -> Int { layout(columns).count }

    public func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool) {
        let layout = layout(area.columns)
        let cursor = layout.position(of: editor.offset)
        let top = Self.firstRow(cursor: cursor, rows: area.rows, isFocused: isFocused)
        canvas.draw(in: area) { canvas in
            for row in 0..<max(0, min(area.rows, layout.count - top)) {
                canvas.write(
                    layout.text(layout.bytes(ofRow: top + row)), at: Point(column: 0, row: row), style: style)
            }
            if isFocused {
                canvas.placeCursor(at: Point(column: cursor.column, row: cursor.row - top), isShown: true)
            }
        }
    }

    /// The editor with its cursor moved by wrapped rows; nil if there is no such row.
    public func moving(rows: Int, columns: Int) -> LineEditor? {
        let layout = layout(columns)
        var position = layout.position(of: editor.offset)
        position.row += rows
        guard (0..<layout.count).contains(position.row) else { return nil }
        var moved = editor
        moved.moveCursor(toOffset: layout.cursor(at: position))
        return moved
    }

    /// The cursor offset at a point of the area as drawn, for the mouse; in bytes of UTF-8.
    public func cursor(at position: Point, in area: Rect, isFocused: Bool) -> Int {
        let layout = layout(area.columns)
        let top = Self.firstRow(cursor: layout.position(of: editor.offset), rows: area.rows, isFocused: isFocused)
        return layout.cursor(at: Point(column: position.column, row: position.row + top))
    }

    private static func firstRow(cursor: Point, rows: Int, isFocused: Bool) -> Int {
        isFocused ? max(0, cursor.row - rows + 1) : 0
    }
}
