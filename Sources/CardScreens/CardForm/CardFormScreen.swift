import Basics
import CardViewModels
import Cards
import Terminal

/// The form: labels right-aligned in their column, the focused field underlined, and problems beneath their fields.
///
/// It holds the focus; the texts are in its ``FormEditors``.
@MainActor
final class CardFormScreen: ModelScreen, TableScreen {
    /// Where the focus can be: a field, or one of the buttons beneath the fields.
    enum Stop: Equatable {
        case field(DraftField)
        case button(Command<CardFormScreen>)
    }

    let model: CardFormModel
    let app: AppModel
    let table: CommandTable<CardFormScreen>
    let editors: FormEditors
    @Observed var focus = Stop.field(.name) {
        didSet {
            model.hold(focusedField)
            completion.forget()
        }
    }
    /// Of the path of a photo.
    let completion = PathCompletion()
    /// The button that is pressed, with its cells then: the press may scroll the form.
    @Observed var pressed: (command: Command<CardFormScreen>, place: Rect)?
    var position = ScrollPosition()
    /// The last layout, for drawing, the mouse and moving in the note.
    private var screen = ScreenLayout(.zero)
    var layout: CardFormLayout?
    var area = Rect.zero
    private let code = CardCodeArea()
    /// What is wrong with the barcode, and in which field, as of the last layout: finding it parses the whole draft.
    private(set) var barcodeProblem: (problem: BarcodeProblem, field: DraftField)?

    init(_ model: CardFormModel, _ setup: ScreenSetup) {
        self.model = model
        app = setup.app
        editors = FormEditors(model)
        table = FormCommands.table.mapped(by: setup.keyMap)
        model.onDraft = { [weak self] in self?.followTexts() }
    }

    var acceptsText: Bool { true }
    var isWorking: Bool { code.isWorking || model.code.isWorking }
    var cardName: String? { model.draft.mode == .edit ? model.draft.saved.name : nil }

    var widgetKeys: [HelpView.Section] {
        var editing = WidgetKeys.editing
        editing.hints.append(KeyHint(key: "Space", text: "toggle the star"))
        return [editing]
    }

    private var buttons: [Command<CardFormScreen>] {
        [FormCommands.save, FormCommands.delete, FormCommands.cancel, FormCommands.more].filter { $0.isEnabled(self) }
    }
    /// Without the button that has a key of its own instead: the way back to the photos is no longer by it.
    private var stops: [Stop] {
        model.fields.map(Stop.field) + buttons.filter { $0 != FormCommands.more }.map(Stop.button)
    }

    private func followTexts() {
        // A scanned code may make the encoding field unnecessary.
        if case .field(let field) = focus, !model.fields.contains(field) { focus = .field(.barcode) }
        editors.followTexts()
    }

    // MARK: - Drawing

    private var advice: Message? { model.changes.map { Message($0) } }

    func layout(_ size: Size, style: ScreenStyle) {
        screen = ScreenLayout(
            Rect(size), statusRows: StatusLine.rows(app, style, advice: advice, columns: size.columns))
        area = screen.content.inset(left: 1, top: screen.content.rows > 16 ? 1 : 0, right: 1)
        let card = model.draft.card
        let room = CardRoom(card, area.size, style: style, isGlance: true)
        barcodeProblem = model.barcodeProblem.map { (problem: $0, field: model.field(of: $0)) }
        var layout = CardFormLayout(
            model: model, columns: area.columns, visibleRows: area.rows, area: { [editors] in editors.area(of: $0) },
            buttons: buttons, isAtBarcode: isAtBarcode, codeSize: { room.codeSize(in: $0) },
            texts: { [self] in FieldTexts($0, on: self, style) })
        if let side = focusedSide, message(below: DraftField(side), style) == "",
            let row = layout.lines.first(where: { $0.field.side == side })?.below
        {
            layout.placePhotoButtons(FormCommands.ofPhoto.filter { $0.isEnabled(self) }, in: row)
        }
        self.layout = layout
        code.layout(model.code, of: card, in: layout.code, room, style: style)
        position = position.revealing(
            layout.rows(of: focus), content: layout.rows, window: area.rows)
        layout.request(model.pictures, style: style)
        style.layoutFooter(table.hints(on: self), keepsEscape: true, in: screen.footer)
    }

