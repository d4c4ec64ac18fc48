import CardViewModels
import Cards
import Terminal

/// Asks for the password of an archive. What is typed is shown as dots.
@MainActor
final class PasswordScreen: ModelScreen, TableScreen {
    let model: PasswordModel
    let app: AppModel
    let table: CommandTable<PasswordScreen>
    private var editor = LineEditor()
    /// The last layout.
    private var layout = EntryLayout()

    private static let labels = EntryLayout.Labels(columns: 8, gap: 1, lowRows: 4)

    init(_ model: PasswordModel, _ setup: ScreenSetup) {
        self.model = model
        app = setup.app
        table = PasswordCommands.table.mapped(by: setup.keyMap)
    }

    var acceptsText: Bool { true }
    var widgetKeys: [HelpView.Section] { [WidgetKeys.editing] }

    // MARK: - Drawing

    func layout(_ size: Size, style: ScreenStyle) {
        // A wrong password was removed, and no undo brings it back.
        if editor.text != model.password { editor = LineEditor(model.password) }
        layout = EntryLayout(
            app, in: size, style, fields: 1, labels: Self.labels, note: model.problem ?? explanation,
            advice: model.problem.map { Message($0, kind: .warning) })
        style.layoutFooter(table.hints(on: self), keepsEscape: true, in: layout.screen.footer)
    }

    func draw(into canvas: inout Canvas, style: ScreenStyle) {
        let theme = style.theme
        let title = SafeText("Password of \(model.subject)", within: layout.screen.title.columns)
        MessageLine(left: title, leftStyle: theme[.strong]).draw(on: &canvas, in: layout.screen.title)
        for line in layout.lines {
            let text = layout.draw("password", of: line, isFocused: true, on: &canvas, theme: theme)
            TextField(editor.hidden, style: text).draw(on: &canvas, in: line.text, isFocused: true)
        }
        layout.drawNote(as: model.problem == nil ? .faint : .warning, on: &canvas, theme: theme)
        StatusLine(app: app, style: style, advice: layout.advice).draw(
            on: &canvas, in: layout.screen.status, theme: theme)
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
        if case .key(let key) = event, isCommandKey(key), table.perform(key, on: self) { return true }
        guard editor.handle(event) else { return false }
        model.password = editor.text
        return true
    }
}

/// The commands while a password is typed. Letters are text, so none of them is a command.
enum PasswordCommands {
    static let table = CommandTable([CommandTable.Section("Password", commands)], isInText: true)

    private static let commands: [Command<PasswordScreen>] = [
        Command(
            "password.finish", [.enter], "use the password", hint: "use", also: ["ok", "open", "done"]
        ) {
            $0.model.finish()
        },
        .leave("password", hint: "cancel"),
    ]
}
