import CardViewModels
import Cards
import Terminal

/// The form of a secret field: its label, and the secret, which is shown as dots.
@MainActor
final class SecretFieldScreen: ModelScreen, TableScreen {
    enum Field: CaseIterable { case label, secret }

    let model: SecretFieldModel
    let app: AppModel
    let table: CommandTable<SecretFieldScreen>
    private var focus: Field
    private var editors: [Field: LineEditor]
    /// The last layout.
    private var layout = EntryLayout()

    private static let labels = EntryLayout.Labels(columns: 6)

    init(_ model: SecretFieldModel, _ setup: ScreenSetup) {
        self.model = model
        app = setup.app
        // The screen may have been made again, with other keys.
        editors = [.label: LineEditor(model.label), .secret: LineEditor(model.value)]
        focus = model.label.isEmpty ? .label : .secret
        table = SecretFieldCommands.table.mapped(by: setup.keyMap)
    }

    var acceptsText: Bool { true }
    var widgetKeys: [HelpView.Section] { [WidgetKeys.editing] }

    func moveFocus() { focus = focus == .label ? .secret : .label }

    // MARK: - Drawing

    func layout(_ size: Size, style: ScreenStyle) {
        layout = EntryLayout(
            app, in: size, style, fields: Field.allCases.count, focused: Field.allCases.firstIndex(of: focus) ?? 0,
            labels: Self.labels, note: model.problem ?? explanation,
            advice: Message(model.problem ?? explanation, kind: model.problem == nil ? .news : .warning))
        style.layoutFooter(table.hints(on: self), keepsEscape: true, in: layout.screen.footer)
    }

    private var explanation: String {
        (model.known.map { "Replaces the \($0.shortName) that the card has. " } ?? "")
            + "It is shown as dots, is in no search and no history, and exports leave it out. "
            + "On this machine it is not encrypted; your other devices get it where the shared cards are."
    }

    func draw(into canvas: inout Canvas, style: ScreenStyle) {
        let theme = style.theme
        let title = SafeText("Secret field: \(model.cardName)", within: layout.screen.title.columns)
        MessageLine(left: title, leftStyle: theme[.strong]).draw(on: &canvas, in: layout.screen.title)
        for line in layout.lines {
            let field = Field.allCases[line.field]
            let isFocused = focus == field
            let style = layout.draw(
                field == .label ? "label" : "secret", of: line, isFocused: isFocused, on: &canvas, theme: theme)
            let editor = editors[field] ?? LineEditor()
            TextField(
                field == .label ? editor : editor.hidden, style: style, placeholder: field == .label ? "PIN" : "",
                placeholderStyle: theme[.faint]
            ).draw(on: &canvas, in: line.text, isFocused: isFocused)
        }
        layout.drawNote(as: model.problem == nil ? .faint : .warning, on: &canvas, theme: theme)
        StatusLine(app: app, style: style, advice: layout.advice).draw(
            on: &canvas, in: layout.screen.status, theme: theme)
        style.drawFooter(on: &canvas)
    }

    // MARK: - Input

    func finish() {
        // Enter in the first field goes on to the second.
        if focus == .label, model.value.isEmpty { return moveFocus() }
        model.finish()
    }

    func handle(_ event: InputEvent) -> Bool {
        switch event {
        case .key(let key):
            if isCommandKey(key), table.perform(key, on: self) { return true }
            guard editors[focus]?.handle(key) == true else { return false }
        case .paste(let text):
            // The end of a copied line would be a blank that nobody sees behind dots.
            let line = text.replacing(/[\r\n]+$/, with: "")
            editors[focus]?.insert(focus == .secret ? line : text)
        case .mouse(let mouse):
            if mouse.action == .press(.left), let field = layout.field(at: mouse.position) {
                focus = Field.allCases[field]
            }
            return true
        }
        let text = editors[focus]?.text ?? ""
        switch focus {
        case .label: model.label = text
        case .secret: model.value = text
        }
        return true
    }
}

/// The commands of the form of a secret field. Letters are text, so none of them is a command.
enum SecretFieldCommands {
    static let table = CommandTable([CommandTable.Section("Secret field", commands)], isInText: true)

    private static let commands: [Command<SecretFieldScreen>] = [
        Command(
            "secret.save", [.enter, .control("s")], "save the secret field", hint: "save", also: ["save", "ok", "done"]
        ) {
            $0.finish()
        },
        Command("secret.next", [.tab, .down], "other field", hint: "next") { $0.moveFocus() },
        Command("secret.previous", [.shiftTab, .up], "other field, backwards") { $0.moveFocus() },
        Command(
            "secret.remove", [.control("d")], "remove the secret field",
            hintNow: { $0.model.known == nil ? nil : "remove" },
            also: ["delete", "remove"],
            when: Requirement("removes the field with this label, but the card has none") { $0.model.known != nil }
        ) {
            $0.model.remove()
        },
        .leave("secret", hint: "cancel"),
    ]
}
