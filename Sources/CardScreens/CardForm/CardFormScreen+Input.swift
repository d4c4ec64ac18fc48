import CardViewModels
import Cards
import Terminal

/// What is typed: several characters at once, and texts that replace others.
extension CardFormScreen {
    func type(_ characters: [Character]) -> Int {
        guard case .field(let field) = focus, field != .isStarred else { return 0 }
        let text = characters.prefix { table.command(for: Key($0), on: self) == nil }
        guard text.count > 1 else { return 0 }
        _ = model.endScan()
        clearKindOfNumber()
        edit { $0.type(text) }
        return text.count
    }
    /// Whether a color was typed that is not saved yet: Enter then goes on, instead of opening the palette.
    var hasTypedColor: Bool {
        let (draft, color) = (model.draft, model.draft.card.color)
        return color != nil && color != draft.saved.color && draft.problems[.color] == nil
    }

    /// Called before text is inserted: it replaces a kind that was set from the number.
    func clearKindOfNumber() {
        if focus == .field(.barcode), model.formatByNumber != nil { edit { $0.setText("") } }
    }
}

/// The mouse in the form.
extension CardFormScreen {
    func handle(_ mouse: MouseEvent) {
        let point = Point(column: mouse.position.column - area.left, row: mouse.position.row - area.top + position.top)
        switch mouse.action {
        case .wheelDown: moveFocus(by: 1)
        case .wheelUp: moveFocus(by: -1)
        case .press(.left):
            guard let layout, area.contains(mouse.position) else { return }
            if let button = layout.buttons.first(where: { $0.place.contains(point) }) {
                let place = button.place.offset(columns: area.left, rows: area.top - position.top)
                (pressed, focus) = ((button.command, place), .button(button.command))
            } else if let button = layout.photoButtons.first(where: { $0.place.contains(point) }) {
                button.command.perform(self)
            } else if let line = layout.lines.first(where: { $0.whole.contains(point) }) {
                click(line, at: point)
                focus = .field(line.field)
            }
        case .release:
            let button = pressed
            pressed = nil
            if let button, button.place.contains(mouse.position) { button.command.perform(self) }
        default: break
        }
    }

    private func click(_ line: CardFormLayout.Line, at point: Point) {
        let inside = Point(column: point.column - line.text.left, row: point.row - line.text.top)
        // The text is where it was drawn: only the focused field is scrolled.
        let wasFocused = focus == .field(line.field)
        func cursor(in editor: LineEditor) -> Int {
            TextField(editor, style: .plain).cursor(atColumn: inside.column, in: line.text, isFocused: wasFocused)
        }
        switch line.field {
        case .isStarred: model.toggleStar()
        case .note, .codes, .ownFields, .pictures:
            let cursor = editors.area(of: line.field).cursor(at: inside, in: line.text, isFocused: wasFocused)
            editors.moveCursor(in: line.field, toOffset: cursor)
        default:
            guard let editor = editors.texts[line.field] else { return }
            editors.moveCursor(in: line.field, toOffset: cursor(in: editor))
        }
    }
}
