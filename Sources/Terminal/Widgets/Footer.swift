/// The keys to hand, in one row: as many as fit, and the way to the rest at the right, which is never cut off.
public struct Footer: Sendable {
    public var hints: [KeyHint]
    public var help: KeyHint

    public init(_ hints: [KeyHint], help: KeyHint) { (self.hints, self.help) = (hints, help) }

    public func draw(on canvas: inout Canvas, in area: Rect, theme: Theme) {
        let helpWidth = Self.width(of: help)
        Self.write(help, on: &canvas, at: Point(column: area.right - helpWidth - 1, row: area.top), theme: theme)
        var column = area.left + 1
        let end = area.right - helpWidth - 3
        for hint in hints {
            let width = Self.width(of: hint)
            if column + width > end { break }
            Self.write(hint, on: &canvas, at: Point(column: column, row: area.top), theme: theme)
            column += width + 2
        }
    }

    private static func width(of hint: KeyHint) -> Int { SafeText(hint.key).width + 1 + SafeText(hint.words).width }

    private static func write(_ hint: KeyHint, on canvas: inout Canvas, at point: Point, theme: Theme) {
        let column = canvas.write(SafeText(hint.key), at: point, style: theme[.accent])
        canvas.write(SafeText(hint.words), at: Point(column: column + 1, row: point.row), style: theme[.faint])
    }
}
