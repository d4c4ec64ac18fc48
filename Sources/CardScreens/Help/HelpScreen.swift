import Terminal

/// The keys of the screen beneath, over the whole screen, narrowed by a search; any key that neither scrolls nor searches closes it.
///
/// It begins with the keys of every day, and shows only what is possible now; the search finds all the others too.
@MainActor
final class HelpScreen {
    private let possible: [HelpView.Section]
    private let all: [HelpView.Section]
    private var position = ScrollPosition()
    private var search = LineEditor.query()
    private var isTyping = false
    /// The last layout: the matching keys as shown, and how many rows they need.
    private var shown = HelpView([])
    private var rows = 0
    private var screen = ScreenLayout(.zero)
    private var content = Rect.zero
    private(set) var isDone = false

    /// What people do every day, in this order; the first ones that are possible now are shown.
    private static let daily = [
        "list.barcode", "list.open", "list.filter", "list.add", "list.edit", "list.book",
        "card.barcode", "card.book", "card.edit", "card.copy", "card.front", "card.back",
        "app.palette", "app.quit", "list.import", "list.demo",
    ]
    private static let dailyCount = 8

    init(_ sections: [CommandSection], _ widgets: [HelpView.Section], everywhere: [CommandSection]) {
        let commands = (sections + everywhere).flatMap(\.commands)
        let daily = Self.daily.compactMap { name in
            commands.first { $0.name == name && $0.isEnabled && !$0.keys.isEmpty }
        }.prefix(Self.dailyCount)
        // With the keys of the program alone it would say nothing about this screen.
        let names = daily.contains { !$0.name.hasPrefix("app.") } ? Set(daily.map(\.name)) : []
        let first = names.isEmpty ? [] : [CommandSection(title: "Every day", commands: Array(daily)).help()]
        possible = Self.joined(first, sections, widgets, everywhere) { $0.isEnabled && !names.contains($0.name) }
        all = Self.joined([], sections, widgets, everywhere) { _ in true }
    }

    private static func joined(
        _ first: [HelpView.Section], _ sections: [CommandSection], _ widgets: [HelpView.Section],
        _ everywhere: [CommandSection], where isShown: (ScreenCommand) -> Bool
    ) -> [HelpView.Section] {
        (first + sections.map { $0.help(where: isShown) } + widgets + everywhere.map { $0.help(where: isShown) })
            .filter { !$0.hints.isEmpty }
    }

    private var sections: [HelpView.Section] { search.text.isEmpty ? possible : all }
    private var found: HelpView { HelpView(sections).filtered(by: search.text) }

    // MARK: - Drawing

    func layout(_ size: Size, style: ScreenStyle) {
        screen = ScreenLayout(Rect(size))
        content = screen.content.inset(left: 2, top: screen.content.rows > 8 ? 1 : 0)
        shown = HelpView(sections.map { HelpView.Section($0.title, style.spelled($0.hints)) })
            .filtered(by: search.text)
        rows = shown.rows(columns: columns)
        let hints =
            isTyping
            ? [KeyHint(.enter, "done")]
            : [KeyHint(Key("/"), "search")] + (rows > content.rows ? [KeyHint(key: "j k", text: "scroll")] : [])
        let back = KeyHint(.escape, search.isEmpty && !isTyping ? "back" : "all keys")
        style.footer.layout(Footer(style.spelled(hints), help: back), in: screen.footer)
    }

    func draw(into canvas: inout Canvas, style: ScreenStyle) {
        let theme = style.theme
        drawTitle(on: &canvas, in: screen.title, theme: theme)
        if shown.isEmpty {
            canvas.write("No matches.", at: content.origin, style: theme[.faint], columns: content.columns)
        }
        let position = position.revealing(position.top..<position.top, content: rows, window: window)
        ScrollArea(position: position, contentRows: rows).draw(on: &canvas, in: content, theme: theme) {
            shown.draw(on: &$0, in: $0.bounds.inset(right: 2), theme: theme)
        }
        style.drawFooter(on: &canvas)
    }

    private var window: Int { max(1, content.rows) }
    private var columns: Int { content.columns - 2 }

    private func drawTitle(on canvas: inout Canvas, in area: Rect, theme: Theme) {
        let origin = Point(column: area.left + 1, row: area.top)
        guard isTyping || !search.isEmpty else {
            canvas.write("Keys", at: origin, style: theme[.strong])
            return
        }
        canvas.write("/", at: origin, style: theme[.accent])
        TextField(search, style: theme[.strong], placeholder: "key or command", placeholderStyle: theme[.faint])
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
            (isTyping, search, position) = (false, .query(), ScrollPosition())
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
