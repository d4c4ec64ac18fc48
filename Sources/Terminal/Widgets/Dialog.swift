/// A prompt over the screen: a title, a message, and the choices with their keys. Enter performs the default choice.
public struct Dialog: Sendable {
    public struct Choice: Equatable, Sendable {
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
        self.title = title
        self.message = message
        self.choices = choices
        self.defaultChoice = defaultChoice
        self.isWarning = isWarning
    }

    /// Draws the dialog in the middle, with the cursor on the default choice. The last row of the screen, its footer, is never covered.
    /// What is beneath is not changed: call ``Canvas/shade(theme:)`` before.
    public func draw(on canvas: inout Canvas, theme: Theme) {
        let layout = layout(in: canvas.bounds)
        drawFrame(layout, on: &canvas, theme: theme)
        for (row, line) in layout.lines.enumerated() {
            let place = Point(column: layout.text.left, row: layout.text.top + row)
            canvas.write(line, at: place, style: theme[.text], columns: layout.text.columns)
        }
        for (index, frame) in layout.choices.enumerated() {
            let style = theme[index == defaultChoice ? .selection : .accent]
            Label(Self.label(of: choices[index]), style: style).draw(on: &canvas, in: frame)
            if index == defaultChoice { canvas.placeCursor(at: frame.origin) }
        }
    }

    private func drawFrame(_ layout: Layout, on canvas: inout Canvas, theme: Theme) {
        let shown: SafeText = isWarning ? "⚠ " + title : title
        if layout.hasBorder {
            return Sheet(title: shown, frame: layout.frame, isWarning: isWarning).draw(on: &canvas, theme: theme)
        }
        canvas.fill(layout.frame, style: theme[.text])
        Label(shown, style: isWarning ? theme[.warning].adding(.bold) : theme[.strong]).draw(
            on: &canvas, in: layout.title)
    }

    /// The frame of each choice on a screen, for the mouse.
    public func choiceFrames(in screen: Rect) -> [Rect] { layout(in: screen).choices }

    private struct Layout {
        let frame: Rect
        /// Otherwise the title has a row of its own, and what is in the frame has all its columns.
        let hasBorder: Bool
        /// Without a border; empty where the choices need its row.
        let title: Rect
        let text: Rect
        /// As much of the message as there is room for; where it is cut it ends in "…".
        let lines: [SafeText]
        let choices: [Rect]
    }

    private func layout(in screen: Rect) -> Layout {
        let room = max(0, screen.rows - 1)
        let columns = min(screen.columns, max(30, min(64, screen.columns - 8)))
        let widest = choices.map { Self.label(of: $0).width }.max() ?? 0
        let bordered = Self.rows(of: choices, columns: columns - 4)
        // A border leaves room for all choices and for one row of the message, or there is none.
        let hasBorder = widest <= columns - 4 && bordered.count + 3 <= room
        let rowsOfChoices = hasBorder ? bordered : Self.rows(of: choices, columns: columns)
        let lines = SafeText.paragraphs(message, columns: columns - (hasBorder ? 4 : 2), upTo: room)
        // With the border or the title, and a blank row between message and choices.
        let rows = min(room, lines.count + rowsOfChoices.count + (hasBorder ? 3 : 2))
        let frame = screen.centered(Size(columns: columns, rows: rows))
        let content =
            hasBorder
            ? frame.inset(left: 2, top: 1, right: 2, bottom: 1) : frame.inset(top: rows > rowsOfChoices.count ? 1 : 0)
        // On a small screen the message is cut, the choices never are.
        let text = content.inset(left: hasBorder ? 0 : 1, right: hasBorder ? 0 : 1, bottom: rowsOfChoices.count)
        return Layout(
            frame: frame, hasBorder: hasBorder,
            title: Rect(
                column: frame.left + 1, row: frame.top, columns: frame.columns - 2,
                rows: hasBorder ? 0 : content.top - frame.top),
            text: text, lines: SafeText.beginning(of: message, columns: text.columns, rows: text.rows),
            choices: frames(of: rowsOfChoices, in: content))
    }

    /// The choices, in the last rows of the content.
    private func frames(of rows: [Range<Int>], in content: Rect) -> [Rect] {
        var frames: [Rect] = []
        for (row, indices) in rows.enumerated() {
            var column = content.left
            for index in indices {
                let width = min(Self.label(of: choices[index]).width, content.columns)
                frames.append(Rect(column: column, row: content.bottom - rows.count + row, columns: width, rows: 1))
                column += width + 1
            }
        }
        return frames
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
