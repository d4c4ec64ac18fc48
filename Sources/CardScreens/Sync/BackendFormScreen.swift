import Basics
import CardViewModels
import Cards
import Terminal

/// The form for a backend: its address, its service and its credentials, which are shown as dots, and beneath them what is meant, or why
/// it does not work.
@MainActor
final class BackendFormScreen: ModelScreen, TableScreen {
    let model: BackendFormModel
    let app: AppModel
    let table: CommandTable<BackendFormScreen>
    private(set) var focus = BackendFormModel.Field.url
    private var url: LineEditor
    private var credentials: LineEditor
    /// The last layout, for drawing and the mouse.
    private var layout = EntryLayout()

    private static let labels = EntryLayout.Labels(columns: 11)

    init(_ model: BackendFormModel, _ setup: ScreenSetup) {
        self.model = model
        app = setup.app
        // The screen may have been made again, with other keys.
        url = LineEditor(model.proposal.url)
        credentials = LineEditor(model.proposal.credentials)
        table = BackendFormCommands.table.mapped(by: setup.keyMap)
    }

    var acceptsText: Bool { focus != .service }
    var widgetKeys: [HelpView.Section] { [WidgetKeys.editing] }

    func layout(_ size: Size, style: ScreenStyle) {
        layout = EntryLayout(
            app, in: size, style, fields: BackendFormModel.Field.allCases.count,
            focused: BackendFormModel.Field.allCases.firstIndex(of: focus) ?? 0, labels: Self.labels,
            note: model.problem ?? explanation, advice: model.problem.map { Message($0, kind: .warning) })
        style.layoutFooter(table.hints(on: self), keepsEscape: true, in: layout.screen.footer)
    }

    func draw(into canvas: inout Canvas, style: ScreenStyle) {
        let theme = style.theme
        MessageLine(left: "Set a backend", leftStyle: theme[.strong]).draw(on: &canvas, in: layout.screen.title)
        for line in layout.lines { draw(line, on: &canvas, theme: theme) }
        layout.drawNote(as: model.problem == nil ? .faint : .warning, on: &canvas, theme: theme)
        StatusLine(
            app: app, style: style, advice: layout.advice, text: model.isTrying ? "Testing the backend…" : ""
        ).draw(on: &canvas, in: layout.screen.status, theme: theme)
        style.drawFooter(on: &canvas)
    }

    private func draw(_ line: EntryLayout.Line, on canvas: inout Canvas, theme: Theme) {
        let field = BackendFormModel.Field.allCases[line.field]
        let isFocused = focus == field
        let style = layout.draw(Self.label(of: field), of: line, isFocused: isFocused, on: &canvas, theme: theme)
        switch field {
        case .url:
            TextField(
                url, style: style, placeholder: "https://", placeholderStyle: theme[.faint]
            ).draw(on: &canvas, in: line.text, isFocused: isFocused)
        case .service:
            canvas.write(
                SafeText("\(model.proposal.kind.name) (\(model.proposal.kind.rawValue))"), at: line.text.origin,
                style: style)
            if isFocused { canvas.placeCursor(at: line.text.origin) }
        case .credentials:
            TextField(
                credentials.hidden, style: style, placeholder: "none", placeholderStyle: theme[.faint]
            ).draw(on: &canvas, in: line.text, isFocused: isFocused)
        }
    }

    private static func label(of field: BackendFormModel.Field) -> SafeText {
        switch field {
        case .url: "address"
        case .service: "service"
        case .credentials: "credentials"
        }
    }

    private var explanation: String {
        switch focus {
        case .url:
            "The address of the backend, such as https://cards.example. It is tested before anything is saved."
        case .service:
            switch model.proposal.kind {
            case .myCards: "A server with GET /cards.json and POST /cards, or a folder of files."
            case .firebase: "A Firebase Realtime Database: its address, or the address of a path in it."
            }
        case .credentials:
            "user:password, or a token; empty if the backend needs none. They are saved in a separate file that only you "
                + "can read."
        }
    }

    // MARK: - Input

    func handle(_ event: InputEvent) -> Bool {
        switch event {
        case .key(let key):
            if isCommandKey(key) || key.typedCharacter == nil, table.perform(key, on: self) { return true }
            if focus == .service { return toggle(key) }
            if key == .enter {
                moveFocus(by: 1)
                return true
            }
            return edit { $0.handle(key) }
        case .paste(let text):
            let text = text.trimmingBlanks
            return edit {
                // A whole address replaces what was typed.
                if focus == .url, text.contains("://") { $0.setText(text) } else { $0.insert(text) }
                return true
            }
        case .mouse(let mouse):
            if mouse.action == .press(.left), let field = layout.field(at: mouse.position) {
                focus = BackendFormModel.Field.allCases[field]
            }
            return true
        }
    }

    private func toggle(_ key: Key) -> Bool {
        guard key == Key(" ") else { return false }
        model.toggleService()
        return true
    }

    private func edit(_ change: (inout LineEditor) -> Bool) -> Bool {
        var editor = focus == .url ? url : credentials
        guard focus != .service, change(&editor) else { return false }
        if focus == .url {
            url = editor
            model.proposal.url = editor.text
        } else {
            credentials = editor
            model.proposal.credentials = editor.text
        }
        return true
    }

    /// Whether the footer has no room for long hints.
    var isNarrow: Bool { layout.screen.footer.columns < 44 }

    /// Tests and saves the backend; without an address the focus moves to its field.
    func save() {
        if model.proposal.url.isEmpty { focus = .url }
        model.save()
    }

    func moveFocus(by step: Int) {
        let fields = BackendFormModel.Field.allCases
        let index = fields.firstIndex(of: focus) ?? 0
        focus = fields[(index + step + fields.count) % fields.count]
    }
}
