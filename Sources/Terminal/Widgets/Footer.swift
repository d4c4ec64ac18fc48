/// Key hints in one row: as many as fit, in the order of their importance. The hint for the help is at the right; only the first hint,
/// such as the key that saves, is more important.
public struct Footer: Sendable {
    public var hints: [KeyHint]
    /// The hint for the help; nil if no key opens it.
    public var help: KeyHint?
    /// Where not all fit, the last is dropped first. With this, Esc, or what leaves instead (``KeyHint/leaves``), is dropped only after
    /// all others but the first.
    public var keepsEscape: Bool

    public init(_ hints: [KeyHint], help: KeyHint?, keepsEscape: Bool = false) {
        self.hints = hints
        self.help = help
        self.keepsEscape = keepsEscape
    }

    public func draw(on canvas: inout Canvas, in area: Rect, theme: Theme) {
        Self.draw(frames(in: area), on: &canvas, theme: theme)
    }

    /// Draws hints that ``frames(in:)`` has laid out.
    public static func draw(_ frames: [HintFrame], on canvas: inout Canvas, theme: Theme) {
        for (hint, frame) in frames {
            let column = canvas.write(SafeText(hint.key), at: frame.origin, style: theme[.accent])
            canvas.write(SafeText(hint.text), at: Point(column: column + 1, row: frame.top), style: theme[.faint])
        }
    }

    /// A hint that is shown, and where.
    public typealias HintFrame = (hint: KeyHint, frame: Rect)

    /// The frames of the hints that fit.
    public func frames(in area: Rect) -> [HintFrame] {
        var frames: [HintFrame] = []
        var end = area.right - 1
        if let help, !isInWayOfFirst(help, in: area) {
            let width = help.width
            frames.append((help, Rect(column: end - width, row: area.top, columns: width, rows: 1)))
            end -= width + 2
        }
        var column = area.left + 1
        for hint in kept(in: end - column) {
            let width = hint.width
            if column + width > end { break }
            frames.append((hint, Rect(column: column, row: area.top, columns: width, rows: 1)))
            column += width + 2
        }
        return frames
    }

    /// Whether the first hint has room only where the help is not shown.
    private func isInWayOfFirst(_ help: KeyHint, in area: Rect) -> Bool {
        guard let first = hints.first else { return false }
        let needed = first.width + 2
        return needed <= area.columns && needed + 2 + help.width > area.columns
    }

    /// The hints that are shown in so many columns, if the way out stays.
    private func kept(in columns: Int) -> [KeyHint] {
        guard keepsEscape else { return hints }
        var kept = hints
        while kept.count > 1, kept.map({ $0.width + 2 }).reduce(-2, +) > columns {
            kept.remove(at: kept.dropFirst().lastIndex { !$0.leaves } ?? 1)
        }
        return kept
    }
}
