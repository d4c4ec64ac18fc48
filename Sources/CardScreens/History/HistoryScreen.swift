import CardViewModels
import Cards
import Terminal

/// The history of one card or of all: changes by day, the newest first, each with its time, what changed, and where it came from.
@MainActor
final class HistoryScreen: ModelScreen, SearchingScreen, RowsScreen {
    let model: HistoryModel
    let app: AppModel
    let table: CommandTable<HistoryScreen>
    let searchTable: CommandTable<HistoryScreen>
    var editor: LineEditor
    var isTyping = false
    var position = ScrollPosition()
    /// The last layout, for drawing, paging and the mouse.
    private(set) var layout = ScreenLayout(.zero)
    var rowsArea: Rect { layout.content }
    var hasAllRows: Bool { model.isWhole }
    private var lines = HistoryLines([], dayOf: { $0.day })

    init(_ model: HistoryModel, _ setup: ScreenSetup) {
        self.model = model
        app = setup.app
        table = HistoryCommands.table.mapped(by: setup.keyMap)
        searchTable = HistorySearchCommands.table.mapped(by: setup.keyMap)
        // The screen may have been made again, with other keys.
        editor = .query(model.words)
    }

    var widgetKeys: [HelpView.Section] { isTyping ? [WidgetKeys.editing] : [] }

    // MARK: - Drawing

    func layout(_ size: Size, style: ScreenStyle) {
        layout = ScreenLayout(Rect(size), statusRows: StatusLine.rows(app, style, columns: size.columns))
        followRows(hasPictures: style.showsPhotos && HistoryPictures.fit(size))
        requestPictures(style)
        style.layoutFooter(hints, keepsEscape: true, in: layout.footer)
    }

    /// Called before keys are handled: they may arrive before the next frame, and refer to the current rows.
    private func followRows(hasPictures: Bool) {
        if lines.rows != model.rows || lines.hasPictures != hasPictures {
            let new = HistoryLines(model.rows, hasPictures: hasPictures, dayOf: app.clock.day)
            // Changes that came before those in sight do not move them.
            if let shift = new.shift(from: lines, top: position.top) {
                position = ScrollPosition(top: position.top + shift)
            }
            lines = new
        }
        position = list.position
    }

    private var columns: HistoryRow.Columns {
        HistoryRow.Columns(rowsArea.columns, widestName: model.card == nil ? lines.widestName : 0)
    }

    private func pictures(ofRank rank: Int) -> HistoryPictures {
        HistoryPictures(photos: lines.rows[rank].photoChanges)
    }

    /// Those in sight. They are loaded away from the main actor.
    private func requestPictures(_ style: ScreenStyle) {
        guard lines.hasPictures else { return }
        for rank in visibleRanks {
            pictures(ofRank: rank).request(columns: columns, width: rowsArea.columns, style: style)
        }
    }

    /// The changes of which anything is in sight.
    private var visibleRanks: [Int] {
        list.ranks(in: rowsArea).reduce(into: []) { ranks, index in
            if let rank = lines.rank(at: index), rank != ranks.last { ranks.append(rank) }
        }
    }

    private var hints: [KeyHint] {
        isTyping
            ? searchTable.hints(on: self) : table.hints(on: self, reaches: isCommandKey)
    }

    func draw(into canvas: inout Canvas, style: ScreenStyle) {
        let theme = style.theme
        let columns = columns
        drawRows(on: &canvas, theme: theme, empty: emptyText) { canvas, item in
            switch lines.lines[item] {
            case .day(let day): draw(day, on: &canvas, style: style)
            case .row(let rank):
                HistoryRow(
                    change: lines.rows[rank], time: app.clock.timeOfDay(lines.rows[rank].time), format: style.format,
                    isSelected: rank == model.selectedRank
                ).draw(on: &canvas, columns: columns, theme: theme)
            case .pictures(let rank, let row):
                canvas.draw(in: canvas.bounds, scrolledBy: row, contentRows: HistoryPictures.rows) { canvas in
                    pictures(ofRank: rank).draw(on: &canvas, columns: columns, style: style)
                }
            }
        }
        // After the rows: while words are typed the cursor is among them.
        drawTitle(on: &canvas, theme: theme)
        StatusLine(app: app, style: style, text: SafeText(model.selectedRow?.name ?? ""), position: place(style)).draw(
            on: &canvas, in: layout.status, theme: theme)
        style.drawFooter(on: &canvas)
    }

    private func drawTitle(on canvas: inout Canvas, theme: Theme) {
        guard isTyping || !model.words.isEmpty else {
            let title = model.card == nil ? "History" : "History of \(model.name)"
            return drawTitle(SafeText(title, within: layout.title.columns), on: &canvas, theme: theme)
        }
        let reading: [SafeText] = model.isReading ? ["searching…"] : []
        FilterLine(editor: editor, filter: .none, isTyping: isTyping, counts: reading).draw(
            on: &canvas, in: layout.title, theme: theme)
    }

