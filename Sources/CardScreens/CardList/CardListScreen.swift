import CardViewModels
import Cards
import Terminal

/// The list of cards: rows on screen only, the selection as a bar, one line that says where one is.
///
/// It remembers in which row of the screen the selection stands, not which card is at the top: so nothing jumps while cards
/// arrive above it.
@MainActor
final class CardListScreen: ScreenPart {
    let model: CardListModel
    private let app: AppModel
    private let bindings: BindingTable<ListAction>
    /// The row of the window in which the selection stands.
    private var selectedRow = 0
    /// As last drawn, for paging and the mouse.
    private var content = Rect.zero
    private var lastClick: (rank: Int, time: ContinuousClock.Instant)?

    /// Two presses within this are a double click.
    private static let doubleClick = Duration.milliseconds(400)
    /// Rows kept in sight above and below the selection.
    private static let margin = 2

    init(model app: AppModel, keyMap: KeyMap) {
        (self.app, model) = (app, app.list)
        bindings = ListAction.bindings(keyMap)
    }

    var takesText: Bool { false }
    var help: [HelpView.Section] { [HelpView.Section("Cards", bindings.help)] }

    // MARK: - Drawing

    func draw(into canvas: inout Canvas, style: ScreenStyle) {
        let layout = ScreenLayout(canvas.bounds, statusRows: StatusLine.rows(app, columns: canvas.size.columns))
        let theme = style.theme
        content = layout.content
        MessageLine(
            left: "Cards", leftStyle: theme[.strong], right: model.count > 0 ? "by name ↑" : "",
            rightStyle: theme[.faint]
        ).draw(on: &canvas, in: layout.title)
        switch model.phase {
        case .loading: draw(["Opening…"], on: &canvas, in: layout.content, style: theme[.faint])
        case .failed(let words): drawWords(words, on: &canvas, in: layout.content, style: theme[.warning])
        case .empty:
            EmptyListView(
                isLoading: isDownloading, backend: app.loaderStatus, hasBackend: app.hasBackend, isDemo: app.isDemo,
                saysFailure: app.message == nil, hints: style.spelled(firstHints)
            )
            .draw(on: &canvas, in: layout.content, theme: theme)
        case .content: drawRows(on: &canvas, in: layout.content, theme: theme)
        }
        StatusLine(app: app, words: words, place: place).draw(on: &canvas, in: layout.status, theme: theme)
        style.footer(bindings.hints(isEnabled: isEnabled)).draw(
            on: &canvas, in: layout.footer, theme: theme)
    }

    /// What can be done without a card.
    private var firstHints: [KeyHint] {
        let words: [ListAction: String] = [
            .add: "add the first one", .importFile: "bring cards from a file",
            .demo: "look around with made-up cards (nothing is kept)",
        ]
        return bindings.bindings.compactMap { binding in
            guard let words = words[binding.action], let key = binding.keys.first, isEnabled(binding.action) else {
                return nil
            }
            return KeyHint(key: key.label, words: words)
        }
    }

    private func drawRows(on canvas: inout Canvas, in area: Rect, theme: Theme) {
        let columns = CardRow.Columns(columns: area.columns)
        let (today, selected) = (model.today, model.selectedRank)
        ListView(count: model.count, position: position(rows: area.rows)).draw(on: &canvas, in: area) { canvas, rank in
            guard let card = model.row(at: rank) else { return }
            CardRow(card: card, today: today, isSelected: rank == selected).draw(
                on: &canvas, columns: columns, theme: theme)
        }
        ScrollBar(position: position(rows: area.rows), contentRows: model.count).draw(
            on: &canvas, in: Rect(column: area.right - 1, row: area.top, columns: 1, rows: area.rows), theme: theme)
    }

    private func draw(_ lines: [SafeText], on canvas: inout Canvas, in area: Rect, style: Style) {
        for (row, line) in lines.prefix(area.rows).enumerated() {
            canvas.write(line, at: Point(column: area.left + 1, row: area.top + row), style: style)
        }
    }

