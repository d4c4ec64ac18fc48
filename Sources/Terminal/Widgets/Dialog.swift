/// A prompt over the screen: a title, a message, and the choices with their keys. Enter performs the default choice.
public struct Dialog: Sendable {
    public struct Choice: Hashable, Sendable {
        public var key: Key
        public var label: SafeText
        public init(_ key: Key, _ label: SafeText) { (self.key, self.label) = (key, label) }
    }

    public var title: SafeText
    public var message: String
    /// Whether it warns: its frame and title then have the style of warnings.
    public var isWarning: Bool
    public var choices: [Choice]
    /// The index of the default choice.
    public var defaultChoice: Int

    public init(title: SafeText, message: String, isWarning: Bool = false, choices: [Choice], defaultChoice: Int) {
        (self.title, self.message, self.choices, self.defaultChoice) = (title, message, choices, defaultChoice)
        self.isWarning = isWarning
    }

    /// Draws the dialog in the middle, with the cursor on the default choice. What is beneath is not changed: call
    /// ``Canvas/shade(theme:)`` before.
    public func draw(on canvas: inout Canvas, theme: Theme) {
        let layout = layout(in: canvas.bounds)
        Sheet(title: isWarning ? "⚠ " + title : title, frame: layout.frame, isWarning: isWarning).draw(
            on: &canvas, theme: theme)
        for (row, line) in layout.lines.enumerated() {
            let place = Point(column: layout.content.left, row: layout.content.top + row)
            canvas.write(line, at: place, style: theme[.text])
        }
        for (index, frame) in layout.choices.enumerated() {
            let style = theme[index == defaultChoice ? .selection : .accent]
            canvas.write(Self.label(of: choices[index]), at: frame.origin, style: style)
            if index == defaultChoice { canvas.placeCursor(at: frame.origin) }
        }
    }

    /// The frame of each choice on a screen, for the mouse.
    public func choiceFrames(in screen: Rect) -> [Rect] { layout(in: screen).choices }

    private struct Layout {
        let frame: Rect
        let content: Rect
        /// As much of the message as there is room for.
        let lines: [SafeText]
        let choices: [Rect]
    }

    private func layout(in screen: Rect) -> Layout {
        let columns = min(screen.columns, max(30, min(64, screen.columns - 8)))
        let inner = max(1, columns - 4)
        let lines = SafeText.paragraphs(message, columns: inner)
        let rowsOfChoices = Self.rows(of: choices, columns: inner)
        let rows = min(screen.rows, lines.count + rowsOfChoices.count + 3)
        let frame = screen.centered(Size(columns: columns, rows: rows))
        let content = frame.inset(left: 2, top: 1, right: 2, bottom: 1)
        var frames: [Rect] = []
        for (row, indices) in rowsOfChoices.enumerated() {
            var column = content.left
            for index in indices {
                let width = Self.label(of: choices[index]).width
                let row = content.bottom - rowsOfChoices.count + row
                frames.append(Rect(column: column, row: row, columns: width, rows: 1))
                column += width + 1
            }
        }
        // On a small screen the message is cut, the choices never are.
        let room = max(0, content.rows - rowsOfChoices.count)
        return Layout(frame: frame, content: content, lines: Array(lines.prefix(room)), choices: frames)
    }

    /// The choices of each row.
    private static func rows(of choices: [Choice], columns: Int) -> [Range<Int>] {
        var rows: [Range<Int>] = []
        var start = 0
        var used = 0
        for (index, choice) in choices.enumerated() {
            let width = label(of: choice).width
            if used + width > columns, index > start {
                rows.append(start..<index)
                (start, used) = (index, 0)
            }
            used += width + 1
        }
        return rows + [start..<choices.count]
    }

    private static func label(of choice: Choice) -> SafeText {
        " " + SafeText(choice.key.label) + " " + choice.label + " "
    }
}
