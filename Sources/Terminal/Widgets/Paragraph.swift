/// Text with line breaks, broken to a width, parts of it in a style of their own (links). Its rows are worked out once, when it is
/// made; only those in sight become text.
public struct Paragraph: Sendable {
    /// A stretch of the text, in bytes of UTF-8, with its style. Spans are in order and do not overlap.
    public struct Span: Hashable, Sendable {
        public var bytes: Range<Int>
        public var style: Style

        public init(_ bytes: Range<Int>, style: Style) { (self.bytes, self.style) = (bytes, style) }
    }

    private let layout: EditorLayout
    public var style: Style

    /// - Parameter rows: so many rows are enough.
    public init(_ text: String, columns: Int, upTo rows: Int = .max, style: Style) {
        // An editor keeps a column for its cursor, a paragraph does not.
        (layout, self.style) = (EditorLayout(text, columns: columns + 1, upTo: rows), style)
    }

    /// With rows that are kept between frames.
    @MainActor
    public init(_ text: String, columns: Int, style: Style, keeping rows: LaidOutText) {
        (layout, self.style) = (rows.rows(of: text, columns: columns + 1), style)
    }

    /// Rows that the text takes, at least 1.
    public var rows: Int { layout.count }
    /// The bytes of the text that the rows hold.
    public var bytes: Int { layout.bytes(ofRow: layout.count - 1).upperBound }
    /// Graphemes that were looked at to break it.
    public var steps: Int { layout.steps }

    /// The row in which a byte of the text stands.
    public func row(ofByte offset: Int) -> Int { layout.row(at: offset) }

    /// - Parameter spans: gives those that have a part in these bytes.
    public func draw(on canvas: inout Canvas, in area: Rect, spans: (Range<Int>) -> [Span] = { _ in [] }) {
        canvas.draw(in: area) { canvas in
            for row in canvas.visible.top..<max(canvas.visible.top, min(canvas.visible.bottom, layout.count)) {
                let bytes = layout.bytes(ofRow: row)
                var column = 0
                for (part, style) in runs(in: bytes, spans(bytes)) {
                    column = canvas.write(layout.text(part), at: Point(column: column, row: row), style: style)
                }
            }
        }
    }

    /// The row cut where the style changes.
    private func runs(in row: Range<Int>, _ spans: [Span]) -> [(Range<Int>, Style)] {
        var runs: [(Range<Int>, Style)] = []
        var position = row.lowerBound
        for span in spans where span.bytes.overlaps(row) {
            let part = span.bytes.clamped(to: row)
            if position < part.lowerBound { runs.append((position..<part.lowerBound, style)) }
            runs.append((part, span.style))
            position = part.upperBound
        }
        if position < row.upperBound { runs.append((position..<row.upperBound, style)) }
        return runs
    }
}
