import Basics
import CardCodes
import CardViewModels
import Cards
import Terminal

/// The picker for kinds of barcode: those that can encode the value first, narrowed by typed text; a preview of the selected kind
/// beside them.
@MainActor
final class BarcodeChoiceScreen: ModelScreen, FilteredRowsScreen {
    let model: BarcodeChoiceModel
    let app: AppModel
    let table: CommandTable<BarcodeChoiceScreen>
    @Observed private(set) var state: ChooserState
    /// The last layout, for drawing, paging and the mouse.
    private var screen = ScreenLayout(.zero)
    private var layout = BarcodeChoiceLayout(in: .zero)

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

/// The frames of the picker for kinds: an input line, the rows, and the code beside or beneath them.
struct BarcodeChoiceLayout {
    let field: Rect
    let list: Rect
    /// Nil if there is no space for a code.
    let preview: Rect?

    /// The longest label of a kind, after the selection mark.
    private static let listColumns = 23
    /// An EAN-13 with two modules in a column.
    private static let previewColumns = 57
    /// From this many rows on, half of them is enough for a code.
    private static let high = 14

    init(in area: Rect) {
        field = Rect(column: area.left + 3, row: area.top, columns: area.columns - 4, rows: 1)
        let below = area.inset(top: area.rows >= 6 ? 2 : 1)
        if area.columns >= Self.listColumns + Self.previewColumns {
            // The remaining columns show the reasons beside the labels.
            list = below.inset(right: Self.previewColumns)
            preview = below.inset(left: below.columns - Self.previewColumns)
        } else if below.rows >= Self.high {
            list = below.inset(bottom: below.rows / 2)
            preview = below.inset(top: below.rows - below.rows / 2)
        } else {
            list = below
            preview = nil
        }
    }
}

/// A small preview of a kind of barcode.
@MainActor
struct BarcodePreview {
    let preview: BarcodeChoiceModel.Preview

    func draw(on canvas: inout Canvas, in area: Rect, style: ScreenStyle) {
        switch preview {
        case .none, .loading: break
        case .failed(let message): PicturePane.draw(message, on: &canvas, in: area, style: style.theme[.faint])
        case .shown(let symbols): draw(symbols, on: &canvas, in: area, style: style)
        }
    }

    /// As large as fits, with white around it to the edges. No scanner reads it, so it needs no quiet zone.
    private func draw(_ symbols: [BarcodeSymbol], on canvas: inout Canvas, in area: Rect, style: ScreenStyle) {
        let sizes = BarcodeSizes(style.medium, isPlain: style.isPlain)
        let symbols = symbols.map(\.withoutQuietZone)
        guard let fit = sizes.cellFits(symbols, in: area.size).last else {
            let message = BarcodeText.tooSmall(sizes.smallest(symbols, for: area.size), here: area.size)
            return PicturePane.draw(message, on: &canvas, in: area, style: style.theme[.faint])
        }
        let ink = Ink(style.medium.colors)
        canvas.fill(area, style: ink.paper)
        fit.grid(isPlain: style.isPlain).draw(on: &canvas, in: area.centered(fit.size), ink: ink)
    }
}

/// The commands of the picker for kinds of barcode. Letters narrow the list, so none of them is a command.
enum BarcodeChoiceCommands {
    static let table = CommandTable(
        [
            CommandTable.Section("Choosing a kind of barcode", commands),
            CommandTable.Section("Moving", Command.movesInFilter("choose-kind.")),
        ], isInText: true)

    private static let commands: [Command<BarcodeChoiceScreen>] = [
        Command(
            "choose-kind.take", [.enter], "choose this kind", hint: "choose", also: ["ok"],
            when: Requirement("chooses a kind, but none matches") { $0.selectedRow != nil }
        ) {
            $0.accept()
        },
        Command("choose-kind.leave", [.escape], "clear the typed text, then back", hint: "back", leaves: true) {
            $0.leave()
        },
    ]
}
