import CardViewModels
import Cards
import Terminal

/// The list of cards: rows or the wallet, the selection, the search, one line with the position, and on wide terminals the selected
/// card beside it.
///
/// It remembers the selection's row on the screen, not the card at the top, so that nothing jumps when cards are inserted above it.
@MainActor
final class CardListScreen: Screen {
    let model: CardListModel
    let app: AppModel
    let table: CommandTable<CardListScreen>
    /// The commands while the search text is being typed.
    let filterTable: CommandTable<CardListScreen>
    let scrubber: ListScrubber
    /// The search text.
    var editor = LineEditor()
    var isTyping = false
    /// The row of the area in which the selection is shown.
    var selectedRow = 0
    /// The scroll position of the wallet.
    var walletPosition = ScrollPosition()
    /// The last layout, for drawing, paging and the mouse.
    var frames = ListFrames.none
    /// The visible rows of the last layout; nil while the wallet is shown.
    private var rows: OpenRowsLayout?
    private let measuring = RowMeasuring()
    /// The card beside the list.
    private let cardContent = CachedCardContent()
    /// Where the mouse holds the scroll bar's thumb.
    var barHold: Int?
    var lastClick: (rank: Int, time: ContinuousClock.Instant)?

    init(model app: AppModel, keyMap: KeyMap, clock: any Clock<Duration>, isMotionReduced: Bool) {
        (self.app, model) = (app, app.list)
        table = ListCommands.table.mapped(by: keyMap)
        filterTable = FilterCommands.table.mapped(by: keyMap)
        scrubber = ListScrubber(app.list, clock: clock, isMotionReduced: isMotionReduced)
    }

    var acceptsText: Bool { isTyping }
    var commands: [CommandSection] {
        let sections = table.sections(on: self, reaches: isCommandKey)
        guard isTyping else { return sections }
        return filterTable.sections(on: self) { $0.typedCharacter == nil } + sections
    }
    var widgetKeys: [HelpView.Section] { isTyping ? [WidgetKeys.editing] : scrubber.help }

    // MARK: - Drawing

    func layout(_ size: Size, style: ScreenStyle) {
        let layout = ListLayout(
            Rect(size), statusRows: StatusLine.rows(app, style, advice: advice, columns: size.columns),
            share: model.share, hasCards: model.count > 0)
        app.preview.show(layout.card != nil)
        frames = ListFrames(layout, measuring.needs(of: model, setting(style), app.clock), model: model)
        model.setVisibleRows(frames.page + 1)
        rows = currentRows
        requestPictures(style)
        if let card = layout.card { layoutCard(in: card, style: style) }
        layoutStatus(in: layout.status)
        style.layoutFooter(hints, in: layout.footer)
    }

