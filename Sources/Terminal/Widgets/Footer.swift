/// Key hints in one row: as many as fit. The hint for the help is at the right and is never cut.
public struct Footer: Sendable {
    public var hints: [KeyHint]
    /// The hint for the help; nil if no key opens it.
    public var help: KeyHint?

    public init(_ hints: [KeyHint], help: KeyHint?) { (self.hints, self.help) = (hints, help) }

    /// - Returns: the frames of the hints that can be clicked, with their keys.
    @discardableResult
    public func draw(on canvas: inout Canvas, in area: Rect, theme: Theme) -> [(place: Rect, key: Key)] {
        var places: [(place: Rect, key: Key)] = []
        var end = area.right - 1
        if let help {
            let width = Self.width(of: help)
            Self.write(help, on: &canvas, at: Point(column: end - width, row: area.top), theme: theme, noting: &places)
            end -= width + 2
        }
        var column = area.left + 1
        for hint in hints {
            let width = Self.width(of: hint)
            if column + width > end { break }
            Self.write(hint, on: &canvas, at: Point(column: column, row: area.top), theme: theme, noting: &places)
            column += width + 2
        }
        return places
    }

    private static func width(of hint: KeyHint) -> Int { SafeText(hint.key).width + 1 + SafeText(hint.words).width }

    private static func write(
        _ hint: KeyHint, on canvas: inout Canvas, at point: Point, theme: Theme,
        noting places: inout [(place: Rect, key: Key)]
    ) {
        let column = canvas.write(SafeText(hint.key), at: point, style: theme[.accent])
        canvas.write(SafeText(hint.words), at: Point(column: column + 1, row: point.row), style: theme[.faint])
        guard let key = hint.pressed else { return }
        places.append((Rect(column: point.column, row: point.row, columns: width(of: hint), rows: 1), key))
    }
}
