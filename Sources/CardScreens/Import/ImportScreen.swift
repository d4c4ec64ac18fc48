import CardViewModels
import Terminal

/// Asks for the file that cards are brought from.
@MainActor
final class ImportScreen: ScreenPart {
    private let model: ImportModel
    private let app: AppModel
    private var path = PathField()

    init(_ model: ImportModel, app: AppModel) { (self.model, self.app) = (model, app) }

    var takesText: Bool { true }

    var help: [HelpView.Section] {
        [
            HelpView.Section(
                "Import",
                [
                    KeyHint(key: "Tab", words: "complete the path"),
                    KeyHint(key: "↵", words: "bring the cards of this file"),
                ])
        ]
    }

    func draw(into canvas: inout Canvas, style: ScreenStyle) {
        let layout = ScreenLayout(canvas.bounds, statusRows: StatusLine.rows(app, columns: canvas.size.columns))
        let theme = style.theme
        MessageLine(left: "Bring cards from a file", leftStyle: theme[.strong]).draw(on: &canvas, in: layout.title)
        let area = layout.content.inset(left: 1, top: min(1, layout.content.rows - 1), right: 1)
        let words =
            "A file that cards-tui, My Cards or another program wrote: a JSON array, a dictionary, or one card a line."
        let field = Rect(column: area.left + 6, row: area.top, columns: area.columns - 6, rows: 1)
        canvas.write("file", at: area.origin, style: theme[.faint])
        path.draw(on: &canvas, in: field, isFocused: true, theme: theme)
        let below = model.problem ?? (path.suggestions.isEmpty ? words : path.suggestions.joined(separator: "  "))
        let belowStyle = theme[model.problem == nil ? .faint : .warning]
        for (row, line) in SafeText.paragraphs(below, columns: field.columns).enumerated() where row + 2 < area.rows {
            canvas.write(line, at: Point(column: field.left, row: area.top + 2 + row), style: belowStyle)
        }
        StatusLine(app: app, words: model.isWorking ? "Reading…" : "").draw(
            on: &canvas, in: layout.status, theme: theme)
        style.footer([
            KeyHint(key: "↵", words: "bring"), KeyHint(key: "Tab", words: "complete"),
            KeyHint(key: "Esc", words: "back"),
        ]).draw(on: &canvas, in: layout.footer, theme: theme)
    }

    func handle(_ event: InputEvent) -> Bool {
        switch event {
        case .key(.enter): Task { await app.finishImport(model) }
        case .key(.tab): complete()
        case .key(let key):
            guard path.editor.handle(key) else { return false }
        case .paste(let text): path.editor.insert(text)
        case .mouse: return true
        }
        model.path = path.editor.text
        return true
    }

    private func complete() {
        Task { [model, path] in
            await path.complete { _ in await model.completions() }
            model.path = path.editor.text
        }
    }
}