    private func drawWords(_ words: String, on canvas: inout Canvas, in area: Rect, style: Style) {
        draw(SafeText.paragraphs(words, columns: area.columns - 2), on: &canvas, in: area, style: style)
    }

    private var words: SafeText { SafeText(model.selectedRow?.name ?? "") }

    private var place: SafeText {
        model.selectedRow == nil ? "" : SafeText(" · \(model.selectedRank + 1) of \(model.count)")
    }

    private var isDownloading: Bool {
        if case .downloading? = app.loaderStatus?.activity { true } else { false }
    }

    /// Which rows are in sight, so that the selection stands in its row of the window.
    private func position(rows: Int) -> ScrollPosition {
        let row = max(0, min(selectedRow, rows - 1))
        return ScrollPosition(top: max(0, min(model.selectedRank - row, model.count - rows)))
    }

    // MARK: - Input

    func handle(_ event: InputEvent) -> Bool {
        switch event {
        case .key(let key):
            guard let action = bindings.action(for: key, isEnabled: isEnabled) else { return false }
            perform(action)
            return true
        case .mouse(let mouse):
            handle(mouse)
            return true
        case .paste: return true
        }
    }

    private func isEnabled(_ action: ListAction) -> Bool {
        switch action {
        case .add: true
        case .importFile: !app.isDemo
        case .synchronize: app.hasBackend
        case .demo: model.phase == .empty && !app.isDemo
        case .front: model.selectedRow?.front != nil
        default: model.selectedRow != nil
        }
    }

    private func perform(_ action: ListAction) {
        switch action {
        case .open: app.openSelected()
        case .down: move(by: 1)
        case .up: move(by: -1)
        case .first: move { $0.selectFirst() }
        case .last: move { $0.selectLast() }
        case .halfPageDown: move(by: max(1, content.rows / 2), keepsRow: true)
        case .halfPageUp: move(by: -max(1, content.rows / 2), keepsRow: true)
        case .pageDown: move(by: max(1, content.rows - 1), keepsRow: true)
        case .pageUp: move(by: -max(1, content.rows - 1), keepsRow: true)
        case .add: app.createCard()
        case .edit: app.editCurrent()
        case .copy: app.copyNumber()
        case .star: model.toggleStar()
        case .archive: model.toggleArchive()
        case .front: app.openPhoto(.front)
        case .back: app.openPhoto(.back)
        case .delete: app.askToDelete()
        case .synchronize: app.synchronize()
        case .importFile: app.importFile()
        case .demo: app.openDemo()
        }
    }

    private func move(by rows: Int, keepsRow: Bool = false) {
        // The row as it is seen now, which the last drawing may have pushed away from an edge.
        selectedRow = model.selectedRank - position(rows: content.rows).top
        if !keepsRow { selectedRow += rows }
        // Not for a click: what is clicked on must not move away from under the pointer.
        let margin = min(Self.margin, (content.rows - 1) / 2)
        selectedRow = max(margin, min(selectedRow, content.rows - 1 - margin))
        model.moveSelection(by: rows)
    }

    private func move(_ intent: (CardListModel) -> Void) { intent(model) }

    private func handle(_ mouse: MouseEvent) {
        switch mouse.action {
        case .wheelDown: move(by: 3, keepsRow: true)
        case .wheelUp: move(by: -3, keepsRow: true)
        case .press(.left):
            let view = ListView(count: model.count, position: position(rows: content.rows))
            guard let rank = view.rank(at: mouse.position, in: content) else { return }
            let now = ContinuousClock.now
            if let last = lastClick, last.rank == rank, now - last.time < Self.doubleClick {
                lastClick = nil
                return app.openSelected()
            }
            lastClick = (rank, now)
            selectedRow = mouse.position.row - content.top
            model.select(rank: rank)
        default: break
        }
    }
}
