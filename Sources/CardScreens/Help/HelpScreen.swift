import Terminal

/// All keys of the screen beneath, over the whole screen, narrowed by what is looked for; any key that does neither leaves it.
@MainActor
final class HelpScreen {
    private let view: HelpView
    private var position = ScrollPosition()
    private var search = LineEditor()
    private var isTyping = false
    /// As last drawn, for scrolling.
    private var window = 1
    private var columns = 0
    private(set) var isDone = false

    init(_ sections: [HelpView.Section]) { view = HelpView(sections) }

    private var found: HelpView { view.filtered(by: search.text) }

    // MARK: - Drawing

    func draw(into canvas: inout Canvas, style: ScreenStyle) {
        let layout = ScreenLayout(canvas.bounds)
        let theme = style.theme
        drawTitle(on: &canvas, in: layout.title, theme: theme)
        let shown = HelpView(view.sections.map { HelpView.Section($0.title, style.spelled($0.hints)) })
            .filtered(by: search.text)
        let content = layout.content.inset(left: 2, top: layout.content.rows > 8 ? 1 : 0)
        (window, columns) = (content.rows, content.columns - 2)
        let rows = shown.rows(columns: columns)
        if shown.isEmpty {
            canvas.write("No key does that.", at: content.origin, style: theme[.faint], columns: content.columns)
        }
        let position = position.revealing(position.top..<position.top, content: rows, window: window)
        ScrollArea(position: position, contentRows: rows).draw(on: &canvas, in: content, theme: theme) {
            shown.draw(on: &$0, in: $0.bounds.inset(right: 2), theme: theme)
        }
        let hints =
            isTyping
            ? [KeyHint(.enter, "done")]
            : [KeyHint(Key("/"), "search")] + (rows > content.rows ? [KeyHint(key: "j k", words: "scroll")] : [])
        let back = KeyHint(.escape, search.isEmpty && !isTyping ? "back" : "all keys")
        style.footer.draw(Footer(style.spelled(hints), help: back), on: &canvas, in: layout.footer, theme: theme)
    }

    private func drawTitle(on canvas: inout Canvas, in area: Rect, theme: Theme) {
        let place = Point(column: area.left + 1, row: area.top)
        guard isTyping || !search.isEmpty else {
            canvas.write("Keys", at: place, style: theme[.strong])
            return
        }
        canvas.write("/", at: place, style: theme[.accent])
        TextField(search, style: theme[.strong], placeholder: "a key, or what it does", placeholderStyle: theme[.faint])
            .draw(on: &canvas, in: area.inset(left: 3, right: 1), isFocused: isTyping)
    }

    // MARK: - Input

    func handle(_ event: InputEvent) {
        switch event {
        case .key(let key): handle(key)
        case .mouse(let mouse):
            if mouse.action == .wheelDown { move(3) }
            if mouse.action == .wheelUp { move(-3) }
        case .paste(let text): if isTyping { search.insert(text) }
        }
    }

    private func handle(_ key: Key) {
        switch (key.code, key.modifiers) {
        case (.escape, []) where isTyping || !search.isEmpty:
            (isTyping, search, position) = (false, LineEditor(), ScrollPosition())
        case (.enter, []) where isTyping: isTyping = false
        case (.backspace, []) where isTyping && search.isEmpty: isTyping = false
        case (.character("/"), []) where !isTyping: isTyping = true
        default:
            if isTyping, search.handle(key) {
                position = ScrollPosition()
            } else {
                isDone = !scroll(key) && !isTyping
            }
        }
    }

    private func scroll(_ key: Key) -> Bool {
        switch (key.code, key.modifiers) {
        case (.down, []), (.character("j"), []): move(1)
        case (.up, []), (.character("k"), []): move(-1)
        case (.pageDown, []), (.character(" "), []), (.character("d"), .control): move(window - 1)
        case (.pageUp, []), (.character("u"), .control): move(1 - window)
        case (.home, []), (.character("g"), []): move(-found.rows(columns: columns))
        case (.end, []), (.character("G"), []): move(found.rows(columns: columns))
        default: return false
        }
        return true
    }

    private func move(_ rows: Int) {
        position.scroll(by: rows, content: found.rows(columns: columns), window: window)
    }
}
