import Basics
import CardTransfer
import CardViewModels
import Cards
import Terminal

/// A card in conflict: a block for each field, with the value of each side, who set it and when, and the decision.
///
/// It holds the focus and the editor of the typed value; decisions are in the model.
@MainActor
final class ConflictScreen: ModelScreen, TableScreen {
    let model: ConflictModel
    let app: AppModel
    private let decisionTable: CommandTable<ConflictScreen>
    private let writingTable: CommandTable<ConflictScreen>
    @Observed private var focused: CardField?
    @Observed private var editor: LineEditor?
    /// Whether the person scrolled away from the focus, to see a field that is longer than the window.
    @Observed private var isScrolled = false
    private var position = ScrollPosition()
    /// The focus's index among the fields, used when its field disappears.
    private var rank = 0
    /// The last layout, for drawing, scrolling and the mouse.
    private var screen = ScreenLayout(.zero)
    private var area = Rect.zero
    private var layout: ConflictLayout?
    private let texts = ConflictTexts()

    init(_ model: ConflictModel, _ setup: ScreenSetup) {
        self.model = model
        app = setup.app
        decisionTable = ConflictCommands.table.mapped(by: setup.keyMap)
        writingTable = WritingCommands.table.mapped(by: setup.keyMap)
    }

    private var isWriting: Bool { editor != nil && focus != nil && focus == focused }
    var acceptsText: Bool { isWriting }
    var table: CommandTable<ConflictScreen> { isWriting ? writingTable : decisionTable }
    var widgetKeys: [HelpView.Section] { isWriting ? [WidgetKeys.editing] : [] }

    /// The focused field; if it is decided and gone, the one at its index.
    private var focus: CardField? {
        let fields = model.fields
        if let focused, fields.contains(focused) { return focused }
        return fields.isEmpty ? nil : fields[max(0, min(rank, fields.count - 1))]
    }

    // MARK: - Drawing

    private var advice: Message? { model.interruption.map { Message($0, kind: .warning) } }

    func layout(_ size: Size, style: ScreenStyle) {
        screen = ScreenLayout(
            Rect(size), statusRows: StatusLine.rows(app, style, advice: advice, columns: size.columns))
        area = screen.content.inset(top: screen.content.rows > 12 ? 1 : 0, right: 1)
        let layout = makeLayout(style.theme)
        self.layout = layout
        position = position(layout)
        for side in layout.blocks.flatMap(\.sides) where side.paragraph == nil {
            PicturePane(state: model.picture(side.photo)).request(inFrame: side.value.size, style: style)
        }
        style.layoutFooter(table.hints(on: self), keepsEscape: true, in: screen.footer)
    }

    func draw(into canvas: inout Canvas, style: ScreenStyle) {
        guard let layout else { return }
        let theme = style.theme
        let (count, left) = (model.fields.count, model.left)
        MessageLine(
            left: SafeText("Conflict: \(model.name)", within: screen.title.columns), leftStyle: theme[.strong],
            right: count == 0 ? "" : SafeText("\(count - left) of \(count) decided"), rightStyle: theme[.faint]
        ).draw(on: &canvas, in: screen.title)
        ScrollArea(position: position, contentRows: layout.rows).draw(on: &canvas, in: area, theme: theme) { canvas in
            for block in layout.blocks { draw(block, isWide: layout.isWide, on: &canvas, style: style) }
        }
        let index = model.fields.firstIndex { $0 == focus }
        let number = index.map { "field \($0 + 1) of \(count)" } ?? ""
        let origin = SafeText(shownSide.map { "the card shows \($0) · \(number)" } ?? "")
        // Half a name is useless.
        StatusLine(
            app: app, style: style, advice: advice,
            text: origin.width <= screen.status.columns - 2 ? origin : SafeText(number)
        ).draw(on: &canvas, in: screen.status, theme: theme)
        style.drawFooter(on: &canvas)
    }

    /// Whose value of the focused field the card shows: "mine", "laptop's".
    private var shownSide: String? {
        focus.flatMap { model.sides(of: $0).first(where: \.isShown) }.map { $0.isMine ? "mine" : "\($0.name)'s" }
    }

    private func makeLayout(_ theme: Theme) -> ConflictLayout {
        let writing: ConflictLayout.Writing? =
            if isWriting, let focus, let editor {
                ConflictLayout.Writing(
                    field: focus, editor: editor, problem: model.problem(with: editor.text, in: focus),
                    maximumRows: max(1, area.rows))
            } else {
                nil
            }
        return ConflictLayout(
            model, columns: area.columns - 1, writing: writing, theme: theme, format: app.format, keeping: texts)
    }

