import CardViewModels
import Cards
import Terminal

/// The status line of every screen: the last message or the screen's own text at the left, the sync state at the right. A message
/// longer than the line is wrapped: it is shown once, so none of it may be cut.
@MainActor
struct StatusLine {
    let app: AppModel
    let style: ScreenStyle
    /// The screen's own message, shown in full if there is no other.
    var advice: Message?
    /// The text shown if there is no message.
    var text: SafeText = ""
    /// The position, after the text; never cut.
    var position: SafeText = ""

    /// Rows for the longest message: more would be a screen of its own.
    private static let maximumRows = 8

    /// This many columns of a name are kept before the sync state is shortened.
    private static let shortestName = 8
    /// A narrower row is for the slider alone.
    private static let narrowestShared = 72

    /// Rows that the message needs on a screen of this width.
    static func rows(_ app: AppModel, _ style: ScreenStyle, advice: Message? = nil, columns: Int) -> Int {
        guard let message = Self.message(app, advice) else { return 1 }
        let columns = min(columns, ScreenLayout.widest) - 2
        return text(of: message, style, columns: columns).wrapped(to: columns, upTo: maximumRows).count
    }

    private static func message(_ app: AppModel, _ advice: Message?) -> Message? {
        app.activities.message ?? app.messages.unread(besides: advice)
    }

    /// Cut to what could be shown at most.
    private static func text(of message: Message, _ style: ScreenStyle, columns: Int) -> SafeText {
        SafeText(String(message.text { style.label(of: $0) }.prefix(maximumRows * columns + 1)))
    }

    func draw(on canvas: inout Canvas, in area: Rect, theme: Theme) {
        guard let message = Self.message(app, advice) else { return drawText(on: &canvas, in: area, theme: theme) }
        let textStyle = theme[message.kind == .warning ? .warning : .text]
        let inner = area.inset(left: 1, right: 1)
        let text = Self.text(of: message, style, columns: inner.columns)
        if text.width <= inner.columns {
            let right = right(beside: text.width, of: inner.columns)
            return MessageLine(left: text, leftStyle: textStyle, right: right, rightStyle: rightStyle(theme)).draw(
                on: &canvas, in: area)
        }
        for (row, line) in text.wrapped(to: inner.columns, upTo: inner.rows).enumerated() {
            Label(line, style: textStyle).draw(
                on: &canvas, in: Rect(column: inner.left, row: inner.top + row, columns: inner.columns, rows: 1))
        }
    }

    private func drawText(on canvas: inout Canvas, in area: Rect, theme: Theme) {
        let columns = area.columns - 2
        // A name may be cut, since its row shows it too. A text without a position may not.
        let needed = position.isEmpty ? text.width : min(text.width, Self.shortestName) + position.width
        let right = right(beside: needed, of: columns)
        let available = columns - position.width - (right.isEmpty ? 0 : right.width + 2)
        let left = position.isEmpty ? text : text.truncated(to: max(0, available)) + position
        MessageLine(left: left, leftStyle: theme[.faint], right: right, rightStyle: rightStyle(theme)).draw(
            on: &canvas, in: area)
    }

    /// The columns that a slider leaves to a short sync state on a row where its track stays long enough.
    func columnsBesideSlider(of columns: Int) -> Int {
        guard columns >= Self.narrowestShared else { return 0 }
        let state = right(beside: 0, of: columns / 4)
        return state.isEmpty ? 0 : state.width + 2
    }

    /// The slider in its place, if it is shown, and the sync state where there is room beside it.
    func draw(_ slider: ScrubberControl?, on canvas: inout Canvas, in area: Rect, theme: Theme) {
        guard let slider else { return draw(on: &canvas, in: area, theme: theme) }
        slider.draw(on: &canvas, theme: theme)
        let state = right(beside: slider.shownColumns, of: area.columns - 2)
        Label(state, style: rightStyle(theme), alignment: .trailing).draw(
            on: &canvas, in: area.inset(left: area.columns - 1 - state.width, right: 1))
    }

    /// The longest variant of what is said beside the left text: problems of the settings until they are fixed, and the sync state.
    private func right(beside left: Int, of columns: Int) -> SafeText {
        var choices: [SafeText] = []
        if app.isDemo {
            let leave = app.canLeaveDemo ? style.label(of: .back).map { " · \($0) leaves" } ?? "" : ""
            choices = ["demo: nothing is saved\(leave)", "demo\(leave)", "demo"].map { SafeText($0) }
        } else if let status = app.sync.status {
            let keys = LoaderText.Keys(synchronize: style.label(of: .synchronize))
            choices = app.sync.text(of: status, keys: keys).variants.map { SafeText($0) }
        }
        if let problems = app.settings.summary.map({ SafeText("⚠ \($0)") }) {
            choices = choices.map { problems + " · " + $0 } + [problems, "⚠"]
        }
        return choices.first { left + 2 + $0.width <= columns } ?? ""
    }

    private func rightStyle(_ theme: Theme) -> Style {
        if app.settings.summary != nil { return theme[.warning] }
        if app.isDemo { return theme[.accent] }
        return theme[app.sync.status.map { app.sync.text(of: $0).hasFailure } == true ? .warning : .faint]
    }
}
