import Cards
import Terminal

/// A picker in a sheet over the screen: for a command, an order, a group, a theme.
@MainActor
final class PickerScreen: FilteringScreen {
    /// A line to pick, and its action.
    struct Option {
        /// The name of its command; nil if it is no command.
        var name: String?
        let title: String
        var detail = ""
        /// A colour to show before the title.
        var swatch: CardColor?
        /// Other words that find it.
        var also: [String] = []
        /// For an option that continues a typed command: what has to be typed before it is listed.
        var prefix: String?
        /// What Enter does with it, for the footer.
        var hint = "choose"
        let perform: () -> Void
    }

    private let title: SafeText
    private let prompt: SafeText
    private let placeholder: SafeText
    let options: [Option]
    private(set) var state: ChooserState
    private var tables = PickerTables()
    /// Whether it has few options, which keys pick without a search.
    let isShort: Bool
    /// Whether letters are typed into the search field.
    var isTyping: Bool
    /// Whether the whole title of the selected option is shown.
    private let showsWholeTitle: Bool
    /// What Enter does with the typed text, for the footer.
    var typedHint = "choose"
    /// Called for each option that is selected before one is picked.
    var onSelect: (Int) -> Void = { _ in }
    /// The selected option, if any.
    var selectedOption: Option? { state.selectedItem.flatMap { options.indices.contains($0) ? options[$0] : nil } }
    /// Called when nothing was picked.
    var onCancel: () -> Void = {}
    /// Accepts the typed text if no option matches; nil if only options can be picked.
    var acceptTyped: ((String) -> Void)?
    /// The picked action, to be performed after the sheet is closed.
    private var decision: (() -> Void)?
    var isDone: Bool { decision != nil }
    /// The last layout, for paging and the mouse.
    private var frames: Chooser.Frames?

    init(
        _ options: [Option], selecting index: Int = 0, title: SafeText = "", prompt: SafeText = ":",
        placeholder: SafeText = "", isPlain: Bool = false, isShort: Bool = false,
        showsWholeTitle: Bool = false
    ) {
        self.options = options
        self.title = title
        self.prompt = prompt
        self.placeholder = placeholder
        self.isShort = isShort
        isTyping = !isShort
        self.showsWholeTitle = showsWholeTitle
        let items = options.enumerated().map { index, option in
            let digit = isShort ? Self.digit(of: index).map { "\($0)" } : nil
            let detail = [option.detail, digit ?? ""].filter { !$0.isEmpty }.joined(separator: "  ")
            let key = isPlain ? KeyHint(key: detail, text: "").spelledOut.key : detail
            return ChooserState.Item(
                SafeText(option.title), detail: SafeText(key), also: option.also, prefix: option.prefix,
                swatch: option.swatch.map { .rgb($0.red, $0.green, $0.blue) })
        }
        state = ChooserState(items, selecting: index)
    }

    private var chooser: Chooser {
        Chooser(
            state, title: title, prompt: isTyping || !state.editor.isEmpty ? prompt : "", placeholder: placeholder,
            isTyping: isTyping, showsWholeTitle: showsWholeTitle)
    }

    /// The digit that picks an option: 1 for the first; nil beyond 9.
    private static func digit(of index: Int) -> Int? { index < 9 ? index + 1 : nil }

    /// Lists an item made of the typed text before all others.
    func makeTyped(_ make: @escaping @Sendable (String) -> String?) {
        state.makeTyped = { text in make(text).map { ChooserState.Item(SafeText($0)) } }
    }

    func layout(_ size: Size) { frames = chooser.frames(in: Self.area(size)) }

    func draw(on canvas: inout Canvas, theme: Theme) {
        canvas.draw(in: Self.area(canvas.size)) { chooser.draw(on: &$0, theme: theme, in: frames) }
    }

    /// The sheet never covers the footer, which has its keys.
    private static func area(_ size: Size) -> Rect { Rect(size).inset(bottom: 1) }

    /// For the footer beneath the sheet.
    var hints: [KeyHint] {
        let table = isTyping ? tables.typing : tables.choosing
        let moves = isTyping ? ["picker-search.up", "picker-search.down"] : ["picker.down", "picker.up"]
        let moving = state.selectedItem == nil ? [] : [table.hint(ofAll: moves, "select")].compactMap { $0 }
        let hints = table.hints(on: self)
        if isTyping { return hints.filter { !$0.leaves } + moving + hints.filter(\.leaves) }
        let pick = KeyHint(key: options.count > 1 ? "1-\(min(9, options.count))" : "1", text: "pick")
        return Array(hints.prefix(1)) + [pick] + moving + hints.dropFirst()
    }

    /// What Enter does.
    var chooseHint: String { selectedOption?.hint ?? typedHint }

    // MARK: - Input

    /// Uses the user's keys.
    func adopt(_ keyMap: KeyMap) { tables = PickerTables(mappedBy: keyMap) }

    /// - Returns: false for a key that means nothing here.
    func handle(_ event: InputEvent) -> Bool {
        let before = state.selectedItem
        defer { if !isDone, let selected = state.selectedItem, selected != before { onSelect(selected) } }
        switch event {
        case .key(let key): return isTyping ? type(key) : tables.choosing.perform(key, on: self) || pickByDigit(key)
        case .paste(let text):
            isTyping = true
            state.paste(text)
        case .mouse(let mouse): handle(mouse)
        }
        return true
    }

    private func type(_ key: Key) -> Bool {
        key.typedCharacter == nil && tables.typing.perform(key, on: self) || state.type(key)
    }

    private func pickByDigit(_ key: Key) -> Bool {
        guard let digit = key.typedCharacter?.wholeNumberValue, digit > 0,
            let index = state.found.firstIndex(where: { Self.digit(of: $0.index) == digit })
        else { return false }
        state.select(index, rows: rows)
        choose()
        return true
    }

    func move(_ motion: Motion) { state.move(motion, rows: rows) }

    /// Lists all options again.
    func endTyping() {
        state.setText("")
        isTyping = false
    }

    private var rows: Int { frames?.list.rows ?? 1 }

    private func handle(_ mouse: MouseEvent) {
        switch mouse.action {
        case .wheelDown: state.scroll(by: 3, rows: rows)
        case .wheelUp: state.scroll(by: -3, rows: rows)
        case .press(.left):
            if let index = frames?.item(at: mouse.position) {
                state.select(index, rows: rows)
                choose()
            } else if frames?.sheet.contains(mouse.position) != true {
                cancel()
            }
        default: break
        }
    }

    func choose() {
        if let index = state.selectedItem, !state.isTypedSelected {
            end(options[index].perform)
        } else {
            useText()
        }
    }

    var canUseText: Bool { acceptTyped != nil && !state.editor.isEmpty }

    func useText() {
        guard let acceptTyped, canUseText else { return }
        end { [text = state.editor.text] in acceptTyped(text) }
    }

    func cancel() { end(onCancel) }

    private func end(_ decision: @escaping () -> Void) { self.decision = decision }

    /// Performs the picked action.
    func finish() { decision?() }
}
