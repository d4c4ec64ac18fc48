import CardViewModels
import Cards
import Terminal

/// The list of cards: rows or the wallet, the selection, what is looked for, one line that says where one is, and on wide
/// terminals the selected card beside it.
///
/// It remembers in which row of the screen the selection stands, not which card is at the top: so nothing jumps while cards
/// arrive above it.
@MainActor
final class CardListScreen: ScreenPart {
    let model: CardListModel
    let app: AppModel
    let table: CommandTable<CardListScreen>
    /// While the words are typed by which cards are found.
    let filterTable: CommandTable<CardListScreen>
    let scrubber: ListScrubber
    /// What is typed to find cards.
    var editor = LineEditor()
    var isTyping = false
    /// The row of the window in which the selection stands.
    var selectedRow = 0
    /// Which part of the wallet is seen.
    var walletPosition = ScrollPosition()
    /// As last drawn, for paging and the mouse.
    var frames = ListFrames.none
    /// The card beside the list.
    private let cardContent = KeptCardContent()
    /// Where the mouse has hold of the scroll bar's thumb.
    var barHold: Int?
    var lastClick: (rank: Int, time: ContinuousClock.Instant)?

    init(model app: AppModel, keyMap: KeyMap, clock: any Clock<Duration>, isMotionReduced: Bool) {
        (self.app, model) = (app, app.list)
        table = ListCommands.table.mapped(by: keyMap)
        filterTable = FilterCommands.table.mapped(by: keyMap)
        scrubber = ListScrubber(app.list, clock: clock, isMotionReduced: isMotionReduced)
    }

    var takesText: Bool { isTyping }
    var commands: [CommandSection] {
        let sections = table.sections(on: self, reaches: isCommandKey)
        guard isTyping else { return sections }
        return filterTable.sections(on: self) { $0.typedCharacter == nil } + sections
    }
    var widgetKeys: [HelpView.Section] { isTyping ? [WidgetKeys.editing] : scrubber.help }

    // MARK: - Drawing

    func draw(into canvas: inout Canvas, style: ScreenStyle) {
        let layout = ListLayout(
            canvas.bounds, statusRows: StatusLine.rows(app, style, advice: advice, columns: canvas.size.columns),
            share: model.share, hasCards: model.count > 0)
        let theme = style.theme
        app.preview.show(layout.card != nil)
        frames = ListFrames(layout.content, model: model)
        model.sees(rows: frames.page + 1)
        drawTitle(on: &canvas, in: layout.title, theme: theme)
        switch model.phase {
        case .loading: drawWords("Opening…", on: &canvas, in: layout.content, style: theme[.faint])
        case .failed(let words): drawWords(words, on: &canvas, in: layout.content, style: theme[.warning])
        case .empty:
            EmptyListView(
                isLoading: isDownloading, backend: app.sync.status, hasBackend: app.sync.hasBackend, isDemo: app.isDemo,
                saysFailure: app.message == nil, hints: style.spelled(firstHints)
            )
            .draw(on: &canvas, in: layout.content, theme: theme)
        case .content where model.count == 0:
            drawWords(nothingFound(style), on: &canvas, in: layout.content, style: theme[.faint])
        case .content:
            if let bricks = frames.bricks {
                drawWallet(bricks, on: &canvas, style: style)
            } else {
                drawRows(on: &canvas, style: style)
            }
            // Of a list that is not counted yet nobody knows which part is seen.
            if model.isCounted { bar.draw(on: &canvas, in: frames.bar, theme: theme) }
        }
        if let card = layout.card { drawCard(on: &canvas, in: card, style: style) }
        drawStatus(on: &canvas, in: layout.status, style: style)
        style.drawFooter(hints, on: &canvas, in: layout.footer)
    }

    private func drawTitle(on canvas: inout Canvas, in area: Rect, theme: Theme) {
        guard isTyping || model.isFiltered else {
            return MessageLine(
                left: "Cards", leftStyle: theme[.strong], right: model.count > 0 ? SafeText(orderWords) : "",
                rightStyle: theme[.faint]
            ).draw(on: &canvas, in: area)
        }
        FilterLine(
            editor: editor, filter: model.filter, isTyping: isTyping,
            counts: [countWords, "\(model.count) of \(model.total)"].map { SafeText($0) }
        ).draw(on: &canvas, in: area, theme: theme)
    }

    private var hints: [KeyHint] {
        if !isTyping { return scrubber.hints + table.hints(on: self, reaches: isCommandKey) }
        let select = [FilterCommands.up, FilterCommands.down].compactMap { filterTable.keys(of: $0).first?.label }
        return [filterTable.hint(of: FilterCommands.done, on: self)].compactMap { $0 }
            + (hasCard && !select.isEmpty ? [KeyHint(key: select.joined(separator: " "), words: "select")] : [])
            + [filterTable.hint(of: FilterCommands.clear, on: self)].compactMap { $0 }
    }

