import CardViewModels
import Cards
import Terminal

/// A picker in a sheet over the screen.
@MainActor
final class PickerScreen: FilteringScreen {
    private let picker: Picker
    private(set) var state: ChooserState
    private let tables: PickerTables
    /// Whether letters are typed into the search field.
    var isTyping: Bool
    /// The picked action, to be performed after the sheet is closed.
    private var decision: (@MainActor () -> Void)?
    var isDone: Bool { decision != nil }
    /// The last layout, for paging and the mouse.
    private var frames: Chooser.Frames?

    /// More of a title is not visible.
    private static let titleColumns = 72

    /// - Parameter showsColors: whether the terminal has the colors of cards.
    init(_ picker: Picker, _ keyMap: KeyMap, showsColors: Bool) {
        self.picker = picker
        tables = PickerTables(mappedBy: keyMap)
        isTyping = !picker.isShort
        let items = picker.options.enumerated().map { index, option in
            let digit = picker.isShort ? Self.digit(of: index).map { "\($0)" } : nil
            let swatch = showsColors ? option.swatch : nil
            return ChooserState.Item(
                SafeText(option.title),
                detail: SafeText([option.detail, digit ?? ""].filter { !$0.isEmpty }.joined(separator: "  ")),
                also: option.also, prefix: option.prefix, swatch: swatch.map { .rgb($0.red, $0.green, $0.blue) })
        }
        state = ChooserState(items, selecting: picker.selected)
        if let typed = picker.typed {
            state.makeTyped = { [title = typed.title] text in title(text).map { ChooserState.Item(SafeText($0)) } }
        }
    }

    var isShort: Bool { picker.isShort }
    var options: [Picker.Option] { picker.options }
    /// The selected option, if any.
    var selectedOption: Picker.Option? {
        state.selectedItem.flatMap { options.indices.contains($0) ? options[$0] : nil }
    }

    private var chooser: Chooser {
        Chooser(
            state, title: SafeText(picker.title, within: Self.titleColumns),
            prompt: isTyping || !state.editor.isEmpty ? SafeText(picker.prompt) : "",
            placeholder: SafeText(picker.placeholder), isTyping: isTyping, showsWholeTitle: picker.showsWholeTitle)
    }

    /// The digit that picks an option: 1 for the first; nil beyond 9.
    private static func digit(of index: Int) -> Int? { index < 9 ? index + 1 : nil }

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
    var chooseHint: String { selectedOption?.hint ?? picker.typed?.hint ?? "choose" }

    // MARK: - Input

    /// - Returns: false for a key that means nothing here.
    func handle(_ event: InputEvent) -> Bool {
        let before = state.selectedItem
        defer { if !isDone, let selected = state.selectedItem, selected != before { picker.onSelect(selected) } }
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

    var canUseText: Bool { picker.typed != nil && !state.editor.isEmpty }

    func useText() {
        guard let typed = picker.typed, canUseText else { return }
        end { [text = state.editor.text] in typed.accept(text) }
    }

    func cancel() { end(picker.onCancel) }

    private func end(_ decision: @escaping @MainActor () -> Void) { self.decision = decision }

    /// Performs the picked action.
    func finish() { decision?() }
}

/// The commands of a picker of few options, in which letters are keys until it is searched. The digit beside an option picks it.
enum PickerCommands {
    static let table = CommandTable([CommandTable.Section("Picker", commands)])

    private static let commands: [Command<PickerScreen>] =
        [
            .choose("picker"),
            Command("picker.search", ["/"], "search the options", hint: "filter") { $0.isTyping = true },
            .cancel("picker", keys: [.escape, .control("c"), .control("g"), .backspace]),
        ]
        + Command.moves("picker", first: "first option", last: "last option", hasLineKeys: true)
}

/// The commands of a picker in which text is typed. Letters are text, so none of them is a command.
enum PickerSearchCommands {
    static let table = CommandTable([CommandTable.Section("Typing in a picker", commands)], isInText: true)

    private static let commands: [Command<PickerScreen>] =
        [
            .choose("picker-search"),
            Command(
                "picker-search.use-text", [.tab], "use the typed text", hint: "use the typed text",
                when: .silent { $0.canUseText }
            ) {
                $0.useText()
            },
            Command(
                "picker-search.end", [.escape], "end the search", hint: "back", leaves: true,
                when: .silent { $0.isShort }
            ) {
                $0.endTyping()
            },
            Command(
                "picker-search.back", [.backspace], "back, if nothing is typed",
                when: .silent { $0.state.editor.isEmpty }
            ) {
                if $0.isShort { $0.endTyping() } else { $0.cancel() }
            },
            .cancel("picker-search", keys: [.escape, .control("c"), .control("g")]),
        ] + Command.movesInFilter("picker-search.")
}

/// The commands of a picker with the user's keys.
struct PickerTables {
    let choosing: CommandTable<PickerScreen>
    let typing: CommandTable<PickerScreen>

    init(mappedBy keyMap: KeyMap = .empty) {
        choosing = PickerCommands.table.mapped(by: keyMap)
        typing = PickerSearchCommands.table.mapped(by: keyMap)
    }
}

extension Command<PickerScreen> {
    fileprivate static func choose(_ prefix: String) -> Command {
        Command(
            "\(prefix).choose", [.enter], "choose the selected option", hintNow: { $0.chooseHint },
            when: .silent { $0.state.selectedItem != nil || $0.canUseText }
        ) {
            $0.choose()
        }
    }

    fileprivate static func cancel(_ prefix: String, keys: [Key]) -> Command {
        // While a search can be ended, the key of that is the way out.
        Command(
            "\(prefix).leave", keys, "back", hintNow: { $0.isShort && $0.isTyping ? nil : "back" }, leaves: true,
            shared: "screen.leave"
        ) {
            $0.cancel()
        }
    }
}
