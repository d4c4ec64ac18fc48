import CardViewModels
import Cards
import Terminal

/// The form that books an amount: amount, day and note, and beneath them the balance before and after, or why it cannot be booked.
@MainActor
final class BookingScreen: Screen {
    enum Field: CaseIterable { case amount, day, note }

    let model: BookingModel
    let app: AppModel
    private let table: CommandTable<BookingScreen>
    private var focus = Field.amount
    private var editors: [Field: LineEditor]
    /// The last layout.
    private var layout = ScreenLayout(.zero)
    private var lines: [(field: Field, label: Rect, text: Rect)] = []
    /// The text beneath, where there is no room for it there.
    private var advice: Message?

    private static let labelColumns = 6
    private static let maximumColumns = 60

    init(_ model: BookingModel, app: AppModel, keyMap: KeyMap) {
        (self.model, self.app) = (model, app)
        // The screen may have been made again, with other keys.
        editors = [
            .amount: LineEditor(model.amountText), .day: LineEditor(model.dayText), .note: LineEditor(model.note),
        ]
        table = BookingCommands.table.mapped(by: keyMap)
    }

    var acceptsText: Bool { true }
    var commands: [CommandSection] { table.sections(on: self, reaches: isCommandKey) }
    var widgetKeys: [HelpView.Section] { [WidgetKeys.editing] }

    func moveFocus(by count: Int) {
        let fields = Field.allCases
        let index = fields.firstIndex(of: focus) ?? 0
        focus = fields[(index + count + fields.count) % fields.count]
    }

    // MARK: - Drawing

    func layout(_ size: Size, style: ScreenStyle) {
        advice = nil
        place(in: size, style)
        if lines(of: result).count > beneath.rows {
            advice = Message(result, kind: model.problem == nil ? .news : .warning)
            place(in: size, style)
        }
        style.layoutFooter(table.hints(on: self), keepsEscape: true, in: layout.footer)
    }

    private func place(in size: Size, _ style: ScreenStyle) {
        layout = ScreenLayout(
            Rect(size), statusRows: StatusLine.rows(app, style, advice: advice, columns: size.columns))
        let area = layout.content.inset(left: 1, top: layout.content.rows > 8 ? 1 : 0, right: 1)
        let left = area.left + Self.labelColumns + 2
        let columns = max(1, min(Self.maximumColumns, area.right - left))
        // The field with the focus stays in sight where there is no room for all.
        let focused = Field.allCases.firstIndex(of: focus) ?? 0
        let fields = Field.allCases.dropFirst(max(0, focused + 1 - area.rows)).prefix(max(0, area.rows))
        lines = zip(area.top..., fields).map { row, field in
            (
                field, Rect(column: area.left, row: row, columns: Self.labelColumns, rows: 1),
                Rect(column: left, row: row, columns: columns, rows: 1)
            )
        }
    }

    /// Where the balance, or the problem, stands.
    private var beneath: Rect {
        guard let last = lines.last?.text else { return .zero }
        let top = last.bottom + 1
        return Rect(column: last.left, row: top, columns: last.columns, rows: max(0, layout.content.bottom - top))
    }

    private func lines(of text: String) -> [SafeText] { SafeText.paragraphs(text, columns: max(1, beneath.columns)) }

    /// The balance before and after, or why there is none.
    private var result: String {
        if let problem = model.problem { return problem }
        if let effect = model.effect {
            return "balance \(app.format.text(effect.before)), then \(app.format.text(effect.after))"
        }
        let balance = model.card.amountLeft.map { "balance \(app.format.text($0)). " } ?? ""
        return balance + "An amount is spent, +20 is received."
    }

    func draw(into canvas: inout Canvas, style: ScreenStyle) {
        let theme = style.theme
        let title = SafeText("Spend or receive: \(model.card.name)", within: layout.title.columns)
        MessageLine(left: title, leftStyle: theme[.strong]).draw(on: &canvas, in: layout.title)
        for line in lines { draw(line.field, line.label, line.text, on: &canvas, theme: theme) }
        if advice == nil {
            let beneath = beneath
            for (row, text) in lines(of: result).prefix(beneath.rows).enumerated() {
                canvas.write(
                    text, at: Point(column: beneath.left, row: beneath.top + row),
                    style: theme[model.problem == nil ? .faint : .warning])
            }
        }
        StatusLine(app: app, style: style, advice: advice).draw(on: &canvas, in: layout.status, theme: theme)
        style.drawFooter(on: &canvas)
    }

    private func draw(_ field: Field, _ label: Rect, _ text: Rect, on canvas: inout Canvas, theme: Theme) {
        let isFocused = focus == field
        let style = isFocused ? theme[.text].adding(.underline) : theme[.text]
        Label(Self.label(of: field), style: theme[isFocused ? .accent : .faint], alignment: .trailing).draw(
            on: &canvas, in: label)
        if isFocused { canvas.fill(text, style: style) }
        TextField(
            editors[field] ?? LineEditor(), style: style, placeholder: Self.placeholder(of: field),
            placeholderStyle: theme[.faint]
        ).draw(on: &canvas, in: text, isFocused: isFocused)
    }

    private static func label(of field: Field) -> SafeText {
        switch field {
        case .amount: "amount"
        case .day: "day"
        case .note: "note"
        }
    }

    private static func placeholder(of field: Field) -> SafeText {
        switch field {
        case .amount: "7.40 or +20"
        case .day: "today"
        case .note: ""
        }
    }

    // MARK: - Input

    func handle(_ event: InputEvent) -> Bool {
        switch event {
        case .key(let key):
            if isCommandKey(key), table.perform(key, on: self) { return true }
            guard editors[focus]?.handle(key) == true else { return false }
        case .paste(let text): editors[focus]?.insert(text)
        case .mouse(let mouse):
            if mouse.action == .press(.left), let line = lines.first(where: { $0.text.contains(mouse.position) }) {
                focus = line.field
            }
            return true
        }
        let text = editors[focus]?.text ?? ""
        switch focus {
        case .amount: model.amountText = text
        case .day: model.dayText = text
        case .note: model.note = text
        }
        return true
    }
}
