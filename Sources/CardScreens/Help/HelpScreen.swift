import CardViewModels
import Terminal

/// The keys of the screen beneath, over the whole screen, narrowed by a search; any key that neither scrolls nor searches closes it.
///
/// It begins with the keys of every day, and shows only what is possible now; the search finds all the others too, and those of pickers and
/// of the help itself.
@MainActor
final class HelpScreen: SearchingScreen, ScrollingScreen {
    let app: AppModel
    let table: CommandTable<HelpScreen>
    let searchTable: CommandTable<HelpScreen>
    private let possible: [HelpView.Section]
    private let all: [HelpView.Section]
    var position = ScrollPosition()
    var editor = LineEditor.query()
    var isTyping = false
    /// The last layout: the matching keys as shown, and how many rows they need.
    private var shown = HelpView([])
    private(set) var rows = 0
    private var screen = ScreenLayout(.zero)
    private(set) var area = Rect.zero
    private(set) var isDone = false

    /// What people do every day, in this order; the first ones that are possible now are shown.
    private static let daily = [
        "list.barcode", "list.open", "list.filter", "list.add", "list.edit", "list.book",
        "card.barcode", "card.book", "card.edit", "card.copy", "card.front", "card.back",
        "app.palette", "app.quit", "list.import", "list.demo",
    ]
    private static let dailyCount = 8

    init(
        _ sections: [CommandSection], _ widgets: [HelpView.Section], everywhere: [CommandSection], app: AppModel,
        keyMap: KeyMap
    ) {
        self.app = app
        table = HelpCommands.table.mapped(by: keyMap)
        searchTable = HelpSearchCommands.table.mapped(by: keyMap)
        let pickers = PickerTables(mappedBy: keyMap)
        let commands = (sections + everywhere).flatMap(\.commands)
        let daily = Self.daily.compactMap { name in
            commands.first { $0.name == name && $0.isEnabled && !$0.keys.isEmpty }
        }.prefix(Self.dailyCount)
        // With the keys of the program alone it would say nothing about this screen.
        let names = daily.contains { !$0.name.hasPrefix("app.") } ? Set(daily.map(\.name)) : []
        let first = names.isEmpty ? [] : [CommandSection(title: "Every day", commands: Array(daily)).help()]
        possible = Self.joined(first, sections, widgets, everywhere) { $0.isEnabled && !names.contains($0.name) }
        all =
            Self.joined([], sections, widgets, everywhere) { _ in true } + table.help + searchTable.help
            + pickers.choosing.help + pickers.typing.help
    }

    private static func joined(
        _ first: [HelpView.Section], _ sections: [CommandSection], _ widgets: [HelpView.Section],
        _ everywhere: [CommandSection], where isShown: (ScreenCommand) -> Bool
    ) -> [HelpView.Section] {
        (first + sections.map { $0.help(where: isShown) } + widgets + everywhere.map { $0.help(where: isShown) })
            .filter { !$0.hints.isEmpty }
    }

    private var sections: [HelpView.Section] { editor.isEmpty ? possible : all }

    // MARK: - Drawing

    func layout(_ size: Size, style: ScreenStyle) {
        screen = ScreenLayout(Rect(size))
        area = screen.content.inset(left: 2, top: screen.content.rows > 8 ? 1 : 0)
        shown = HelpView(sections.map { HelpView.Section($0.title, style.spelled($0.hints)) })
            .filtered(by: editor.text)
        rows = shown.rows(columns: columns)
        let scrolling = isTyping || rows <= area.rows ? nil : table.hint(ofAll: ["help.down", "help.up"], "scroll")
        let hints = style.spelled(
            (isTyping ? searchTable : table).hints(on: self) + [scrolling].compactMap { $0 })
        style.footer.layout(
            Footer(hints.filter { !$0.leaves }, help: hints.first(where: \.leaves)), in: screen.footer)
    }

    func draw(into canvas: inout Canvas, style: ScreenStyle) {
        let theme = style.theme
        drawTitle(on: &canvas, in: screen.title, theme: theme)
        if shown.isEmpty {
            canvas.write("No matches.", at: area.origin, style: theme[.faint], columns: area.columns)
        }
        let position = position.revealing(position.top..<position.top, content: rows, window: area.rows)
        ScrollArea(position: position, contentRows: rows).draw(on: &canvas, in: area, theme: theme) {
            shown.draw(on: &$0, in: $0.bounds.inset(right: 2), theme: theme)
        }
        style.drawFooter(on: &canvas)
    }

    private var columns: Int { area.columns - 2 }

    private func drawTitle(on canvas: inout Canvas, in area: Rect, theme: Theme) {
        let origin = Point(column: area.left + 1, row: area.top)
        guard isTyping || !editor.isEmpty else {
            canvas.write("Keys", at: origin, style: theme[.strong])
            return
        }
        canvas.write("/", at: origin, style: theme[.accent])
        TextField(editor, style: theme[.strong], placeholder: "key or command", placeholderStyle: theme[.faint])
            .draw(on: &canvas, in: area.inset(left: 3, right: 1), isFocused: isTyping)
    }

    // MARK: - Input

    func handle(_ event: InputEvent) -> Bool {
        switch event {
        case .key(let key): if isTyping { _ = handleTyping(key) } else if !table.perform(key, on: self) { close() }
        case .mouse(let mouse): scroll(mouse)
        case .paste(let text): pasteIntoSearch(text)
        }
        return true
    }

    func find(_ text: String) { position = ScrollPosition() }

    func close() { isDone = true }
}

/// The commands of the help. Any other key closes it.
enum HelpCommands {
    static let table = CommandTable([CommandTable.Section("Help", commands)])

    private static let commands: [Command<HelpScreen>] =
        [
            Command("help.search", ["/"], "search the keys", hint: "search") { $0.isTyping = true },
            Command(
                "help.clear", [.escape], "show all keys again", hint: "all keys", leaves: true,
                when: .silent { !$0.editor.isEmpty }
            ) {
                $0.clearSearch()
            },
            Command("help.leave", [.escape], "back", hint: "back", leaves: true, shared: "screen.leave") { $0.close() },
        ]
        + Command.moves(
            "help", down: "scroll down", up: "scroll up", first: "top", last: "bottom", spaceIsPageDown: true)
}

/// The commands while the help is searched. Letters are text, so none of them is a command.
enum HelpSearchCommands {
    static let table = CommandTable([CommandTable.Section("Searching the help", commands)], isInText: true)

    private static let commands: [Command<HelpScreen>] =
        [
            Command("help-search.done", [.enter], "go to the keys that were found", hint: "done") {
                $0.isTyping = false
            },
            Command("help-search.clear", [.escape], "show all keys again", hint: "all keys", leaves: true) {
                $0.clearSearch()
            },
        ] + Command.movesInText("help-search.", up: "scroll up", down: "scroll down")
}
