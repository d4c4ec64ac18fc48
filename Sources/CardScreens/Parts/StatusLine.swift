import CardViewModels
import Terminal

/// The status line of every screen: the last message or the screen's own words at the left, how the loader stands at the right.
/// A message that is longer than the line is broken into several: it is said once, so none of it may be cut.
@MainActor
struct StatusLine {
    let app: AppModel
    /// What stands there while there is no message.
    var words: SafeText = ""
    /// Said behind the words, and never cut: where one is.
    var place: SafeText = ""

    /// Rows for the longest message: more would be a screen of its own.
    private static let maximumRows = 8

    /// Rows that the message takes on a screen of so many columns.
    static func rows(_ app: AppModel, columns: Int) -> Int {
        guard let message = app.message else { return 1 }
        return min(maximumRows, lines(of: message, columns: min(columns, ScreenLayout.widest) - 2).count)
    }

    private static func lines(of message: Message, columns: Int) -> [SafeText] {
        // As much as could ever be shown.
        SafeText(String(message.words.prefix(maximumRows * columns + 1))).wrapped(to: columns)
    }

    func draw(on canvas: inout Canvas, in area: Rect, theme: Theme) {
        guard let message = app.message else { return drawWords(on: &canvas, in: area, theme: theme) }
        let style = theme[message.kind == .warning ? .warning : .text]
        let inner = area.inset(left: 1, right: 1)
        let lines = Self.lines(of: message, columns: inner.columns)
        guard lines.count > 1 || (lines.first?.width ?? 0) + right.width + 2 > inner.columns else {
            return MessageLine(
                left: lines.first ?? "", leftStyle: style, right: right, rightStyle: rightStyle(theme)
            ).draw(on: &canvas, in: area)
        }
        // A message is worth more than the loader's words where there is no room for both.
        for (row, line) in lines.prefix(inner.rows).enumerated() {
            let isCut = row == inner.rows - 1 && lines.count > inner.rows
            Label(isCut ? (line + "…").truncated(to: inner.columns) : line, style: style).draw(
                on: &canvas, in: Rect(column: inner.left, row: inner.top + row, columns: inner.columns, rows: 1))
        }
    }

    private func drawWords(on canvas: inout Canvas, in area: Rect, theme: Theme) {
        let room = area.columns - 2 - place.width - (right.isEmpty ? 0 : right.width + 2)
        let left = place.isEmpty ? words : words.truncated(to: max(0, room)) + place
        MessageLine(left: left, leftStyle: theme[.faint], right: right, rightStyle: rightStyle(theme)).draw(
            on: &canvas, in: area)
    }

    private var right: SafeText {
        if app.isDemo { return "demo: nothing is kept" }
        return app.loaderStatus.map { SafeText($0.words(timeOfDay: app.clock.timeOfDay)) } ?? ""
    }

    private func rightStyle(_ theme: Theme) -> Style {
        if app.isDemo { return theme[.accent] }
        return theme[app.loaderStatus?.isTroubled == true ? .warning : .faint]
    }
}
