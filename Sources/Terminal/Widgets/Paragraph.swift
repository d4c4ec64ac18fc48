/// Text with line breaks, wrapped to a width, with spans of other styles, some of them links. It is laid out once; only its visible
/// rows are made into strings.
public struct Paragraph: Sendable {
    /// A range of the text, in bytes of UTF-8, with its style. Spans are in order and do not overlap.
    public struct Span: Equatable, Sendable {
        public var bytes: Range<Int>
        public var style: Style
        /// What the terminal opens when it is clicked.
        public var link: Hyperlink?

        public init(_ bytes: Range<Int>, style: Style, link: Hyperlink? = nil) {
            self.bytes = bytes
            self.style = style
            self.link = link
        }
    }

    private let layout: EditorLayout
    public var style: Style

    /// - Parameter rows: the number of rows after which the layout may stop.
    public init(_ text: String, columns: Int, upTo rows: Int = .max, style: Style) {
        // An editor reserves a column for its cursor, a paragraph does not.
        layout = EditorLayout(text, columns: columns + 1, upTo: rows)
        self.style = style
    }

    /// With a cache of the rows between frames.
    @MainActor
    public init(_ text: String, columns: Int, style: Style, keeping rows: LaidOutText) {
        layout = rows.rows(of: text, columns: columns + 1)
        self.style = style
    }

    /// The rows of the text, at least 1.
    public var rows: Int { layout.count }
    /// The number of the text's bytes that the rows contain.
    public var bytes: Int { layout.bytes(ofRow: layout.count - 1).upperBound }
    /// The number of graphemes visited to lay it out.
    public var steps: Int { layout.steps }

    /// The row of a byte of the text.
    public func row(ofByte offset: Int) -> Int { layout.row(at: offset) }

    /// The byte of the text whose character is drawn at a point of the area; nil beside the text.
    public func byte(at point: Point) -> Int? {
        guard (0..<layout.count).contains(point.row), point.column >= 0 else { return nil }
        let bytes = layout.bytes(ofRow: point.row)
        guard point.column < layout.text(bytes).width else { return nil }
        let byte = layout.cursor(at: point)
        return bytes.contains(byte) ? byte : nil
    }

    /// - Parameter spans: returns the spans that overlap a range of bytes.
    public func draw(on canvas: inout Canvas, in area: Rect, spans: (Range<Int>) -> [Span] = { _ in [] }) {
        canvas.draw(in: area) { canvas in
            for row in canvas.visible.top..<max(canvas.visible.top, min(canvas.visible.bottom, layout.count)) {
                let bytes = layout.bytes(ofRow: row)
                var column = 0
                for run in runs(in: bytes, spans(bytes)) {
                    let left = column
                    column = canvas.write(layout.text(run.bytes), at: Point(column: left, row: row), style: run.style)
                    if let link = run.link {
                        canvas.link(link, in: Rect(column: left, row: row, columns: column - left, rows: 1))
                    }
                }
            }
        }
    }

    /// Splits a row where the style changes.
    private func runs(in row: Range<Int>, _ spans: [Span]) -> [Span] {
        var runs: [Span] = []
        var position = row.lowerBound
        for span in spans where span.bytes.overlaps(row) {
            var part = span
            part.bytes = span.bytes.clamped(to: row)
            if position < part.bytes.lowerBound { runs.append(Span(position..<part.bytes.lowerBound, style: style)) }
            runs.append(part)
            position = part.bytes.upperBound
        }
        if position < row.upperBound { runs.append(Span(position..<row.upperBound, style: style)) }
        return runs
    }
}