    func draw(into canvas: inout Canvas, style: ScreenStyle) {
        guard let layout else { return }
        let theme = style.theme
        MessageLine(
            left: model.draft.mode == .create
                ? "New card" : SafeText("Edit \(model.draft.saved.name)", within: screen.title.columns),
            leftStyle: theme[.strong]
        ).draw(on: &canvas, in: screen.title)
        ScrollArea(position: position, contentRows: layout.rows).draw(on: &canvas, in: area, theme: theme) { canvas in
            for line in layout.lines { draw(line, on: &canvas, style: style) }
            code.draw(on: &canvas, style: style)
            for (command, frame) in layout.buttons { draw(command, at: frame, on: &canvas, theme: theme) }
            layout.drawAround(model.pictures, on: &canvas, style: style)
        }
        StatusLine(app: app, style: style, advice: advice, text: SafeText(model.advice)).draw(
            on: &canvas, in: screen.status, theme: theme)
        style.drawFooter(on: &canvas)
    }

    private func draw(_ line: CardFormLayout.Line, on canvas: inout Canvas, style: ScreenStyle) {
        let theme = style.theme
        let isFocused = focus == .field(line.field)
        Label(SafeText(line.field.label), style: theme[isFocused ? .accent : .faint], alignment: .trailing).draw(
            on: &canvas, in: line.label)
        let textStyle = isFocused ? theme[.text].adding(.underline) : theme[.text]
        switch line.field {
        case .isStarred:
            let label: SafeText = model.draft.isStarred ? "★ starred" : "☆ not starred"
            canvas.write(label, at: line.text.origin, style: textStyle)
            if isFocused { canvas.placeCursor(at: line.text.origin) }
        case .note, .codes, .ownFields, .pictures:
            if isFocused { canvas.fill(line.text, style: textStyle) }
            editors.area(of: line.field, theme: textStyle).draw(on: &canvas, in: line.text, isFocused: isFocused)
        default:
            if isFocused { canvas.fill(line.text, style: textStyle) }
            TextField(
                editors.texts[line.field] ?? LineEditor(), style: textStyle,
                placeholder: placeholder(of: line.field, style),
                placeholderStyle: theme[.faint]
            ).draw(on: &canvas, in: line.text, isFocused: isFocused)
        }
        line.drawTexts(on: &canvas, isWarning: isWarning(of: line.field), theme: theme)
    }

    private func draw(_ command: Command<CardFormScreen>, at frame: Rect, on canvas: inout Canvas, theme: Theme) {
        let isFocused = focus == .button(command)
        let isInvalid = command == FormCommands.save && !model.canSave
        let state: Button.State =
            pressed?.command == command ? .pressed : isFocused ? .focused : isInvalid ? .disabled : .normal
        Button(SafeText(CardFormLayout.label(of: command)), state: state).draw(
            on: &canvas, at: frame.origin, theme: theme)
        if isFocused { canvas.placeCursor(at: frame.origin) }
    }

    // MARK: - Input

    func handle(_ event: InputEvent) -> Bool {
        switch event {
        case .key(let key): return handle(key)
        case .paste(let text):
            paste(text)
            return true
        case .mouse(let mouse):
            handle(mouse)
            return true
        }
    }

    /// A file dropped on an empty photo field is read immediately.
    private func paste(_ text: String) {
        guard let side = focusedSide, !editors.isPathTyped(side), let path = DroppedPath.path(in: text) else {
            // The path may be too long for the field; a truncated one is useless.
            if case .field(let field) = focus,
                let problem = CardBounds.problem(with: model.draft.text(of: field) + text, of: field)
            {
                return app.messages.post(Message("Cannot paste into \(field.label): \(problem).", kind: .warning))
            }
            clearKindOfNumber()
            edit { $0.insert(text) }
            return
        }
        edit { $0.setText(path) }
        readTypedPhoto(side)
    }

    private func handle(_ key: Key) -> Bool {
        if model.endScan(), key == .enter { return true }
        if table.perform(key, on: self) { return true }
        switch (focus, key) {
        case (.button, Key(" ")), (.field(.isStarred), Key(" ")):
            pressFocus()
            return true
        case (.field(.name), .enter) where model.moveScannedName(): return true
        case (.field(.number), .enter): model.endNumber()
        default: break
        }
        switch key.code {
        case .up where key.modifiers.isEmpty: return moveInText(by: -1) || moveFocus(by: -1)
        case .down where key.modifiers.isEmpty: return moveInText(by: 1) || moveFocus(by: 1)
        case .enter where !isInLines: return moveFocus(by: 1)
        case .pageUp: return moveFocus(by: -stops.count)
        case .pageDown: return moveFocus(by: stops.count)
        default: break
        }
        if key.typedCharacter != nil { clearKindOfNumber() }
        return edit { $0.handle(key) } ?? false
    }

