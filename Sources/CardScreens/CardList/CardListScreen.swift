import Basics
import CardViewModels
import Cards
import Terminal

/// The list of cards: rows or the wallet, the search, one line with the position, and on wide terminals the selected card beside it.
@MainActor
final class CardListScreen: SearchingScreen, MovingScreen {
    let model: CardListModel
    let app: AppModel
    let table: CommandTable<CardListScreen>
    let searchTable: CommandTable<CardListScreen>
    let scrubber: ListScrubber
    var editor = LineEditor.query()
    var isTyping = false
    let viewport: ListViewport
    private let cards: ListCards
    private let preview = ListPreview()
    /// The selected card and its position, as of the last layout.
    private var status = TailedText("")
    var lastClick: (rank: Int, time: ContinuousClock.Instant)?

    init(_ setup: ScreenSetup) {
        app = setup.app
        model = setup.app.list
        table = ListCommands.table.mapped(by: setup.keyMap)
        searchTable = FilterCommands.table.mapped(by: setup.keyMap)
        scrubber = ListScrubber(setup.app.list, clock: setup.clock, isMotionReduced: setup.isMotionReduced)
        let viewport = ListViewport(setup.app.list, clock: setup.app.clock)
        self.viewport = viewport
        cards = ListCards(viewport: viewport)
    }

    /// The last layout, for drawing and the mouse.
    var frames: ListFrames { viewport.frames }

    var isWorking: Bool { preview.isWorking || app.preview.card?.code.isWorking == true }

    var widgetKeys: [HelpView.Section] { isTyping ? [Self.searchWords, WidgetKeys.editing] : scrubber.help }

    private static let searchWords = HelpView.Section(
        "Words of a search", SearchCompletion.examples.map { KeyHint(key: $0.term, text: $0.meaning) })

    // MARK: - Drawing

    func layout(_ size: Size, style: ScreenStyle) {
        // Commands search, too.
        if editor.text != model.query.filter.text { editor = .query(model.query.filter.text) }
        let layout = ListLayout(
            Rect(size), statusRows: StatusLine.rows(app, style, advice: advice, columns: size.columns),
            share: model.share, hasCards: model.count > 0, hasGroups: app.groups.isShown && !model.isEmpty)
        app.preview.show(layout.card != nil)
        viewport.layout(layout, cards.setting(style), hasIcons: style.showsIconsInRows)
        cards.requestPictures(style)
        if let card = layout.card {
            let key = style.label(table.keys(of: ListCommands.choose))
            preview.layout(app.preview.card, in: card, key: key, style: style)
        }
        status = TailedText(statusText, tail: positionText)
        layoutStatus(in: layout.status, style)
        style.layoutFooter(hints(filling: layout.footer.columns), in: layout.footer)
    }

    func draw(into canvas: inout Canvas, style: ScreenStyle) {
        let (layout, theme) = (frames.screen, style.theme)
        drawTitle(on: &canvas, in: layout.title, theme: theme)
        if let area = layout.groups { groups(in: area, style).draw(on: &canvas, theme: theme) }
        switch model.phase {
        case .loading: drawText("Opening…", on: &canvas, in: layout.content, style: theme[.faint])
        case .failed(let message): drawText(message, on: &canvas, in: layout.content, style: theme[.warning])
        case .empty where isTyping:
            drawText("There are no cards to search yet.", on: &canvas, in: layout.content, style: theme[.faint])
        case .empty:
            EmptyListView(
                trashed: model.trash.count, isLoading: isDownloading, backend: app.sync.status,
                hasBackend: app.sync.hasBackend, isShared: app.sharing.isShared, isDemo: app.isDemo,
                backendKey: style.label(table.keys(of: ListCommands.backend)), hints: style.spelled(firstHints)
            )
            .draw(on: &canvas, in: layout.content, theme: theme)
        case .content where model.count == 0:
            drawText(nothingFound(style), on: &canvas, in: layout.content, style: theme[.faint])
        case .content: cards.draw(on: &canvas, style: style)
        }
        if let card = layout.card { preview.draw(app.preview.card, on: &canvas, in: card, style: style) }
        drawStatus(on: &canvas, in: layout.status, style: style)
        style.drawFooter(on: &canvas)
    }

