/// One line of text in an area, truncated with `…` if it does not fit.
public struct Label: Hashable, Sendable {
    public enum Alignment: Hashable, Sendable { case leading, center, trailing }

    public var text: SafeText
    public var style: Style
    public var alignment: Alignment

    public init(_ text: SafeText, style: Style, alignment: Alignment = .leading) {
        self.text = text
        self.style = style
        self.alignment = alignment
    }

    /// Draws in the area's first row.
    /// - Returns: the column behind the text.
    @discardableResult
    public func draw(on canvas: inout Canvas, in area: Rect) -> Int {
        guard !area.isEmpty else { return area.left }
        let shown = text.truncated(to: area.columns)
        let spare = area.columns - shown.width
        let indent =
            switch alignment {
            case .leading: 0
            case .center: spare / 2
            case .trailing: spare
            }
        return canvas.write(
            shown, at: Point(column: area.left + indent, row: area.top), style: style, columns: area.columns - indent)
    }
}
