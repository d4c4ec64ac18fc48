/// All keys of a screen, section by section, keys and words in a column each.
public struct HelpView: Sendable {
    public struct Section: Sendable {
        public var title: SafeText
        public var hints: [KeyHint]
        public init(_ title: SafeText, _ hints: [KeyHint]) { (self.title, self.hints) = (title, hints) }
    }

    public var sections: [Section]

    public init(_ sections: [Section]) { self.sections = sections }

    /// Rows that the help takes.
    public var rows: Int { sections.reduce(0) { $0 + $1.hints.count + 2 } - 1 }

    public func draw(on canvas: inout Canvas, in area: Rect, theme: Theme) {
        let keys = min(
            area.columns / 2, sections.flatMap(\.hints).map { SafeText($0.key).width }.max() ?? 0)
        var row = area.top
        for section in sections {
            canvas.write(section.title, at: Point(column: area.left, row: row), style: theme[.strong])
            row += 1
            for hint in section.hints {
                let place = Rect(column: area.left, row: row, columns: keys, rows: 1)
                Label(SafeText(hint.key), style: theme[.accent], alignment: .trailing).draw(on: &canvas, in: place)
                let words = Rect(column: place.right + 2, row: row, columns: area.right - place.right - 2, rows: 1)
                Label(SafeText(hint.words), style: theme[.text]).draw(on: &canvas, in: words)
                row += 1
            }
            row += 1
        }
    }
}