    private func position(_ layout: ConflictLayout) -> ScrollPosition {
        let kept = position.top..<position.top
        let block = layout.blocks.first { $0.field == focus }
        let rows = isScrolled ? nil : block?.rows
        let shown = position.revealing(rows ?? kept, content: layout.rows, window: area.rows)
        // What is typed, and why it is not valid, stays in sight where there is no room for what it replaces.
        guard isWriting, let written = block?.written else { return shown }
        return shown.revealing(
            written.text.top..<written.problem.bottom, content: layout.rows, window: area.rows)
    }

    private func draw(
        _ block: ConflictLayout.Block, isWide: Bool, on canvas: inout Canvas, style: ScreenStyle
    ) {
        let theme = style.theme
        let isFocused = block.field == focus
        Label(
            SafeText(block.field.label), style: theme[isFocused ? .accent : .faint],
            alignment: isWide ? .trailing : .leading
        ).draw(
            on: &canvas, in: block.label)
        if isFocused {
            let edge = Rect(column: 0, row: block.rows.lowerBound, columns: 1, rows: block.rows.count)
            canvas.fill(edge, with: "▌", style: theme[.accent])
            let indent = isWide ? max(0, block.label.columns - SafeText(block.field.label).width) : 0
            let name = Point(column: block.label.left + indent, row: block.label.top)
            if !isWriting { canvas.placeCursor(at: name) }
        }
        let decision = model.decisions[block.field]
        for side in block.sides {
            let isChosen = decision == .side(side.side) && !(isFocused && isWriting)
            draw(side.side, isChosen: isChosen, on: &canvas, in: side.head, style)
            if let paragraph = side.paragraph {
                paragraph.draw(on: &canvas, in: side.value) { _ in side.spans }
            } else {
                PicturePane(state: model.picture(side.photo)).draw(
                    title: SafeText(block.field.label), isFocused: isChosen, on: &canvas, in: side.value, style: style)
            }
        }
        guard let written = block.written else { return }
        draw("edited", isChosen: true, on: &canvas, in: written.head, theme)
        draw(written, of: block.field, decision, isFocused: isFocused, on: &canvas, theme)
    }

    /// "● laptop", and when it was set.
    private func draw(
        _ side: ConflictSide, isChosen: Bool, on canvas: inout Canvas, in area: Rect, _ style: ScreenStyle
    ) {
        let theme = style.theme
        let name: SafeText =
            if side.isMine, case .here(let name) = side.source {
                SafeText(name.map { "mine (\($0))" } ?? "mine")
            } else {
                SafeText(side.name)
            }
        // A name goes before the hour, and before the day.
        let times = side.time.map {
            [
                DayText.dateTime($0, app.clock, style.format),
                DayText.day(app.clock.day($0), today: app.clock.today(), style.format),
            ].map { SafeText($0) }
        }
        let time = times?.first { name.width + $0.width + 4 <= area.columns }
        draw(name, isChosen: isChosen, on: &canvas, in: time.map { area.inset(right: $0.width + 2) } ?? area, theme)
        if let time { Label(time, style: theme[.faint], alignment: .trailing).draw(on: &canvas, in: area) }
    }

    private func draw(
        _ word: SafeText, isChosen: Bool, on canvas: inout Canvas, in area: Rect, _ theme: Theme
    ) {
        let label: SafeText = (isChosen ? "● " : "○ ") + word
        Label(label, style: theme[isChosen ? .accent : .faint]).draw(on: &canvas, in: area)
    }

    private func draw(
        _ written: ConflictLayout.Written, of field: CardField, _ decision: ConflictModel.Decision?, isFocused: Bool,
        on canvas: inout Canvas, _ theme: Theme
    ) {
        guard isFocused, isWriting, let editor else {
            if case .written(let text)? = decision {
                Paragraph(
                    text.isEmpty ? "none" : text, columns: written.text.columns, upTo: written.text.rows,
                    style: theme[text.isEmpty ? .faint : .text]
                ).draw(on: &canvas, in: written.text)
            }
            return
        }
        let style = theme[.text].adding(.underline)
        canvas.fill(written.text, style: style)
        if editor.isMultiline {
            TextArea(editor, style: style, keeping: texts.rows(of: .written, field)).draw(
                on: &canvas, in: written.text, isFocused: true)
        } else {
            TextField(editor, style: style).draw(on: &canvas, in: written.text, isFocused: true)
        }
        for (row, line) in written.problemLines.enumerated() {
            canvas.write(
                line, at: Point(column: written.problem.left, row: written.problem.top + row), style: theme[.warning])
        }
    }

    // MARK: - Input

    func handle(_ event: InputEvent) -> Bool {
        guard isWriting else { return decisionTable.handle(event, on: self, mouse: handle) }
        switch event {
        case .key(let key): return write(key)
        case .paste(let text): editor?.insert(text)
        case .mouse: break
        }
        return true
    }