    func draw(into canvas: inout Canvas, style: ScreenStyle) {
        let (layout, theme) = (frames.screen, style.theme)
        drawTitle(on: &canvas, in: layout.title, theme: theme)
        switch model.phase {
        case .loading: drawText("Opening…", on: &canvas, in: layout.content, style: theme[.faint])
        case .failed(let message): drawText(message, on: &canvas, in: layout.content, style: theme[.warning])
        case .empty:
            EmptyListView(
                isLoading: isDownloading, backend: app.sync.status, hasBackend: app.sync.hasBackend, isDemo: app.isDemo,
                saysFailure: app.message == nil, backendKey: style.label(table.keys(of: ListCommands.backend)),
                hints: style.spelled(firstHints)
            )
            .draw(on: &canvas, in: layout.content, theme: theme)
        case .content where model.count == 0:
            drawText(nothingFound(style), on: &canvas, in: layout.content, style: theme[.faint])
        case .content:
            if let bricks = frames.bricks {
                drawWallet(bricks, on: &canvas, style: style)
            } else if let rows {
                draw(rows, on: &canvas, style: style)
            }
            // Without the count the position in the list is unknown.
            if model.isCounted { bar(of: rows).draw(on: &canvas, in: frames.bar, theme: theme) }
        }
        if let card = layout.card { drawCard(on: &canvas, in: card, style: style) }
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

    private var hints: [KeyHint] {
        if !isTyping { return scrubber.hints + table.hints(on: self, reaches: isCommandKey) }
        let select = [FilterCommands.up, FilterCommands.down].compactMap { filterTable.keys(of: $0).first?.label }
        return [filterTable.hint(of: FilterCommands.done, on: self)].compactMap { $0 }
            + (hasCard && !select.isEmpty ? [KeyHint(key: select.joined(separator: " "), text: "select")] : [])
            + [filterTable.hint(of: FilterCommands.clear, on: self)].compactMap { $0 }
    }

    /// The commands that work without a card.
    private var firstHints: [KeyHint] {
        var ways = [
            (ListCommands.add, "add the first one"), (ListCommands.importFile, "import cards from a file"),
            (ListCommands.demo, "try it with sample cards"),
        ]
        // Only with a backend: without one, this screen names the key that sets one.
        if app.sync.hasBackend { ways.insert((ListCommands.backend, "show the backend's state"), at: 2) }
        return ways.compactMap { command, label in
            guard command.isEnabled(self), let key = table.keys(of: command).first else { return nil }
            return KeyHint(key, label)
        }
    }

    /// Requests the pictures of the visible cards.
    private func requestPictures(_ style: ScreenStyle) {
        if let bricks = frames.bricks {
            for (rank, frame) in bricksInSight(bricks) {
                card(at: rank)?.requestPicture(frame.size, style: style)
            }
        } else if !model.opened.isEmpty {
            for row in rows?.rows ?? [] where row.height > frames.columns.rows {
                openedRow(at: row.rank)?.requestPicture(columns: frames.area.columns, style: style)
            }
        }
    }

    private func openedRow(at rank: Int) -> OpenedRow? {
        model.row(at: rank).map { OpenedRow(summary: $0, card: model.opened.details[$0.id], today: model.today) }
    }

    private func draw(_ rows: OpenRowsLayout, on canvas: inout Canvas, style: ScreenStyle) {
        let selected = model.selectedRank
        rows.draw(on: &canvas, in: frames.area) { canvas, row in
            guard let card = model.row(at: row.rank), let texts = measuring.texts(of: card) else { return }
            CardRow(
                card: card, texts: texts, isSelected: row.rank == selected,
                isMarked: model.isMarked(card.id, at: row.rank), showsColor: style.showsCardColors,
                filter: model.shownQuery.filter
            ).draw(on: &canvas, columns: frames.columns, theme: style.theme)
            guard row.height > frames.columns.rows else { return }
            canvas.draw(in: canvas.bounds.inset(top: frames.columns.rows)) {
                openedRow(at: row.rank)?.draw(on: &$0, style: style)
            }
        }
    }

    private func setting(_ style: ScreenStyle) -> RowTexts.Setting {
        RowTexts.Setting(today: model.today, format: style.format, order: model.shownQuery.order.key)
    }

    private func drawWallet(_ bricks: BrickLayout, on canvas: inout Canvas, style: ScreenStyle) {
        let (area, top) = (frames.area.inset(left: 1), walletScroll(bricks).top)
        canvas.draw(in: area, scrolledBy: top, contentRows: bricks.contentRows) { canvas in
            for (rank, frame) in bricksInSight(bricks) {
                guard let card = card(at: rank) else { continue }
                canvas.draw(in: frame) { card.draw(on: &$0, style: style) }
            }
        }
    }

    private func bricksInSight(_ bricks: BrickLayout) -> [(index: Int, frame: Rect)] {
        let top = walletScroll(bricks).top
        return bricks.frames(in: top..<top + frames.area.rows)
    }

    private func card(at rank: Int) -> WalletCard? {
        model.row(at: rank).map {
            WalletCard(
                card: $0, isSelected: rank == model.selectedRank, isMarked: model.isMarked($0.id, at: rank),
                filter: model.shownQuery.filter)
        }
    }

    /// The scroll position of the wallet that shows the selected card.
    func walletScroll(_ bricks: BrickLayout) -> ScrollPosition {
        guard let frame = bricks.frame(of: model.selectedRank) else { return walletPosition }
        return walletPosition.revealing(
            frame.top..<frame.bottom, content: bricks.contentRows, window: frames.area.rows)
    }

    var bar: ScrollBar { bar(of: currentRows) }

    /// The scroll bar beside the list; it does not count the extra rows of opened cards.
    private func bar(of rows: OpenRowsLayout?) -> ScrollBar {
        let top = frames.bricks.map { walletScroll($0).top } ?? (rows?.rows.first?.rank ?? 0) * frames.columns.rows
        return ScrollBar(position: ScrollPosition(top: top), contentRows: frames.contentRows)
    }

    private var showsSlider: Bool { !scrubber.isLabel && model.count > 0 }

    private func layoutStatus(in area: Rect) {
        // A message gets the whole line.
        guard showsSlider || (app.message == nil && advice == nil) else { return scrubber.hide() }
        scrubber.layout(label: TailedText(statusText, tail: positionText), in: area.inset(left: 1, right: 1))
    }

    /// Draws the position in the list; while it is used, the slider gets the whole line.
    private func drawStatus(on canvas: inout Canvas, in area: Rect, style: ScreenStyle) {
        if showsSlider { return scrubber.draw(on: &canvas, theme: style.theme) }
        StatusLine(app: app, style: style, advice: advice, text: statusText, position: positionText).draw(
            on: &canvas, in: area, theme: style.theme)
    }

    /// The frames beside the rule: the name, and below it the content.
    private func cardFrames(in area: Rect) -> (inner: Rect, content: Rect) {
        let inner = area.inset(left: 3, right: 1)
        return (inner, inner.inset(top: 2))
    }

    private func layoutCard(in area: Rect, style: ScreenStyle) {
        guard let preview = app.preview.card, let card = preview.card else { return }
        let (inner, below) = cardFrames(in: area)
        let key = style.label(table.keys(of: ListCommands.choose))
        let content = cardContent.content(
            for: CardContent.Request(
                card: card, due: preview.due, columns: inner.columns, style: style,
                conflict: CardContent.conflictText(for: preview.conflict, key: key), rows: inner.rows))
        content.requestPictures(preview.pictures, style: style, within: below.rows)
    }

    /// The selected card beside the list.
    private func drawCard(on canvas: inout Canvas, in area: Rect, style: ScreenStyle) {
        let theme = style.theme
        canvas.fill(Rect(column: area.left, row: area.top, columns: 1, rows: area.rows), with: "│", style: theme[.rule])
        guard let preview = app.preview.card, let card = preview.card, let content = cardContent.last else { return }
        let (inner, below) = cardFrames(in: area)
        Label(SafeText(card.name, within: inner.columns), style: theme[.strong]).draw(on: &canvas, in: inner)
        canvas.draw(in: below) { canvas in
            content.draw(
                on: &canvas, pictures: preview.pictures, focus: nil, style: style, within: canvas.bounds.rows)
        }
    }

    private func drawText(_ text: String, on canvas: inout Canvas, in area: Rect, style: Style) {
        for (row, line) in SafeText.paragraphs(text, columns: area.columns - 2, upTo: area.rows).enumerated() {
            canvas.write(line, at: Point(column: area.left + 1, row: area.top + row), style: style)
        }
    }

    /// The rows that are visible now; nil while the wallet is shown.
    private var currentRows: OpenRowsLayout? { frames.bricks == nil ? rowsLayout : nil }

    var rowsLayout: OpenRowsLayout {
        let (model, frames) = (model, frames)
        return OpenRowsLayout(
            count: model.count, anchor: model.selectedRank, at: selectedRow, window: frames.area.rows
        ) { frames.rows(of: $0, in: model) }
    }
}
