import CardViewModels
import Cards
import Terminal

/// Asks for the password of an archive. What is typed is shown as dots.
@MainActor
final class PasswordScreen: Screen {
    let model: PasswordModel
    let app: AppModel
    private let table: CommandTable<PasswordScreen>
    private var editor = LineEditor()
    /// The last layout.
    private var layout = ScreenLayout(.zero)
    private var field = Rect.zero
    /// The problem, where there is no room for it beneath the field.
    private var advice: Message?

    private static let labelColumns = 9
    private static let maximumColumns = 60

    init(_ model: PasswordModel, app: AppModel, keyMap: KeyMap) {
        (self.model, self.app) = (model, app)
        table = PasswordCommands.table.mapped(by: keyMap)
    }

    var acceptsText: Bool { true }
    var commands: [CommandSection] { table.sections(on: self, reaches: isCommandKey) }
    var widgetKeys: [HelpView.Section] { [WidgetKeys.editing] }

    // MARK: - Drawing

    func layout(_ size: Size, style: ScreenStyle) {
        // A wrong password was removed, and no undo brings it back.
        if editor.text != model.password { editor = LineEditor(model.password) }
        advice = nil
        place(in: size, style)
        if let problem = model.problem, lines(of: problem).count > beneath.rows {
            advice = Message(problem, kind: .warning)
            place(in: size, style)
        }
        style.layoutFooter(table.hints(on: self), keepsEscape: true, in: layout.footer)
    }

    private func place(in size: Size, _ style: ScreenStyle) {
        layout = ScreenLayout(
            Rect(size), statusRows: StatusLine.rows(app, style, advice: advice, columns: size.columns))
        let area = layout.content.inset(left: 1, top: layout.content.rows > 4 ? 1 : 0, right: 1)
        let left = area.left + Self.labelColumns
        field = Rect(
            column: left, row: area.top, columns: max(1, min(Self.maximumColumns, area.right - left)), rows: 1)
    }

    /// Where the explanation, or the problem, stands.
    private var beneath: Rect {
        let top = field.bottom + 1
        return Rect(column: field.left, row: top, columns: field.columns, rows: max(0, layout.content.bottom - top))
    }

    private func lines(of text: String) -> [SafeText] { SafeText.paragraphs(text, columns: beneath.columns) }

    func draw(into canvas: inout Canvas, style: ScreenStyle) {
        let theme = style.theme
        let title = SafeText("Password of \(model.subject)", within: layout.title.columns)
        MessageLine(left: title, leftStyle: theme[.strong]).draw(on: &canvas, in: layout.title)
        canvas.write("password", at: Point(column: layout.content.left + 1, row: field.top), style: theme[.faint])
        let text = theme[.text].adding(.underline)
        canvas.fill(field, style: text)
        TextField(editor.hidden, style: text).draw(on: &canvas, in: field, isFocused: true)
        if advice == nil {
            let beneath = beneath
            for (row, line) in lines(of: model.problem ?? explanation).prefix(beneath.rows).enumerated() {
                canvas.write(
                    line, at: Point(column: beneath.left, row: beneath.top + row),
                    style: theme[model.problem == nil ? .faint : .warning])
            }
        }
        StatusLine(app: app, style: style, advice: advice).draw(on: &canvas, in: layout.status, theme: theme)
        style.drawFooter(on: &canvas)
    }

    private var explanation: String {
        model.isForReading
            ? "The archive is encrypted. Its password is used once and kept nowhere."
            : "The archive will be encrypted (AES-256), as Catima does it; without a password it is not. "
                + "Nobody can open it without the password."
    }

    // MARK: - Input

    func handle(_ event: InputEvent) -> Bool {
        switch event {
        case .key(let key):
            if isCommandKey(key), table.perform(key, on: self) { return true }
            guard editor.handle(key) else { return false }
        case .paste(let text): editor.insert(text)
        case .mouse: return true
        }
        model.password = editor.text
        return true
    }
}

/// The commands while a password is typed. Letters are text, so none of them is a command.
enum PasswordCommands {
    static let table = CommandTable([CommandTable.Section("Password", commands)], isInText: true)

    private static let commands: [Command<PasswordScreen>] = [
        Command(
            "password.finish", keys: [.enter], title: "use the password", hint: "use", also: ["ok", "open", "done"]
        ) {
            $0.model.finish()
        },
        .leave("password.leave", hint: "cancel"),
    ]
}
