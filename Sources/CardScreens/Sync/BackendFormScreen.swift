import CardViewModels
import Cards
import Terminal

/// The form for a backend: its address, its service and its credentials, which are shown as dots, and beneath them what is meant, or why
/// it does not work.
@MainActor
final class BackendFormScreen: Screen {
    let model: BackendFormModel
    let app: AppModel
    private let table: CommandTable<BackendFormScreen>
    private(set) var focus = BackendFormModel.Field.url
    private var url: LineEditor
    private var credentials: LineEditor
    /// The last layout, for drawing and the mouse.
    private var layout = ScreenLayout(.zero)
    private var lines: [(field: BackendFormModel.Field, label: Rect, text: Rect)] = []
    /// The problem, where there is no room for it beneath the fields.
    private var advice: Message?

    private static let labelColumns = 11
    private static let maximumColumns = 60

    init(_ model: BackendFormModel, app: AppModel, keyMap: KeyMap) {
        (self.model, self.app) = (model, app)
        // The screen may have been made again, with other keys.
        url = LineEditor(model.proposal.url)
        credentials = LineEditor(model.proposal.credentials)
        table = BackendFormCommands.table.mapped(by: keyMap)
    }

    var acceptsText: Bool { focus != .service }
    var commands: [CommandSection] { table.sections(on: self, reaches: isCommandKey) }
    var widgetKeys: [HelpView.Section] { [WidgetKeys.editing] }

    func layout(_ size: Size, style: ScreenStyle) {
        advice = nil
        place(in: size, style)
        if let problem = model.problem, lines(of: problem).count > beneath.rows {
            advice = Message(problem, kind: .warning)
            place(in: size, style)
        }
        style.layoutFooter(table.hints(on: self), keepsEscape: true, in: layout.footer)
    }

    /// Places the fields above the status line.
    private func place(in size: Size, _ style: ScreenStyle) {
        layout = ScreenLayout(
            Rect(size), statusRows: StatusLine.rows(app, style, advice: advice, columns: size.columns))
        let area = layout.content.inset(left: 1, top: layout.content.rows > 8 ? 1 : 0, right: 1)
        let left = area.left + Self.labelColumns + 2
        let columns = max(1, min(Self.maximumColumns, area.right - left))
        // The field with the focus stays in sight where there is no room for all.
        let focused = BackendFormModel.Field.allCases.firstIndex(of: focus) ?? 0
        let first = max(0, focused + 1 - area.rows)
        let fields = BackendFormModel.Field.allCases.dropFirst(first).prefix(area.rows)
        lines = zip(area.top..., fields).map { row, field in
            (
                field, Rect(column: area.left, row: row, columns: Self.labelColumns, rows: 1),
                Rect(column: left, row: row, columns: columns, rows: 1)
            )
        }
    }

    /// Where what is meant, or the problem, stands beneath the fields.
    private var beneath: Rect {
        guard let last = lines.last?.text else { return .zero }
        let top = last.bottom + 1
        return Rect(column: last.left, row: top, columns: last.columns, rows: layout.content.bottom - top)
    }

    private func lines(of text: String) -> [SafeText] { SafeText.paragraphs(text, columns: beneath.columns) }

    func draw(into canvas: inout Canvas, style: ScreenStyle) {
        let theme = style.theme
        MessageLine(left: "Set a backend", leftStyle: theme[.strong]).draw(on: &canvas, in: layout.title)
        for line in lines { draw(line.field, line.label, line.text, on: &canvas, theme: theme) }
        if advice == nil {
            let beneath = beneath
            for (row, text) in lines(of: model.problem ?? explanation).prefix(beneath.rows).enumerated() {
                canvas.write(
                    text, at: Point(column: beneath.left, row: beneath.top + row),
                    style: theme[model.problem == nil ? .faint : .warning])
            }
        }
        StatusLine(app: app, style: style, advice: advice, text: model.isTrying ? "Testing the backend…" : "").draw(
            on: &canvas, in: layout.status, theme: theme)
        style.drawFooter(on: &canvas)
    }

    private func draw(
        _ field: BackendFormModel.Field, _ label: Rect, _ text: Rect, on canvas: inout Canvas, theme: Theme
    ) {
        let isFocused = focus == field
        let style = isFocused ? theme[.text].adding(.underline) : theme[.text]
        Label(Self.label(of: field), style: theme[isFocused ? .accent : .faint], alignment: .trailing).draw(
            on: &canvas, in: label)
        if isFocused { canvas.fill(text, style: style) }
        switch field {
        case .url:
            TextField(
                url, style: style, placeholder: "https://", placeholderStyle: theme[.faint]
            ).draw(on: &canvas, in: text, isFocused: isFocused)
        case .service:
            canvas.write(
                SafeText("\(model.proposal.kind.name) (\(model.proposal.kind.rawValue))"), at: text.origin, style: style
            )
            if isFocused { canvas.placeCursor(at: text.origin) }
        case .credentials:
            TextField(
                credentials.hidden, style: style, placeholder: "none", placeholderStyle: theme[.faint]
            ).draw(on: &canvas, in: text, isFocused: isFocused)
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
            if mouse.action == .press(.left), let line = lines.first(where: { $0.text.contains(mouse.position) }) {
                focus = line.field
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
    var isNarrow: Bool { layout.footer.columns < 44 }

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

extension String {
    /// Without blanks and line ends around it, which a copied address or token often has.
    fileprivate var trimmingBlanks: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