    private func drawTitle(on canvas: inout Canvas, in area: Rect, theme: Theme) {
        guard isTyping || model.isFiltered else {
            return MessageLine(
                left: "Cards", leftStyle: theme[.strong], right: model.count > 0 ? SafeText(orderText) : "",
                rightStyle: theme[.faint]
            ).draw(on: &canvas, in: area)
        }
        FilterLine(
            editor: editor, filter: model.filter, isTyping: isTyping,
            counts: countTexts.map { SafeText($0) }
        ).draw(on: &canvas, in: area, theme: theme)
    }

    private func groups(in area: Rect, _ style: ScreenStyle) -> GroupStripView {
        let keys = [ListCommands.previousGroup, ListCommands.nextGroup].compactMap { style.label(table.keys(of: $0)) }
        return GroupStripView(app.groups, keys: SafeText(keys.joined(separator: " ")), in: area)
    }

    private func hints(filling columns: Int) -> [KeyHint] {
        if !isTyping {
            let first = scrubber.hints + contextHints
            if !model.marks.isEmpty { return first }
            let others = table.hints(on: self, filling: columns, reaches: isCommandKey)
            return first + others.filter { other in !first.contains { $0.key == other.key } }
        }
        return [
            searchTable.hint(of: FilterCommands.done, on: self),
            hasCard ? searchTable.hint(ofAll: ["filter.up", "filter.down"], "select") : nil,
            searchTable.hint(of: FilterCommands.clear, on: self),
        ].compactMap { $0 }
    }

    /// What is done with marked cards, which stands alone; how a search or a group ends; what is done with a card that has a balance.
    private var contextHints: [KeyHint] {
        var hints: [(name: String, text: String)] = []
        if !model.marks.isEmpty {
            hints = [
                ("group", "group"), ("star", "star"), ("archive", "archive"), ("delete", "delete"),
                ("export", "export"),
                ("clear", model.isMarkingRange ? "end range" : "unmark"),
            ]
        } else if model.isFiltered {
            hints = [("clear", "show all")]
        } else {
            let isShowingGroup = model.query.group != nil
            if model.selectedRow?.hasConflict == true {
                hints = [("barcode", "barcode"), ("choose", "resolve")]
            } else if model.selectedRow?.amountLeft != nil {
                hints = [("barcode", "barcode"), ("book", "spend"), ("ledger", "ledger")]
            } else if isShowingGroup {
                hints = [("barcode", "barcode")]
            }
            if isShowingGroup { hints.append(("clear", "show all")) }
        }
        return hints.compactMap { table.hint(named: "list.\($0.name)", $0.text, on: self, reaches: isCommandKey) }
    }

    /// The commands that work without a card.
    private var firstHints: [KeyHint] {
        let trash = model.trash
        var ways = [
            (ListCommands.add, trash.count == 0 ? "add your first card" : "add a card"),
            (ListCommands.importFile, "import cards from a file"), (ListCommands.demo, "try sample cards"),
        ]
        // Only with a backend: without one, this screen names the key that sets one.
        let hasFailed = app.sync.status?.failure != nil
        let backend = hasFailed ? "see why the sync failed" : "show the backend's state"
        if app.sync.hasBackend { ways.insert((ListCommands.backend, backend), at: 2) }
        if trash.isUndoable { ways.insert((ListCommands.undo, "undo the last deletion"), at: 0) }
        if trash.count > 0 { ways.insert((ListCommands.trash, "show the trash"), at: 0) }
        return ways.compactMap { command, label in
            guard command.isEnabled(self), let key = table.keys(of: command).first else { return nil }
            return KeyHint(key, label)
        }
    }

