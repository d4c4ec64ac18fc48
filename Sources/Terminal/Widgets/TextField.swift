/// Draws an editor in one row; text longer than the row scrolls so that the cursor stays in sight.
public struct TextField: Sendable {
    public var editor: LineEditor
    public var style: Style
    /// Shown while the field is empty.
    public var placeholder: SafeText
    public var placeholderStyle: Style

    public init(_ editor: LineEditor, style: Style, placeholder: SafeText = "", placeholderStyle: Style = .plain) {
        (self.editor, self.style) = (editor, style)
        (self.placeholder, self.placeholderStyle) = (placeholder, placeholderStyle)
    }

    public func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool) {
        guard !area.isEmpty else { return }
        let before = SafeText(String(editor.characters[..<editor.cursor])).width
        let scrolled = isFocused ? Self.firstColumn(cursor: before, columns: area.columns) : 0
        if editor.isEmpty {
            canvas.write(placeholder.truncated(to: area.columns), at: area.origin, style: placeholderStyle)
        }
        canvas.draw(in: area) { canvas in
            let text = SafeText(editor.text)
            canvas.write(
                isFocused ? text : text.truncated(to: area.columns), at: Point(column: -scrolled, row: 0), style: style)
            if isFocused { canvas.placeCursor(at: Point(column: before - scrolled, row: 0)) }
        }
    }

    /// The cursor position at a column of the field as it was drawn, for the mouse.
    public func cursor(atColumn column: Int, in area: Rect, isFocused: Bool) -> Int {
        let before = SafeText(String(editor.characters[..<editor.cursor])).width
        let target = column + (isFocused ? Self.firstColumn(cursor: before, columns: area.columns) : 0)
        var used = 0
        for (index, character) in editor.characters.enumerated() {
            let width = SafeText(String(character)).width
            if used + (width + 1) / 2 > target { return index }
            used += width
        }
        return editor.characters.count
    }

    /// Scrolls by half a field at a time, so that typing at the edge does not move the text with every key.
    private static func firstColumn(cursor: Int, columns: Int) -> Int {
        guard cursor >= columns else { return 0 }
        let step = max(1, columns / 2)
        return (cursor - columns + step) / step * step
    }
}
