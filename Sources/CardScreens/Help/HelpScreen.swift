import Terminal

/// All keys of the screen beneath, over the whole screen; any key that does not scroll leaves it.
@MainActor
final class HelpScreen: ScreenPart {
    private let view: HelpView
    private var position = ScrollPosition()
    private var window = 1
    private(set) var isDone = false

    init(_ sections: [HelpView.Section]) { view = HelpView(sections) }

    var takesText: Bool { false }
    var help: [HelpView.Section] { [] }

    func draw(into canvas: inout Canvas, style: ScreenStyle) {
        let layout = ScreenLayout(canvas.bounds, widest: 76)
        canvas.write("Keys", at: Point(column: layout.title.left + 1, row: 0), style: style.theme[.strong])
        let shown = HelpView(view.sections.map { HelpView.Section($0.title, style.spelled($0.hints)) })
        let content = layout.content.inset(left: 2, top: layout.content.rows > 8 ? 1 : 0)
        window = content.rows
        ScrollArea(position: position, contentRows: view.rows).draw(on: &canvas, in: content, theme: style.theme) {
            shown.draw(on: &$0, in: $0.bounds.inset(right: 2), theme: style.theme)
        }
        let scroll = view.rows > content.rows ? [KeyHint(key: "j k", words: "scroll")] : []
        Footer(scroll, help: KeyHint(key: "Esc", words: "back")).draw(
            on: &canvas, in: layout.footer, theme: style.theme)
    }

    func handle(_ event: InputEvent) -> Bool {
        switch event {
        case .key(let key): isDone = !scroll(key)
        case .mouse(let mouse):
            if mouse.action == .wheelDown { move(3) }
            if mouse.action == .wheelUp { move(-3) }
        case .paste: break
        }
        return true
    }

    private func scroll(_ key: Key) -> Bool {
        switch (key.code, key.modifiers) {
        case (.down, []), (.character("j"), []): move(1)
        case (.up, []), (.character("k"), []): move(-1)
        case (.pageDown, []), (.character(" "), []), (.character("d"), .control): move(window - 1)
        case (.pageUp, []), (.character("u"), .control): move(1 - window)
        case (.home, []), (.character("g"), []): move(-view.rows)
        case (.end, []), (.character("G"), []): move(view.rows)
        default: return false
        }
        return true
    }

    private func move(_ rows: Int) { position.scroll(by: rows, content: view.rows, window: window) }
}
