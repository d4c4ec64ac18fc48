import Basics
import CardViewModels
import Cards
import Terminal

/// The form for an address over which the cards are shared with other devices, and what this device is called there.
@MainActor
final class SharingFormScreen: ModelScreen, TableScreen {
    let model: SharingFormModel
    let app: AppModel
    let table: CommandTable<SharingFormScreen>
    private(set) var focus = SharingFormModel.Field.address
    private let address = PathField()
    private var deviceName: LineEditor
    /// The last layout, for drawing and the mouse.
    private var layout = EntryLayout()

    private static let labels = EntryLayout.Labels(columns: 11)

    init(_ model: SharingFormModel, _ setup: ScreenSetup) {
        self.model = model
        app = setup.app
        // The screen may have been made again, with other keys.
        deviceName = LineEditor(model.deviceName)
        address.editor.setText(model.address)
        table = SharingFormCommands.table.mapped(by: setup.keyMap)
    }

    var acceptsText: Bool { true }
    var widgetKeys: [HelpView.Section] { [WidgetKeys.editing] }

    func layout(_ size: Size, style: ScreenStyle) {
        // The name of this device comes from the store.
        if deviceName.text != model.deviceName { deviceName = LineEditor(model.deviceName) }
        layout = EntryLayout(
            app, in: size, style, fields: SharingFormModel.Field.allCases.count,
            focused: SharingFormModel.Field.allCases.firstIndex(of: focus) ?? 0, labels: Self.labels,
            note: model.problem
                ?? (address.suggestions.isEmpty ? explanation : address.suggestions.joined(separator: "  ")),
            advice: model.problem.map { Message($0, kind: .warning) })
        style.layoutFooter(table.hints(on: self), keepsEscape: true, in: layout.screen.footer)
    }

    func draw(into canvas: inout Canvas, style: ScreenStyle) {
        let theme = style.theme
        MessageLine(
            left: "Share with other devices", leftStyle: theme[.strong],
            right: SafeText(model.phase.map(ExchangeText.text) ?? ""), rightStyle: theme[.faint]
        ).draw(on: &canvas, in: layout.screen.title)
        for line in layout.lines { draw(line, on: &canvas, theme: theme) }
        layout.drawNote(as: model.problem == nil ? .faint : .warning, on: &canvas, theme: theme)
        StatusLine(app: app, style: style, advice: layout.advice, text: model.isTrying ? "One moment…" : "")
            .draw(on: &canvas, in: layout.screen.status, theme: theme)
        style.drawFooter(on: &canvas)
    }

    private func draw(_ line: EntryLayout.Line, on canvas: inout Canvas, theme: Theme) {
        let field = SharingFormModel.Field.allCases[line.field]
        let isFocused = focus == field
        let label: SafeText = field == .address ? "address" : "this device"
        let style = layout.draw(label, of: line, isFocused: isFocused, on: &canvas, theme: theme)
        TextField(
            field == .address ? address.editor : deviceName, style: style,
            placeholder: field == .address ? "folder:" : "", placeholderStyle: theme[.faint]
        ).draw(on: &canvas, in: line.text, isFocused: isFocused)
    }

    private var explanation: String {
        switch focus {
        case .address:
            "folder:PATH, https://… (WebDAV) or postgresql://…, which all devices reach. You are asked before anything is "
                + "sent. A password and a passphrase come from the settings: sync.credentials_file, sync.key_file."
        case .deviceName: "What the other devices call this one, in the history and in conflicts."
        }
    }

    // MARK: - Input

    func handle(_ event: InputEvent) -> Bool {
        switch event {
        case .key(let key):
            if isCommandKey(key) || key.typedCharacter == nil, table.perform(key, on: self) { return true }
            if key == .enter {
                if focus == .address { moveFocus(by: 1) } else { look() }
                return true
            }
            return edit { $0.handle(key) }
        case .paste(let text):
            return edit {
                // A whole address replaces what was typed.
                if focus == .address, text.contains(":") { $0.setText(text.trimmingBlanks) } else { $0.insert(text) }
                return true
            }
        case .mouse(let mouse):
            if mouse.action == .press(.left), let field = layout.field(at: mouse.position) {
                focus = SharingFormModel.Field.allCases[field]
            }
            return true
        }
    }

    private func edit(_ change: (inout LineEditor) -> Bool) -> Bool {
        var editor = focus == .address ? address.editor : deviceName
        guard change(&editor) else { return false }
        if focus == .address {
            (address.editor, model.address) = (editor, editor.text)
            address.forgetSuggestions()
        } else {
            (deviceName, model.deviceName) = (editor, editor.text)
        }
        return true
    }

    /// Without an address the focus moves to its field.
    func look() {
        if model.address.isEmpty { focus = .address }
        model.look()
    }

    /// Completes the path of a folder as far as possible; otherwise it goes to the next field.
    func next() {
        guard focus == .address, model.isPath else { return moveFocus(by: 1) }
        let hadSuggestions = !address.suggestions.isEmpty
        Task { [model, address] in
            let grew = await address.complete { await model.completions(of: $0) }
            model.address = address.editor.text
            if !grew, hadSuggestions || address.suggestions.isEmpty, focus == .address { moveFocus(by: 1) }
        }
    }

    func moveFocus(by step: Int) {
        address.forgetSuggestions()
        let fields = SharingFormModel.Field.allCases
        let index = fields.firstIndex(of: focus) ?? 0
        focus = fields[(index + step + fields.count) % fields.count]
    }
}