    private func statusLine(_ style: ScreenStyle) -> StatusLine {
        StatusLine(app: app, style: style, advice: advice, text: status.text, position: status.tail)
    }

    private var showsSlider: Bool { !scrubber.isLabel && model.count > 0 }

    private func layoutStatus(in area: Rect, _ style: ScreenStyle) {
        // A message gets the whole line.
        guard showsSlider || (app.message == nil && advice == nil) else { return scrubber.hide() }
        let besides = showsSlider ? statusLine(style).columnsBesideSlider(of: area.columns - 2) : 0
        scrubber.layout(label: status, in: area.inset(left: 1, right: 1 + besides))
    }

    /// Draws the position in the list; while it is used, the slider, and the sync state where there is room beside it.
    private func drawStatus(on canvas: inout Canvas, in area: Rect, style: ScreenStyle) {
        statusLine(style).draw(showsSlider ? scrubber.control : nil, on: &canvas, in: area, theme: style.theme)
    }

    private func drawText(_ text: String, on canvas: inout Canvas, in area: Rect, style: Style) {
        for (row, line) in SafeText.paragraphs(text, columns: area.columns - 2, upTo: area.rows).enumerated() {
            canvas.write(line, at: Point(column: area.left + 1, row: area.top + row), style: style)
        }
    }
}

/// The texts of the list's title and status line.
extension CardListScreen {
    var orderText: String {
        let marked = model.markCount
        var text = ""
        if marked > 0 { text += "\(marked) marked · " }
        if let worth { text += worth + " · " }
        if model.query.hidesArchived { text += "without archived · " }
        return text + model.query.order.label
    }

    /// From the longest to the shortest.
    var countTexts: [String] {
        // What is marked is never left out: the next key may delete it.
        let marked = model.markCount > 0 ? "\(model.markCount) marked" : nil
        func withMarks(_ texts: [String]) -> [String] {
            marked.map { marked in texts.map { "\(marked) · \($0)" } + [marked] } ?? texts
        }
        if model.isSimilar { return withMarks(["No exact match · showing similar", "showing similar", "similar"]) }
        let counts = [countText, "\(model.count) of \(model.total)"]
        return withMarks((worth.map { worth in counts.map { "\($0) · \(worth)" } } ?? []) + counts)
    }

    /// What the found cards are worth together, "87.40 EUR"; nil without a search, and where none has a balance.
    private var worth: String? {
        let sums = model.worth.sums
        if sums.isEmpty { return nil }
        let texts = sums.prefix(2).map { app.format.text($0.balance) }
        return texts.joined(separator: " + ") + (sums.count > 2 ? " + …" : "")
    }

    /// "2 of 340, best first".
    private var countText: String {
        let order = model.filter.words.isEmpty ? model.query.order.label : "best match first"
        return "\(model.count) of \(model.total), \(order)"
    }

    /// Why a word of the filter is invalid, or how the one that is being typed can go on.
    var advice: Message? {
        model.filter.invalidTerms.first.map { term in
            // "group:" ends with a colon of its own.
            let text = "\(term.text.last == ":" ? term.text : "\(term.text):") \(term.reason)"
            guard canComplete, editor.text.hasSuffix(term.text), let key = completionKey,
                SearchCompletion.isUnfinished(editor.text)
            else { return Message(text, kind: .warning) }
            return Message("\(text) · \(key) completes")
        }
    }

    private var completionKey: String? {
        searchTable.commands.first { $0.name == "filter.open-row" }.flatMap { searchTable.label(of: $0) }
    }

    /// No line is wider; the rest of the name is not examined.
    var statusText: SafeText { SafeText(model.selectedRow?.name ?? "", within: 400) }

    var positionText: SafeText {
        guard model.selectedRow != nil else { return "" }
        return SafeText(" · " + String(model.selectedRank + 1) + " of " + (model.isCounted ? String(model.count) : "…"))
    }

