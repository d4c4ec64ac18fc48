import CardViewModels
import Cards
import Terminal

/// The form that books an amount: amount, day and note, and beneath them the balance before and after, or why it cannot be booked.
@MainActor
final class BookingScreen: ModelScreen, TableScreen {
    enum Field: CaseIterable { case amount, day, note }

    let model: BookingModel
    let app: AppModel
    let table: CommandTable<BookingScreen>
    private var focus = Field.amount
    private var editors: [Field: LineEditor]
    /// The last layout.
    private var layout = EntryLayout()

    private static let labels = EntryLayout.Labels(columns: 6)

    init(_ model: BookingModel, _ setup: ScreenSetup) {
        self.model = model
        app = setup.app
        // The screen may have been made again, with other keys.
        editors = [
            .amount: LineEditor(model.amountText), .day: LineEditor(model.dayText), .note: LineEditor(model.note),
        ]
        table = BookingCommands.table.mapped(by: setup.keyMap)
    }

    var acceptsText: Bool { true }
    var widgetKeys: [HelpView.Section] { [WidgetKeys.editing] }

    func moveFocus(by count: Int) {
        let fields = Field.allCases
        let index = fields.firstIndex(of: focus) ?? 0
        focus = fields[(index + count + fields.count) % fields.count]
    }

    // MARK: - Drawing

    func layout(_ size: Size, style: ScreenStyle) {
        layout = EntryLayout(
            app, in: size, style, fields: Field.allCases.count, focused: Field.allCases.firstIndex(of: focus) ?? 0,
            labels: Self.labels, note: result, advice: Message(result, kind: model.problem == nil ? .news : .warning))
        style.layoutFooter(table.hints(on: self), keepsEscape: true, in: layout.screen.footer)
    }

    /// The balance before and after, or why there is none.
    private var result: String {
        if let problem = model.problem { return problem }
        if let effect = model.effect {
            if effect.isUsed { return Self.resultOfUse(effect, app.format) }
            return "balance \(app.format.text(effect.before)), then \(app.format.text(effect.after))"
        }
        guard let balance = model.card.amountLeft else { return "An amount is spent, +20 is received." }
        let text = app.format.text(balance)
        if !balance.unit.isCounted { return "\(text). \"used\" puts it away." }
        if let stamps = balance.stamps, stamps.count >= stamps.full {
            return "\(text): one free. x takes it."
        }
        if case .stamps = balance.unit { return "\(text). +1 adds a stamp." }
        return "balance \(text). An amount is spent, +20 is received."
    }

    private static func resultOfUse(_ effect: LedgerBooking.Effect, _ format: LocalFormat) -> String {
        effect.hasEntry ? "\(format.text(effect.before)) are spent; the card is archived" : "used; the card is archived"
    }

    func draw(into canvas: inout Canvas, style: ScreenStyle) {
        let theme = style.theme
        let title = SafeText("Spend or receive: \(model.card.name)", within: layout.screen.title.columns)
        MessageLine(left: title, leftStyle: theme[.strong]).draw(on: &canvas, in: layout.screen.title)
        for line in layout.lines {
            let field = Field.allCases[line.field]
            let isFocused = focus == field
            let style = layout.draw(Self.label(of: field), of: line, isFocused: isFocused, on: &canvas, theme: theme)
            TextField(
                editors[field] ?? LineEditor(), style: style, placeholder: placeholder(of: field),
                placeholderStyle: theme[.faint]
            ).draw(on: &canvas, in: line.text, isFocused: isFocused)
        }
        layout.drawNote(as: model.problem == nil ? .faint : .warning, on: &canvas, theme: theme)
        StatusLine(app: app, style: style, advice: layout.advice).draw(
            on: &canvas, in: layout.screen.status, theme: theme)
        style.drawFooter(on: &canvas)
    }

    private static func label(of field: Field) -> SafeText {
        switch field {
        case .amount: "amount"
        case .day: "day"
        case .note: "note"
        }
    }

    private var amountPlaceholder: SafeText {
        switch model.card.amountLeft?.unit {
        case .stamps: "+1"
        case .percent, .multiplier: "used"
        case .currency, .points, nil: "7.40 or +20"
        }
    }

    private func placeholder(of field: Field) -> SafeText {
        switch field {
        case .amount: amountPlaceholder
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
            if mouse.action == .press(.left), let field = layout.field(at: mouse.position) {
                focus = Field.allCases[field]
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
