/// A prompt over the screen: a title, a message, and the choices with their keys. Enter performs the default choice.
public struct Dialog: Sendable {
    public struct Choice: Hashable, Sendable {
        public var key: Key
        public var words: SafeText
        public init(_ key: Key, _ words: SafeText) { (self.key, self.words) = (key, words) }
    }

    public var title: SafeText
    public var message: String
    public var choices: [Choice]
    /// The index of the default choice.
    public var marked: Int

    public init(title: SafeText, message: String, choices: [Choice], marked: Int) {
        (self.title, self.message, self.choices, self.marked) = (title, message, choices, marked)
    }

    /// Draws the dialog in the middle, with the cursor on the default choice. What is beneath is not changed: call
    /// ``Canvas/shade(theme:)`` before.
    /// - Returns: the frame of each choice, for the mouse.
    @discardableResult
    public func draw(on canvas: inout Canvas, theme: Theme) -> [Rect] {
        let screen = canvas.bounds
        let columns = min(screen.columns, max(30, min(64, screen.columns - 8)))
        let inner = max(1, columns - 4)
        let lines = SafeText.paragraphs(message, columns: inner)
        let rowsOfChoices = Self.rows(of: choices, columns: inner)
        let rows = min(screen.rows, lines.count + rowsOfChoices.count + 4)
        let frame = screen.centered(Size(columns: columns, rows: rows))
        Sheet(title: title, frame: frame).draw(on: &canvas, theme: theme)
        let content = frame.inset(left: 2, top: 1, right: 2, bottom: 1)
        // On a small screen the message is cut, the choices never are.
        let room = max(0, content.rows - rowsOfChoices.count)
        for (row, line) in lines.prefix(max(0, room)).enumerated() {
            canvas.write(line, at: Point(column: content.left, row: content.top + row), style: theme[.text])
        }
        return drawChoices(rowsOfChoices, on: &canvas, in: content, theme: theme)
    }

    private func drawChoices(_ rows: [Range<Int>], on canvas: inout Canvas, in content: Rect, theme: Theme) -> [Rect] {
        var places: [Rect] = []
        for (row, indices) in rows.enumerated() {
            var column = content.left
            for index in indices {
                let place = Point(column: column, row: content.bottom - rows.count + row)
                let words = Self.words(of: choices[index])
                canvas.write(words, at: place, style: index == marked ? theme[.selection] : theme[.accent])
                if index == marked { canvas.placeCursor(at: place) }
                places.append(Rect(column: column, row: place.row, columns: words.width, rows: 1))
                column += words.width + 1
            }
        }
        return places
    }

    /// The choices of each row.
    private static func rows(of choices: [Choice], columns: Int) -> [Range<Int>] {
        var rows: [Range<Int>] = []
        var start = 0
        var used = 0
        for (index, choice) in choices.enumerated() {
            let width = words(of: choice).width
            if used + width > columns, index > start {
                rows.append(start..<index)
                (start, used) = (index, 0)
            }
            used += width + 1
        }
        return rows + [start..<choices.count]
    }

    private static func words(of choice: Choice) -> SafeText {
        " " + SafeText(choice.key.label) + " " + choice.words + " "
    }
}