    func nothingFound(_ style: ScreenStyle) -> String {
        if model.isFiltered {
            let clear = isTyping ? searchTable.keys(of: FilterCommands.clear) : table.keys(of: ListCommands.widenSearch)
            return "No matches." + (style.label(clear).map { " \($0) clears the search." } ?? "")
        }
        let isArchivedHidden = model.query.hidesArchived
        if let group = model.query.group, !isArchivedHidden { return "No cards in \(group.shortName)." }
        let key = style.label(table.keys(of: ListCommands.hideArchived))
        return "All cards are archived" + (key.map { "; \($0) shows them." } ?? ".")
    }

    /// The label of the first key of the command with this name, or of that which shares it.
    func key(of name: String) -> String? {
        table.commands.first { $0.name == name || $0.shared == name }.flatMap { table.label(of: $0) }
    }

    var isDownloading: Bool { app.sync.status?.isDownloading == true }
}

extension CardOrder {
    /// With an arrow, unless the key's name already says the direction.
    var label: String {
        switch (key, isReversed) {
        case (.added, true): "oldest first"
        case (.used, true): "longest not opened first"
        case (.uses, true): "least opened first"
        case (.usual, true): "least usual first"
        case (.balance, true): "smallest balance first"
        case (.next, true): "next date last"
        case (.added, false), (.used, false), (.uses, false), (.usual, false), (.balance, false), (.next, false):
            key.label
        case (_, let isReversed): key.label + (isReversed ? " ↓" : " ↑")
        }
    }
}

/// The list without cards: how many are in the trash, what to do next, and which backend is set. Why a sync failed stands in the
/// status line and on the backend's screen.
struct EmptyListView {
    /// How many cards are in the trash.
    let trashed: Int
    let isLoading: Bool
    let backend: LoaderStatus?
    let hasBackend: Bool
    /// Whether other devices share the cards.
    let isShared: Bool
    let isDemo: Bool
    /// The key that sets a backend; nil for none.
    let backendKey: String?
    /// The commands to begin with, with their keys.
    let hints: [KeyHint]

    func draw(on canvas: inout Canvas, in area: Rect, theme: Theme) {
        let left = area.columns >= 50 ? area.left + 6 : area.left + 1
        let columns = area.right - left - 1
        // On a small screen the text needs the row.
        var row = area.top + (area.rows >= 12 ? 1 : 0)
        let keyColumns = (hints.map { SafeText($0.key).width }.max() ?? 0) + 3
        canvas.write(
            SafeText(heading), at: Point(column: left, row: row), style: theme[.strong], columns: columns)
        row += area.rows >= 9 ? 2 : 1
        for hint in hints where row < area.bottom {
            canvas.write(SafeText(hint.key), at: Point(column: left, row: row), style: theme[.accent])
            let text = SafeText(hint.text).truncated(to: columns - keyColumns)
            canvas.write(text, at: Point(column: left + keyColumns, row: row), style: theme[.text])
            row += 1
        }
        if area.rows >= 9 { row += 1 }
        for line in SafeText.paragraphs(backendText, columns: columns) where row < area.bottom {
            canvas.write(line, at: Point(column: left, row: row), style: theme[.faint])
            row += 1
        }
    }

    private var heading: String {
        let text =
            trashed == 0 ? "No cards yet" : "\(trashed.counted("card")) \(trashed == 1 ? "is" : "are") in the trash"
        return text + (isLoading ? "; downloading…" : ".")
    }

    private var backendText: String {
        if isDemo { return "" }
        if isShared, !hasBackend {
            return "Shared with other devices." + (backendKey.map { " \($0) shows them." } ?? "")
        }
        guard hasBackend else {
            return "Only on this machine." + (backendKey.map { " \($0) shares with other devices." } ?? "")
        }
        return backend.map { "Backend: \($0.host)" } ?? ""
    }
}
