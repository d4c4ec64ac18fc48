/// One line of text in an area, truncated with `…` if it does not fit.
public struct Label: Equatable, Sendable {
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

/// One line of text, truncated with `…` if it does not fit, with the matched characters highlighted.
public struct MatchLabel: Equatable, Sendable {
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

/// Something that can be pressed: its label in brackets, reversed while it is pressed or focused.
public struct Button: Equatable, Sendable {
    public enum State: Hashable, Sendable { case normal, focused, pressed, disabled }

    public var label: SafeText
    public var state: State

    public init(_ label: SafeText, state: State = .normal) { (self.label, self.state) = (label, state) }

    /// The columns of the button.
    public var columns: Int { label.width + 4 }

    public func draw(on canvas: inout Canvas, at point: Point, theme: Theme) {
        let (open, close): (SafeText, SafeText) = state == .pressed ? ("▸ ", " ◂") : ("[ ", " ]")
        let style =
            switch state {
            case .normal: theme[.accent]
            case .focused: theme[.selection]
            case .pressed: theme[.accent].overlaid(with: theme[.selection])
            case .disabled: theme[.faint]
            }
        canvas.write(open + label + close, at: point, style: style)
    }
}