    /// What can be done without a card.
    private var firstHints: [KeyHint] {
        var ways = [
            (ListCommands.add, "add the first one"), (ListCommands.importFile, "bring cards from a file"),
            (ListCommands.demo, "look around among made-up cards"),
        ]
        // Without a backend, what there is to see there is said here.
        if app.sync.hasBackend { ways.insert((ListCommands.backend, "see how the backend stands"), at: 2) }
        return ways.compactMap { command, words in
            guard command.isEnabled(self), let key = table.keys(of: command).first else { return nil }
            return KeyHint(key, words)
        }
    }

    private func drawRows(on canvas: inout Canvas, style: ScreenStyle) {
        let area = frames.area
        let (today, selected) = (model.today, model.selectedRank)
        rowsLayout.draw(on: &canvas, in: area) { canvas, row in
            guard let card = model.row(at: row.rank) else { return }
            CardRow(
                card: card, today: today, isSelected: row.rank == selected,
                isMarked: model.isMarked(card.id, at: row.rank), filter: model.shownQuery.filter
            ).draw(on: &canvas, columns: frames.columns, theme: style.theme)
            guard row.height > frames.columns.rows else { return }
            canvas.draw(in: canvas.bounds.inset(top: frames.columns.rows)) {
                OpenedRow(summary: card, card: model.opened.details[card.id], today: today).draw(on: &$0, style: style)
            }
        }
    }

    private func drawWallet(_ bricks: BrickLayout, on canvas: inout Canvas, style: ScreenStyle) {
        let area = frames.area
        let top = walletScroll(bricks).top
        canvas.draw(in: area.inset(left: 1), scrolledBy: top, contentRows: bricks.contentRows) { canvas in
            for (rank, frame) in bricks.frames(in: top..<top + area.rows) {
                guard let card = model.row(at: rank) else { continue }
                canvas.draw(in: frame) {
                    WalletCard(
                        card: card, isSelected: rank == model.selectedRank,
                        isMarked: model.isMarked(card.id, at: rank), filter: model.shownQuery.filter
                    ).draw(on: &$0, style: style)
                }
            }
        }
    }

    /// Which part of the wallet is seen, so that the selected card is.
    func walletScroll(_ bricks: BrickLayout) -> ScrollPosition {
        guard let frame = bricks.frame(of: model.selectedRank) else { return walletPosition }
        return walletPosition.revealing(
            frame.top..<frame.bottom, content: bricks.contentRows, window: frames.area.rows)
    }

    /// The bar beside the list; opened rows do not count in it.
    var bar: ScrollBar {
        let top = frames.bricks.map { walletScroll($0).top } ?? (rowsLayout.rows.first?.rank ?? 0) * frames.columns.rows
        return ScrollBar(position: ScrollPosition(top: top), contentRows: frames.contentRows)
    }

    /// Where one is; touched, the slider has the whole line.
    private func drawStatus(on canvas: inout Canvas, in area: Rect, style: ScreenStyle) {
        let theme = style.theme
        let (label, row) = (TailedText(statusWords, tail: place), area.inset(left: 1, right: 1))
        if scrubber.isLabel || model.count == 0 {
            StatusLine(app: app, style: style, advice: advice, words: statusWords, place: place).draw(
                on: &canvas, in: area, theme: theme)
            // A message has the line for itself.
            if app.message == nil, advice == nil {
                scrubber.place(label: label, in: row)
            } else {
                scrubber.forgetPlace()
            }
        } else {
            scrubber.draw(label: label, on: &canvas, in: row, theme: theme)
        }
    }

    /// The selected card, beside the list.
    private func drawCard(on canvas: inout Canvas, in area: Rect, style: ScreenStyle) {
        let theme = style.theme
        canvas.fill(Rect(column: area.left, row: area.top, columns: 1, rows: area.rows), with: "│", style: theme[.rule])
        guard let preview = app.preview.card, let card = preview.card else { return }
        let inner = area.inset(left: 3, right: 1)
        Label(SafeText(card.name, within: inner.columns), style: theme[.strong]).draw(on: &canvas, in: inner)
        let content = cardContent.content(
            for: CardContent.Request(
                card: card, due: preview.due, columns: inner.columns, theme: theme,
                conflict: CardContent.words(
                    for: preview.conflict, key: style.label(table.keys(of: ListCommands.choose))), rows: inner.rows))
        canvas.draw(in: inner.inset(top: 2)) { canvas in
            content.draw(
                on: &canvas, pictures: preview.pictures, focus: nil, style: style, within: canvas.bounds.rows)
        }
    }

    private func drawWords(_ words: String, on canvas: inout Canvas, in area: Rect, style: Style) {
        for (row, line) in SafeText.paragraphs(words, columns: area.columns - 2, upTo: area.rows).enumerated() {
            canvas.write(line, at: Point(column: area.left + 1, row: area.top + row), style: style)
        }
    }

    var rowsLayout: OpenRowsLayout {
        let (model, frames) = (model, frames)
        return OpenRowsLayout(
            count: model.count, anchor: model.selectedRank, at: selectedRow, window: frames.area.rows
        ) { frames.rows(of: $0, in: model) }
    }
}
