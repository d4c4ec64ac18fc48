/// Draws an editor in one row; longer text is scrolled to show the cursor.
public struct TextField: Sendable {
    public var editor: LineEditor
    public var style: Style
    /// Shown while the field is empty.
    public var placeholder: SafeText
    public var placeholderStyle: Style

    public init(_ editor: LineEditor, style: Style, placeholder: SafeText = "", placeholderStyle: Style = .plain) {
        self.editor = editor
        self.style = style
        self.placeholder = placeholder
        self.placeholderStyle = placeholderStyle
    }

    public func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool) {
        guard !area.isEmpty else { return }
        if editor.isEmpty {
            canvas.write(placeholder.truncated(to: area.columns), at: area.origin, style: placeholderStyle)
        }
        guard isFocused else {
            // One column more than fits, so that the text is recognized as too wide.
            let shown = SafeText(editor.text.slice(seen(from: 0, columns: area.columns + 1).bytes))
            canvas.write(shown.truncated(to: area.columns), at: area.origin, style: style, columns: area.columns)
            return
        }
        let cursor = column(of: editor.offset)
        let scrolled = Self.firstColumn(cursor: cursor, columns: area.columns)
        let window = seen(from: scrolled, columns: area.columns)
        canvas.draw(in: area) { canvas in
            canvas.write(
                SafeText(editor.text.slice(window.bytes)), at: Point(column: window.column - scrolled, row: 0),
                style: style)
            canvas.placeCursor(at: Point(column: cursor - scrolled, row: 0), isShown: true)
        }
    }

    /// The cursor offset at a column of the field as drawn, for the mouse; in bytes of UTF-8.
    public func cursor(atColumn column: Int, in area: Rect, isFocused: Bool) -> Int {
        let scrolled = isFocused ? Self.firstColumn(cursor: self.column(of: editor.offset), columns: area.columns) : 0
        var scanner = GraphemeScanner(editor.text)
        var used = 0
        while let grapheme = scanner.next() {
            if used + (grapheme.width + 1) / 2 > column + scrolled { return grapheme.bytes.lowerBound }
            used += grapheme.width
        }
        return scanner.count
    }

    /// The columns before an offset.
    private func column(of offset: Int) -> Int {
        var scanner = GraphemeScanner(editor.text)
        var column = 0
        while scanner.offset < offset, let grapheme = scanner.next() { column += grapheme.width }
        return column
    }

    /// The part of the text in these columns, in whole characters, and the column where it begins.
    private func seen(from first: Int, columns: Int) -> (bytes: Range<Int>, column: Int) {
        var scanner = GraphemeScanner(editor.text)
        var (column, start, startColumn) = (0, 0, 0)
        while column < first + columns, let grapheme = scanner.next() {
            if column <= first { (start, startColumn) = (grapheme.bytes.lowerBound, column) }
            column += grapheme.width
        }
        return (start..<scanner.offset, startColumn)
    }

    /// Scrolls by half a field at a time, so that typing at the edge does not move the text with every key.
    private static func firstColumn(cursor: Int, columns: Int) -> Int {
        guard cursor >= columns else { return 0 }
        let step = max(1, columns / 2)
        return (cursor - columns + step) / step * step
    }
}
