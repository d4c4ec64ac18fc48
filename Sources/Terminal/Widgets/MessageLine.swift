/// One row with a text at the left and one at the right. The left one is shortened first: the right one is usually shorter.
public struct MessageLine: Sendable {
    public var left: SafeText
    public var leftStyle: Style
    public var right: SafeText
    public var rightStyle: Style

    public init(left: SafeText = "", leftStyle: Style = .plain, right: SafeText = "", rightStyle: Style = .plain) {
        self.left = left
        self.leftStyle = leftStyle
        self.right = right
        self.rightStyle = rightStyle
    }

    /// Draws with a margin of one column at each side.
    public func draw(on canvas: inout Canvas, in area: Rect) {
        let inner = area.inset(left: 1, right: 1)
        let rightColumns = right.isEmpty ? 0 : min(right.width, inner.columns)
        Label(right, style: rightStyle, alignment: .trailing).draw(on: &canvas, in: inner)
        let leftColumns = inner.columns - (rightColumns == 0 ? 0 : rightColumns + 2)
        Label(left, style: leftStyle).draw(
            on: &canvas, in: Rect(column: inner.left, row: inner.top, columns: leftColumns, rows: min(1, inner.rows)))
    }
}
