import CardViewModels
import Terminal

/// The status line of every screen: the last message or the screen's own words at the left, how the loader stands at the right.
///
/// A message that one row cannot hold takes rows of the content above it, until the next key: cut off, it would lose what to do.
@MainActor
struct StatusLine {
    let app: AppModel
    /// What stands there while there is no message.
    var words: SafeText = ""
    /// Said behind the words, and never cut: where one is.
    var place: SafeText = ""

    func draw(on canvas: inout Canvas, in area: Rect, theme: Theme) {
        let message = app.message
        var line = MessageLine(left: words, leftStyle: theme[.faint])
        if let message {
            line.left = SafeText(message.words)
            line.leftStyle = theme[message.kind == .warning ? .warning : .text]
        }
        if app.isDemo {
            line.right = "demo: nothing is kept"
            line.rightStyle = theme[.accent]
        } else if let status = app.loaderStatus {
            line.right = SafeText(status.words(timeOfDay: app.clock.timeOfDay))
            line.rightStyle = theme[status.isTroubled ? .warning : .faint]
        }
        if message == nil, !place.isEmpty {
            let room = area.columns - 2 - place.width - (line.right.isEmpty ? 0 : line.right.width + 2)
            line.left = words.truncated(to: max(0, room)) + place
        }
        // A message is worth more than the loader's words where there is no room for both.
        if message != nil, line.left.width + line.right.width + 4 > area.columns { line.right = "" }
        if message != nil, line.left.width + 2 > area.columns {
            drawRows(of: line.left, style: line.leftStyle, on: &canvas, upTo: area)
        } else {
            line.draw(on: &canvas, in: area)
        }
    }

    /// Draws a long message upwards, at most to beneath the title.
    private func drawRows(of message: SafeText, style: Style, on canvas: inout Canvas, upTo area: Rect) {
        let lines = message.wrapped(to: area.columns - 2)
        let count = min(lines.count, max(1, area.top - 1))
        for (row, text) in lines.prefix(count).enumerated() {
            let place = Rect(column: area.left, row: area.bottom - count + row, columns: area.columns, rows: 1)
            canvas.fill(place, style: .plain)
            let isCut = row == count - 1 && count < lines.count
            MessageLine(
                left: isCut ? SafeText(text.string + " …").truncated(to: area.columns - 2) : text, leftStyle: style
            )
            .draw(on: &canvas, in: place)
        }
    }
}
