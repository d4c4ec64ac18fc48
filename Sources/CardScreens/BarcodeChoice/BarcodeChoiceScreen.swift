import CardViewModels
import Cards
import Observation
import Terminal

/// The picker for kinds of barcode: those that can encode the value first, narrowed by typed text; a preview of the selected kind
/// beside them.
@MainActor @Observable
final class BarcodeChoiceScreen: ModelScreen, FilteredRowsScreen {
    let model: BarcodeChoiceModel
    let app: AppModel
    let table: CommandTable<BarcodeChoiceScreen>
    private(set) var state: ChooserState
    /// The last layout, for drawing, paging and the mouse.
    @ObservationIgnored private var screen = ScreenLayout(.zero)
    @ObservationIgnored private var layout = BarcodeChoiceLayout(in: .zero)

    init(_ model: BarcodeChoiceModel, _ setup: ScreenSetup) {
        self.model = model
        app = setup.app
        table = BarcodeChoiceCommands.table.mapped(by: setup.keyMap)
        state = ChooserState(
            model.rows.map { ChooserState.Item(SafeText(Self.label(of: $0))) }, selecting: model.firstSelected)
    }

    private static func label(of row: BarcodeChoiceModel.Row) -> String { row.format?.label ?? "no barcode" }

    var acceptsText: Bool { true }
    var widgetKeys: [HelpView.Section] {
        let letters = KeyHint(key: "a-z", text: "filter by name")
        return [HelpView.Section("Typing", [letters])]
    }

    var selectedRow: BarcodeChoiceModel.Row? { state.selectedItem.map { model.rows[$0] } }

    // MARK: - Drawing

    func layout(_ size: Size, style: ScreenStyle) {
        screen = ScreenLayout(
            Rect(size), statusRows: StatusLine.rows(app, style, advice: reason, columns: size.columns))
        layout = BarcodeChoiceLayout(in: screen.content)
        style.layoutFooter(table.hints(on: self), keepsEscape: true, in: screen.footer)
    }

    func draw(into canvas: inout Canvas, style: ScreenStyle) {
        let theme = style.theme
        let value = SafeText(model.value)
        MessageLine(
            left: "Choose the barcode", leftStyle: theme[.strong],
            right: value.truncated(to: max(0, screen.title.columns - 24)), rightStyle: theme[.faint]
        ).draw(on: &canvas, in: screen.title)
        canvas.write("/", at: Point(column: layout.field.left - 2, row: layout.field.top), style: theme[.accent])
        TextField(
            state.editor, style: theme[.text], placeholder: "part of a name", placeholderStyle: theme[.faint]
        ).draw(on: &canvas, in: layout.field, isFocused: true)
        drawRows(on: &canvas, theme: theme) { draw($1, on: &$0, theme) }
        if let preview = layout.preview {
            BarcodePreview(preview: model.preview).draw(on: &canvas, in: preview, style: style)
        }
        StatusLine(app: app, style: style, advice: reason, text: SafeText(status)).draw(
            on: &canvas, in: screen.status, theme: theme)
        style.drawFooter(on: &canvas)
    }

    /// The label, followed by the reason why the kind does not fit where there is room for it; the status line shows that of the selected
    /// kind.
    private func draw(_ found: ChooserState.Found, on canvas: inout Canvas, _ theme: Theme) -> Rect {
        let (title, problem) = (state.items[found.index].title, model.rows[found.index].problem)
        let area = canvas.bounds.inset(left: 3)
        let end = MatchLabel(title, style: theme[problem == nil ? .text : .faint], positions: found.positions).draw(
            on: &canvas, in: area, theme: theme)
        let rest = canvas.bounds.inset(left: min(end + 2, canvas.bounds.columns), right: 2)
        if let reason = problem.map({ SafeText($0) }), reason.width <= rest.columns {
            Label(reason, style: theme[.faint]).draw(on: &canvas, in: rest)
        }
        return Rect(column: area.left, row: 0, columns: end - area.left, rows: 1)
    }

    /// Why the selected kind does not fit.
    private var reason: Message? { selectedRow?.problem.map { Message($0) } }
    private var status: String { selectedRow.map { $0.format == nil ? "removes the card's barcode" : "" } ?? "" }

    // MARK: - Input

    func handle(_ event: InputEvent) -> Bool {
        switch event {
        case .key(let key):
            if table.perform(key, on: self) { return true }
            guard state.type(key) else { return false }
        case .paste(let text): state.paste(text)
        case .mouse(let mouse): handle(mouse)
        }
        model.showPreview(of: selectedRow)
        return true
    }

    var rowsArea: Rect { layout.list }

    func select(_ change: (inout ChooserState) -> Void) {
        change(&state)
        model.showPreview(of: selectedRow)
    }

    func accept() { if let selectedRow { app.forms.choose(selectedRow, in: model) } }

    /// Clears the typed text before leaving.
    func leave() {
        if state.editor.isEmpty { app.back() } else { select { $0.setText("") } }
    }
}
