import CardViewModels
import Terminal

/// The frames of a screen that asks for a few texts of one line each: the lines with their labels, and beneath them a note, which says
/// what is meant, or why it does not work. It holds nothing that is typed.
@MainActor
struct EntryLayout {
    /// The frames of a field.
    struct Line {
        /// Its index among all fields.
        let field: Int
        let label: Rect
        let text: Rect
    }

    /// How the labels stand before the texts.
    struct Labels {
        let columns: Int
        /// Between a label and its text.
        var gap = 2
        /// With more rows than these the first one stays empty.
        var lowRows = 8
        /// Of a text.
        var maximumColumns = 60
    }

    private(set) var screen = ScreenLayout(.zero)
    /// Those in sight.
    private(set) var lines: [Line] = []
    /// The note above the status line, where there is no room for it beneath the fields.
    private(set) var advice: Message?
    private var note = ""

    init() {}

    /// - Parameters:
    ///   - focused: the field with the focus, which stays in sight where there is no room for all.
    ///   - advice: the note as a message; nil where it is cut instead.
    init(
        _ app: AppModel, in size: Size, _ style: ScreenStyle, fields: Int, focused: Int = 0, labels: Labels,
        note: String,
        advice: Message?
    ) {
        self.note = note
        place(app, size, style, fields, focused, labels)
        if let advice, noteLines.count > beneath.rows {
            self.advice = advice
            // It takes rows of the fields.
            place(app, size, style, fields, focused, labels)
        }
    }

    private mutating func place(
        _ app: AppModel, _ size: Size, _ style: ScreenStyle, _ fields: Int, _ focused: Int, _ labels: Labels
    ) {
        screen = ScreenLayout(
            Rect(size), statusRows: StatusLine.rows(app, style, advice: advice, columns: size.columns))
        let area = screen.content.inset(left: 1, top: screen.content.rows > labels.lowRows ? 1 : 0, right: 1)
        let left = area.left + labels.columns + labels.gap
        let columns = max(1, min(labels.maximumColumns, area.right - left))
        let first = max(0, focused + 1 - area.rows)
        lines = zip(area.top..., (0..<fields).dropFirst(first).prefix(max(0, area.rows))).map { row, field in
            Line(
                field: field, label: Rect(column: area.left, row: row, columns: labels.columns, rows: 1),
                text: Rect(column: left, row: row, columns: columns, rows: 1))
        }
    }

    /// Where the note stands: beneath the texts; from the labels on where it has too many lines there, and then without a blank row if it
    /// fits so.
    private var beneath: Rect {
        guard let last = lines.last else { return .zero }
        func rows(from top: Int) -> Int { max(0, screen.content.bottom - top) }
        let below = last.text.bottom + 1
        let usual = Rect(column: last.text.left, row: below, columns: last.text.columns, rows: rows(from: below))
        guard noteLines(columns: usual.columns).count > usual.rows else { return usual }
        let columns = last.text.right - last.label.left
        let top = noteLines(columns: columns).count == usual.rows + 1 ? last.text.bottom : below
        return Rect(column: last.label.left, row: top, columns: columns, rows: rows(from: top))
    }

    private var noteLines: [SafeText] { noteLines(columns: beneath.columns) }

    private func noteLines(columns: Int) -> [SafeText] { SafeText.paragraphs(note, columns: max(1, columns)) }

    /// The field at a position; nil for none.
    func field(at position: Point) -> Int? { lines.first { $0.text.contains(position) }?.field }

    // MARK: - Drawing

    /// Draws the label, and the line beneath the text of the field with the focus. Returns the style of the text.
    func draw(
        _ label: SafeText, of line: Line, isFocused: Bool, on canvas: inout Canvas, theme: Theme
    ) -> Style {
        Label(label, style: theme[isFocused ? .accent : .faint], alignment: .trailing).draw(on: &canvas, in: line.label)
        guard isFocused else { return theme[.text] }
        let style = theme[.text].adding(.underline)
        canvas.fill(line.text, style: style)
        return style
    }

    func drawNote(as role: Role, on canvas: inout Canvas, theme: Theme) {
        guard advice == nil else { return }
        let beneath = beneath
        for (row, line) in noteLines.prefix(beneath.rows).enumerated() {
            canvas.write(line, at: Point(column: beneath.left, row: beneath.top + row), style: theme[role])
        }
    }
}
