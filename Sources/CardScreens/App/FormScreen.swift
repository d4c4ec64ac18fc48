import CardViewModels
import Terminal

/// What a form remembers of its fields: which has the focus, what is typed, and where they were in the last layout.
@MainActor
final class FormFields<Field: CaseIterable & Hashable> where Field.AllCases == [Field] {
    fileprivate let labels: EntryLayout.Labels
    fileprivate(set) var layout = EntryLayout()
    var focus: Field
    /// Those that are typed in.
    var editors: [Field: LineEditor]

    init(labels: EntryLayout.Labels, focus: Field, texts: [Field: String]) {
        self.labels = labels
        self.focus = focus
        editors = texts.mapValues { LineEditor($0) }
    }

    /// Shows the text in its field, unless it is there already; what was typed can be brought back.
    func show(_ text: String, in field: Field) {
        if editors[field]?.text != text { editors[field, default: LineEditor()].setText(text) }
    }

    /// Shows the text in its field, and forgets what was typed there.
    func replace(_ text: String, in field: Field) {
        if editors[field]?.text != text { editors[field] = LineEditor(text) }
    }

    fileprivate var focusedIndex: Int { Field.allCases.firstIndex(of: focus) ?? 0 }

    func moveFocus(by step: Int) {
        let fields = Field.allCases
        focus = fields[(focusedIndex + step + fields.count) % fields.count]
    }
}

/// How a field of a form looks.
struct FormField {
    let label: SafeText
    /// Where nothing is typed.
    var placeholder: SafeText = ""
    /// Whether what is typed is shown as dots.
    var isHidden = false
    /// The value of a field that is chosen; nil for one that is typed in.
    var choice: SafeText?
}

/// A form: fields of one line below one another, and beneath them a note that says what is meant, or why it does not work. Moving between
/// the fields, typing, the mouse and drawing are the same on all of them.
@MainActor
protocol FormScreen: TableScreen {
    associatedtype Field: CaseIterable & Hashable where Field.AllCases == [Field]

    var fields: FormFields<Field> { get }
    var title: String { get }
    /// At the right of the title.
    var titleNote: SafeText { get }
    /// Why it does not work; nil for nothing.
    var problem: String? { get }
    var explanation: String { get }
    /// Whether the explanation takes the place of the status line where there is no room for it beneath the fields.
    var alwaysExplains: Bool { get }
    /// What the program is doing, for the status line; empty for nothing.
    var activity: SafeText { get }

    func look(of field: Field) -> FormField
    /// Takes over what the model changed, before each layout.
    func update()
    /// Lays out what is on the page beside the fields.
    func layoutParts(style: ScreenStyle)
    /// Draws what is on the page beside the fields.
    func drawParts(on canvas: inout Canvas, style: ScreenStyle)
    /// Takes over what was typed.
    func typed(_ editor: LineEditor, in field: Field)
    func insert(_ text: String, into editor: inout LineEditor, of field: Field)
    /// A key in a field that is chosen. Returns whether it was handled.
    func choose(_ key: Key) -> Bool
    /// Enter, where it is no command. Returns whether it was handled.
    func enter() -> Bool
    func moveFocus(by step: Int)
}

extension FormScreen {
    var titleNote: SafeText { "" }
    var alwaysExplains: Bool { false }
    var activity: SafeText { "" }
    var acceptsText: Bool { look(of: fields.focus).choice == nil }
    var widgetKeys: [HelpView.Section] { [WidgetKeys.editing] }

    func update() {}
    func layoutParts(style: ScreenStyle) {}
    func drawParts(on canvas: inout Canvas, style: ScreenStyle) {}
    func insert(_ text: String, into editor: inout LineEditor, of field: Field) { editor.insert(text) }
    func choose(_ key: Key) -> Bool { false }
    func enter() -> Bool { false }
    func moveFocus(by step: Int) { fields.moveFocus(by: step) }

    func layout(_ size: Size, style: ScreenStyle) {
        update()
        let note = problem ?? explanation
        let advice =
            problem != nil || alwaysExplains ? Message(note, kind: problem == nil ? .news : .warning) : nil
        fields.layout = EntryLayout(
            app, in: size, style, fields: Field.allCases.count, focused: fields.focusedIndex, labels: fields.labels,
            note: note, advice: advice)
        layoutParts(style: style)
        style.layoutFooter(table.hints(on: self), keepsEscape: true, in: fields.layout.screen.footer)
    }

    func draw(into canvas: inout Canvas, style: ScreenStyle) {
        let (theme, layout) = (style.theme, fields.layout)
        MessageLine(
            left: SafeText(title, within: layout.screen.title.columns), leftStyle: theme[.strong], right: titleNote,
            rightStyle: theme[.faint]
        ).draw(on: &canvas, in: layout.screen.title)
        for line in layout.lines { draw(line, on: &canvas, theme: theme) }
        layout.drawNote(as: problem == nil ? .faint : .warning, on: &canvas, theme: theme)
        drawParts(on: &canvas, style: style)
        StatusLine(app: app, style: style, advice: layout.advice, text: activity).draw(
            on: &canvas, in: layout.screen.status, theme: theme)
        style.drawFooter(on: &canvas)
    }

    private func draw(_ line: EntryLayout.Line, on canvas: inout Canvas, theme: Theme) {
        let field = Field.allCases[line.field]
        let isFocused = field == fields.focus
        let look = look(of: field)
        let style = fields.layout.draw(look.label, of: line, isFocused: isFocused, on: &canvas, theme: theme)
        if let choice = look.choice {
            canvas.write(choice, at: line.text.origin, style: style)
            if isFocused { canvas.placeCursor(at: line.text.origin) }
        } else {
            let editor = fields.editors[field] ?? LineEditor()
            TextField(
                look.isHidden ? editor.hidden : editor, style: style, placeholder: look.placeholder,
                placeholderStyle: theme[.faint]
            ).draw(on: &canvas, in: line.text, isFocused: isFocused)
        }
    }

    func handle(_ event: InputEvent) -> Bool {
        switch event {
        case .key(let key):
            if isCommandKey(key), table.perform(key, on: self) { return true }
            if look(of: fields.focus).choice != nil { return choose(key) }
            if key == .enter { return enter() }
            return edit { $0.handle(key) }
        case .paste(let text):
            return edit { editor in
                insert(text, into: &editor, of: fields.focus)
                return true
            }
        case .mouse(let mouse):
            if mouse.action == .press(.left), let field = fields.layout.field(at: mouse.position) {
                fields.focus = Field.allCases[field]
            }
            return true
        }
    }

    private func edit(_ change: (inout LineEditor) -> Bool) -> Bool {
        let field = fields.focus
        guard look(of: field).choice == nil else { return false }
        var editor = fields.editors[field] ?? LineEditor()
        guard change(&editor) else { return false }
        fields.editors[field] = editor
        typed(editor, in: field)
        return true
    }
}

extension Command where Screen: FormScreen {
    static func fields(
        _ prefix: String, next: String = "next field", previous: String = "previous field"
    ) -> [Command] {
        [
            Command("\(prefix).next", [.tab, .down], next, hint: "next") { $0.moveFocus(by: 1) },
            Command("\(prefix).previous", [.shiftTab, .up], previous) { $0.moveFocus(by: -1) },
        ]
    }
}

extension LineEditor {
    /// The text as dots, for what is never shown.
    var hidden: LineEditor {
        var dots = LineEditor(String(repeating: "•", count: text.count))
        dots.moveCursor(toOffset: cursor * "•".utf8.count)
        return dots
    }
}