    var hasFocus: Bool { focus != nil }
    var hasSeveralFields: Bool { model.fields.count > 1 }
    var hasDecisions: Bool { !model.decisions.isEmpty }
    var canDecideMine: Bool { focus.map { model.hasMine(of: [$0]) } ?? false }
    var canDecideAllMine: Bool { model.hasMine(of: model.fields) }
    /// Why mine is no choice in the field; nor is it where all fields have none.
    var reasonAgainstMine: String {
        let names = focus.map(model.names) ?? []
        return "keeps your value, but this device wrote none; choose that of \(names.joined(separator: " or "))"
    }
    var canWrite: Bool { focus.map(ConflictModel.canWrite) ?? false }
    var isDecided: Bool { focus.map { model.decisions[$0] != nil } ?? false }
    var isWritingLines: Bool { editor?.isMultiline == true }
    var page: Int { area.rows - 1 }

    func decide(_ decision: ConflictModel.Decision?) {
        if let focus { model.decide(decision, focus) }
    }

    func decideMine() { if let focus { model.decideMine(focus) } }
    func decideTheirs() { if let focus { model.decideTheirs(focus) } }

    func save() {
        guard !model.decisions.isEmpty else {
            let ways = [(ConflictCommands.mine, "keeps mine"), (ConflictCommands.theirs, "uses theirs")]
                .filter { $0.0.isEnabled(self) }
                .compactMap { command, label in decisionTable.label(of: command).map { "\($0) \(label)" } }
            let end = ways.isEmpty ? "" : ": " + ways.joined(separator: ", ")
            return app.messages.post(Message("Nothing decided yet\(end).", kind: .warning))
        }
        app.conflicts.save(model)
    }

    /// One step wraps around.
    func move(by step: Int) {
        let count = model.fields.count
        guard count > 0, let index = model.fields.firstIndex(where: { $0 == focus }) else { return }
        focusField(at: (index + step + count) % count)
    }

    func focusField(at index: Int) {
        let fields = model.fields
        guard fields.indices.contains(index) else { return }
        (rank, focused, isScrolled) = (index, fields[index], false)
    }

    func scroll(by rows: Int) {
        isScrolled = true
        position.scroll(by: rows, content: layout?.rows ?? 0, window: area.rows)
    }

    func handle(_ mouse: MouseEvent) {
        switch mouse.action {
        case .wheelDown: scroll(by: 3)
        case .wheelUp: scroll(by: -3)
        case .press(.left):
            let point = Point(
                column: mouse.position.column - area.left, row: mouse.position.row - area.top + position.top)
            guard area.contains(mouse.position),
                let block = layout?.blocks.first(where: { $0.rows.contains(point.row) }),
                let rank = model.fields.firstIndex(of: block.field)
            else { return }
            focusField(at: rank)
            let side = block.sides.first { $0.head.contains(point) || $0.value.contains(point) }
            if let side { decide(.side(side.side)) }
        default: break
        }
    }
}

// MARK: - Writing a field

extension ConflictScreen {
    func beginWriting() {
        guard let focus, let index = model.fields.firstIndex(of: focus) else { return }
        focusField(at: index)
        editor = LineEditor(model.text(of: focus), isMultiline: DraftField(focus)?.isMultiline == true)
        model.beginWriting(focus)
    }

    /// Accepts the typed text; if it is not valid, the editor stays, with the reason.
    @discardableResult
    func endWriting() -> Bool {
        guard let focus, let editor else { return true }
        guard model.problem(with: editor.text, in: focus) == nil else { return false }
        model.decide(.written(editor.text), focus)
        stopWriting()
        return true
    }

    /// Closes the editor first: a change from elsewhere may then end this screen.
    func stopWriting() {
        editor = nil
        model.endWriting()
    }

    func saveWritten() {
        let isInterrupted = model.interruption != nil
        if endWriting(), !isInterrupted { save() }
    }

    private func write(_ key: Key) -> Bool {
        if isCommandKey(key), writingTable.perform(key, on: self) { return true }
        switch (key.code, key.modifiers) {
        case (.up, []): moveInNote(by: -1)
        case (.down, []): moveInNote(by: 1)
        default: return editor?.handle(key) ?? false
        }
        return true
    }

    private func moveInNote(by rows: Int) {
        guard let focus, let editor, editor.isMultiline,
            let columns = layout?.blocks.first(where: { $0.field == focus })?.written?.text.columns,
            let moved = TextArea(editor, style: .plain, keeping: texts.rows(of: .written, focus)).moving(
                rows: rows, columns: columns)
        else { return }
        self.editor = moved
    }
}
