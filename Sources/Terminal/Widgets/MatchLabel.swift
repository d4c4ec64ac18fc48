/// One line of text, truncated with `…` if it does not fit, with the matched characters highlighted.
public struct MatchLabel: Hashable, Sendable {
    public var text: SafeText
    public var style: Style
    /// The indices of the highlighted characters, ascending.
    public var positions: [Int]

    public init(_ text: SafeText, style: Style, positions: [Int]) {
        self.text = text
        self.style = style
        self.positions = positions
    }

    /// Draws in the area's first row.
    /// - Returns: the column behind the text.
    @discardableResult
    public func draw(on canvas: inout Canvas, in area: Rect, theme: Theme) -> Int {
        let end = Label(text, style: style).draw(on: &canvas, in: area)
        guard let last = positions.last, !area.isEmpty else { return end }
        let matched = Set(positions)
        // Truncated characters are not highlighted, and neither is the `…`.
        let kept = text.width > area.columns ? area.right - 1 : area.right
        var column = area.left
        for (position, grapheme) in text.graphemes.enumerated() {
            if position > last || column + grapheme.width > kept { break }
            if matched.contains(position) {
                canvas.restyle(Rect(column: column, row: area.top, columns: grapheme.width, rows: 1)) {
                    $0.overlaid(with: theme[.match])
                }
            }
            column += grapheme.width
        }
        return end
    }
}