    private var emptyText: SafeText? {
        if model.isReading { return model.words.isEmpty ? nil : "Searching…" }
        return model.words.isEmpty ? "No changes yet." : "No change contains these words."
    }

    private func draw(_ day: CalendarDay, on canvas: inout Canvas, style: ScreenStyle) {
        let today = app.clock.today()
        let near = abs(day.daysSince1970 - today.daysSince1970) <= 1 ? day.relativeText(today: today) + " · " : ""
        Label(SafeText(near + style.format.fullText(day)), style: style.theme[.faint]).draw(
            on: &canvas, in: canvas.bounds.inset(left: 1, right: 1))
    }

    /// " · today at 12:00 · backend http://…".
    private func place(_ style: ScreenStyle) -> SafeText {
        guard let row = model.selectedRow else { return "" }
        let text = "\(row.name.isEmpty ? "" : " · ")\(DayText.dateTime(row.time, app.clock, style.format))"
        let short = SafeText("\(text) · \(row.source.name)")
        guard let detail = row.source.detail else { return short }
        let long = SafeText("\(text) · \(row.source.name) \(detail)")
        return long.width <= layout.status.columns * 2 / 3 ? long : short
    }

    /// Scrolled to the selected change, with the day above it where there is space.
    var list: ListView {
        ListView(count: lines.lines.count, position: position)
            .revealing(lines.lastIndex(ofRank: model.selectedRank), in: rowsArea)
            .revealing(lines.index(ofRank: model.selectedRank), margin: 1, in: rowsArea)
    }

    // MARK: - Input

    func handle(_ event: InputEvent) -> Bool {
        switch event {
        case .key(let key):
            followRows(hasPictures: lines.hasPictures)
            if isTyping, handleTyping(key) { return true }
            return isCommandKey(key) && table.perform(key, on: self)
        case .mouse(let mouse): handle(mouse)
        case .paste(let text): pasteIntoSearch(text)
        }
        return true
    }

    func type(_ characters: [Character]) -> Int { isTyping ? typeIntoSearch(characters) : 0 }

    /// Whether the search field does not receive the key.
    func isCommandKey(_ key: Key) -> Bool { !isTyping || !isSearchKey(key) }

    /// Keys for a change are meant for those that the search finds.
    func mustWait(_ event: InputEvent) -> Bool {
        guard model.isFinding, case .key(let key) = event else { return false }
        return !isTyping || key.typedCharacter == nil && searchTable.command(for: key, on: self) != nil
    }

    func find(_ text: String) { model.find(text) }

    var page: Int { lines.hasPictures ? max(1, visibleRanks.count - 1) : max(1, rowsArea.rows - 2) }

    func rank(ofItem item: Int) -> Int? { lines.rank(at: item) }

    /// A click on the selected change shows the card.
    func click(rank: Int, at point: Point) {
        if rank == model.selectedRank { app.history.openPast(model) } else { model.select(rank: rank) }
    }
}

/// The commands of the history.
enum HistoryCommands {
    static let table = CommandTable([
        CommandTable.Section("History", doing), CommandTable.Section("Moving", moving),
    ])

    private static let doing: [Command<HistoryScreen>] = [
        Command(
            "history.show", [.enter, "l", .right], "show the card as it was", hint: "show",
            also: ["open", "view", "details", "card then"], when: .row
        ) {
            $0.app.history.openPast($0.model)
        },
        Command(
            "history.restore", ["r"], "restore a field or the whole card (asks first)", hint: "restore",
            also: ["restore", "bring back", "recover", "put back", "rollback"], when: .row
        ) {
            $0.app.history.pickRestore($0.model)
        },
        Command(
            "history.search", ["/"], "search by any text", hint: "search",
            also: ["search", "filter", "find", "look up", "query", "grep"]
        ) {
            $0.isTyping = true
        },
        Command(
            "history.clear", [.escape], "clear the search", hint: "clear", also: ["reset"],
            when: Requirement("clears the search, but there is none") { !$0.model.words.isEmpty }
        ) {
            $0.clearSearch()
        },
        .leave("history", keys: [.escape, "h", .left, "H"]),
        .undo("history"),
        .redo("history"),
    ]

    private static let moving = Command<HistoryScreen>.moves(
        "history", first: "newest change", last: "oldest change", spaceIsPageDown: true, when: .row)
}

/// The commands while the words that the history is searched for are typed. Letters are text, so none of them is a command.
enum HistorySearchCommands {
    static let table = CommandTable([CommandTable.Section("Searching the history", commands)], isInText: true)

    static let done = Command<HistoryScreen>(
        "history-search.done", [.enter], "go to the changes that were found", hint: "done"
    ) {
        $0.isTyping = false
    }
    static let clear = Command<HistoryScreen>("history-search.clear", [.escape], "clear the search", hint: "clear") {
        $0.clearSearch()
    }

    private static let commands =
        [done, clear]
        + Command.movesInText("history-search.", up: "previous change", down: "next change", when: .row)
}

extension Requirement<HistoryScreen> {
    fileprivate static var row: Requirement { row("needs a change, but none is shown") }
}
