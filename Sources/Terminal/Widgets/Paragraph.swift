/// Text with line breaks, wrapped to a width, parts of it in a style of their own (links).
public struct Paragraph: Sendable {
    /// A stretch of the text, by characters, with its style.
    public struct Span: Hashable, Sendable {
        public var characters: Range<Int>
        public var style: Style

        public init(_ characters: Range<Int>, style: Style) { (self.characters, self.style) = (characters, style) }
    }

    private let characters: [Character]
    private let style: Style
    private let spans: [Span]

    public init(_ text: String, style: Style, spans: [Span] = []) {
        (characters, self.style, self.spans) = (Array(text), style, spans)
    }

    /// Rows that the text takes at that width, at least 1.
    public func rows(columns: Int) -> Int { layout(columns).rows.count }

    /// The row in which a character stands.
    public func row(ofCharacter index: Int, columns: Int) -> Int { layout(columns).place(of: index).row }

    public func draw(on canvas: inout Canvas, in area: Rect) {
        let layout = layout(area.columns)
        canvas.draw(in: area) { canvas in
            for row in canvas.visible.top..<max(canvas.visible.top, min(canvas.visible.bottom, layout.rows.count)) {
                var column = 0
                for (range, style) in runs(in: layout.rows[row]) {
                    let text = SafeText(String(characters[range].filter { !$0.isNewline }))
                    column = canvas.write(text, at: Point(column: column, row: row), style: style)
                }
            }
        }
    }

    /// The row cut where the style changes.
    private func runs(in row: Range<Int>) -> [(Range<Int>, Style)] {
        var runs: [(Range<Int>, Style)] = []
        var position = row.lowerBound
        for span in spans where span.characters.overlaps(row) {
            let part = span.characters.clamped(to: row)
            if position < part.lowerBound { runs.append((position..<part.lowerBound, style)) }
            runs.append((part, span.style))
            position = part.upperBound
        }
        if position < row.upperBound { runs.append((position..<row.upperBound, style)) }
        return runs
    }

    /// An editor keeps a column for its cursor, a paragraph does not.
    private func layout(_ columns: Int) -> EditorLayout { EditorLayout(characters, columns: columns + 1) }
}