    var canPress: Bool {
        switch focus {
        case .button, .field(.isStarred), .field(.barcode), .field(.front), .field(.back), .field(.icon): true
        case .field(.color): !hasTypedColor
        case .field: false
        }
    }

    /// Performs the default command of the focused field or button.
    func pressFocus() {
        switch focus {
        case .button(let command): command.perform(self)
        case .field(.isStarred): model.toggleStar()
        case .field(.barcode): app.forms.chooseFormat()
        case .field(.color): app.forms.chooseColor()
        case .field(let field): if let side = field.side { readTypedPhoto(side) }
        }
    }

    var hasFocusedPhoto: Bool { focusedSide.map { model.draft.photo($0) != nil } ?? false }

    /// Saves, with photos whose typed paths have not been read yet; if something is missing or invalid, moves the focus there.
    func save() {
        let sides = Card.Side.allCases.filter { editors.isPathTyped($0) }.map { DraftField($0) }
        let typed = sides + (!model.draft.pictureFiles.isEmpty ? [.pictures] : [])
        guard !typed.isEmpty else {
            // Immediately: later the focus would move away under the keys that follow.
            showWhatIsMissing()
            return model.save()
        }
        app.photos.readTyped(typed) { [weak self, model] refused in
            if let refused {
                self?.focus = .field(refused)
            } else {
                self?.showWhatIsMissing()
                model.save()
            }
        }
    }

    func showLists() {
        model.showLists()
        focus = .field(.codes)
    }

    private func showWhatIsMissing() {
        if let field = model.fields.first(where: { model.draft.problems[$0] != nil }) {
            focus = .field(field)
        } else if let missing = model.missing.first {
            focus = .field(DraftField(missing))
        }
    }

    /// Whether the focused field determines the barcode.
    var isAtBarcode: Bool {
        [.number, .barcode, .barcodeValue, .encoding].contains { focus == .field($0) }
    }

    private var focusedField: DraftField? { if case .field(let field) = focus { field } else { nil } }
    var focusedSide: Card.Side? { focusedField?.side }

    /// Reads the photo at the typed path, or opens the file picker.
    private func readTypedPhoto(_ side: Card.Side) {
        guard editors.isPathTyped(side) else { return app.pictures.choosePhoto(side) }
        completion.forget()
        app.photos.readTyped([DraftField(side)]) { [weak self] refused in
            if refused == nil, self?.focus == .field(DraftField(side)) { self?.moveFocus(by: 1) }
        }
    }

    /// Tab completes a kind of barcode or a path as far as possible; otherwise it goes to the next field.
    func next() {
        if focus == .field(.barcode), editors.completeFormat() { return }
        if focus == .field(.pictures), !model.draft.pictureFiles.isEmpty {
            return app.pictures.readTyped { [weak self] in self?.movePastPart(1) }
        }
        guard let side = focusedSide, editors.isPathTyped(side) else { return movePastPart(1) }
        let field = DraftField(side)
        let hadSuggestions = !completion.suggestions.isEmpty
        Task { [model, completion] in
            if let path = await completion.extend(
                { model.draft.text(of: field) }, by: { await model.completions(of: $0) })
            {
                editors.edit(field) { $0.setText(path) }
            } else if hadSuggestions || completion.suggestions.isEmpty {
                movePastPart(1)
            }
        }
    }

    /// To the next or previous stop; past a part without values in one step.
    func movePastPart(_ step: Int) {
        moveFocus(by: FormParts(stops, isEmpty: model.draft.isEmpty).steps(from: focus, by: step))
    }

    @discardableResult
    func moveFocus(by step: Int) -> Bool {
        let stops = stops
        let index = stops.firstIndex(of: focus) ?? 0
        // One step wraps around; several stop at the ends.
        focus =
            stops[
                abs(step) == 1 ? (index + step + stops.count) % stops.count : max(0, min(index + step, stops.count - 1))
            ]
        return true
    }

    private var isInLines: Bool { focusedField?.isMultiline == true }

    private func moveInText(by rows: Int) -> Bool {
        guard isInLines, case .field(let field) = focus,
            let columns = layout?.lines.first(where: { $0.field == field })?.text.columns
        else { return false }
        return editors.move(in: field, by: rows, columns: columns)
    }

    /// Applies an edit to the focused editor and passes its text to the model.
    @discardableResult
    func edit<Result>(_ change: (inout LineEditor) -> Result) -> Result? {
        if case .field(let field) = focus { editors.edit(field, change) } else { nil }
    }
}
