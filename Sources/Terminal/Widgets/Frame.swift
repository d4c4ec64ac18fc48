/// A frame with rounded corners and a title in its upper edge; its inside is not changed.
public struct Frame: Hashable, Sendable {
    public var title: SafeText
    public var titleStyle: Style
    public var style: Style

    public init(title: SafeText = "", titleStyle: Style = .plain, style: Style) {
        self.title = title
        self.titleStyle = titleStyle
        self.style = style
    }

    public func draw(on canvas: inout Canvas, in area: Rect) {
        guard area.columns >= 2, area.rows >= 2 else { return }
        let (right, bottom) = (area.right - 1, area.bottom - 1)
        canvas.fill(
            Rect(column: area.left + 1, row: area.top, columns: area.columns - 2, rows: 1), with: "─", style: style)
        canvas.fill(
            Rect(column: area.left + 1, row: bottom, columns: area.columns - 2, rows: 1), with: "─", style: style)
        canvas.fill(
            Rect(column: area.left, row: area.top + 1, columns: 1, rows: area.rows - 2), with: "│", style: style)
        canvas.fill(Rect(column: right, row: area.top + 1, columns: 1, rows: area.rows - 2), with: "│", style: style)
        canvas.write("╭", at: area.origin, style: style)
        canvas.write("╮", at: Point(column: right, row: area.top), style: style)
        canvas.write("╰", at: Point(column: area.left, row: bottom), style: style)
        canvas.write("╯", at: Point(column: right, row: bottom), style: style)
        guard !title.isEmpty, area.columns > 6 else { return }
        let shown = " " + title.truncated(to: area.columns - 6) + " "
        canvas.write(shown, at: Point(column: area.left + 1, row: area.top), style: titleStyle)
    }
}
