import Cards
import Terminal

/// A picker in a sheet over the screen: for a command, an order, a group, a theme.
@MainActor
final class PickerScreen {
    /// A line to pick, and its action.
    struct Option {
        let title: String
        var detail = ""
        /// A colour to show before the title.
        var swatch: CardColor?
        /// Other words that find it.
        var also: [String] = []
        let take: () -> Void
    }

    private let title: SafeText
    private let prompt: SafeText
    private let placeholder: SafeText
    let options: [Option]
    private var state: ChooserState
    /// Called for each option that is selected before one is picked.
    var onSelect: (Int) -> Void = { _ in }
    /// Called when nothing was picked.
    var onCancel: () -> Void = {}
    /// Accepts the typed text if no option matches; nil if only options can be picked.
    var acceptTyped: ((String) -> Void)?
    /// The picked action, to be performed after the sheet is closed.
    private var decision: (() -> Void)?
    var isDone: Bool { decision != nil }
    /// The last layout, for paging and the mouse.
    private var places: Chooser.Places?

    init(
        _ options: [Option], selecting index: Int = 0, title: SafeText = "", prompt: SafeText = ":",
        placeholder: SafeText = "", isPlain: Bool = false
    ) {
        (self.options, self.title, self.prompt, self.placeholder) = (options, title, prompt, placeholder)
        let items = options.map { option in
            let key = isPlain ? KeyHint(key: option.detail, words: "").spelledOut.key : option.detail
            return ChooserState.Item(
                SafeText(option.title), detail: SafeText(key), also: option.also,
                swatch: option.swatch.map { .rgb($0.red, $0.green, $0.blue) })
        }
        state = ChooserState(items, selecting: index)
    }

    private var chooser: Chooser { Chooser(state, title: title, prompt: prompt, placeholder: placeholder) }

    func layout(_ size: Size) { places = chooser.places(in: Rect(size)) }

    func draw(on canvas: inout Canvas, theme: Theme) { chooser.draw(on: &canvas, theme: theme) }

    /// For the footer beneath the sheet.
    var hints: [KeyHint] {
        let (hasItem, hasTyped) = (state.selectedItem != nil, acceptTyped != nil && !state.editor.isEmpty)
        return (hasItem || hasTyped ? [KeyHint(.enter, "take")] : [])
            + (hasTyped ? [KeyHint(.tab, "take what is typed")] : [])
            + (hasItem ? [KeyHint(key: "↑ ↓", words: "select")] : []) + [KeyHint(.escape, "back")]
    }

    /// Whether the sheet of the last layout covers a point of the screen.
    func covers(_ point: Point) -> Bool { places?.sheet.contains(point) == true }

    // MARK: - Input

    func handle(_ event: InputEvent) {
        let before = state.selectedItem
        switch event {
        case .key(.enter): accept()
        case .key(.tab) where acceptTyped != nil: endTyped()
        case .key(.escape), .key(.control("c")), .key(.control("g")): end(onCancel)
        case .key(let key):
            if key == Key(.backspace), state.editor.isEmpty { return end(onCancel) }
            _ = state.handle(key, rows: rows)
        case .paste(let text): state.paste(text)
        case .mouse(let mouse): handle(mouse)
        }
        if !isDone, let selected = state.selectedItem, selected != before { onSelect(selected) }
    }

    private var rows: Int { places?.list.rows ?? 1 }

    private func handle(_ mouse: MouseEvent) {
        switch mouse.action {
        case .wheelDown: state.scroll(by: 3, rows: rows)
        case .wheelUp: state.scroll(by: -3, rows: rows)
        case .press(.left):
            if let index = places?.item(at: mouse.position) {
                state.select(index, rows: rows)
                accept()
            } else if places?.sheet.contains(mouse.position) != true {
                end(onCancel)
            }
        default: break
        }
    }

    private func accept() {
        if let index = state.selectedItem {
            end(options[index].take)
        } else {
            endTyped()
        }
    }

    private func endTyped() {
        guard let acceptTyped, !state.editor.isEmpty else { return }
        end { [text = state.editor.text] in acceptTyped(text) }
    }

    private func end(_ decision: @escaping () -> Void) { self.decision = decision }

    /// Performs the picked action.
    func finish() { decision?() }
}
