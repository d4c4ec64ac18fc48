import CardViewModels
import Cards
import Terminal

/// Which cards of the list are visible, as rows or as the wallet, and in which row of the screen the selected one is: moves it and
/// scrolls.
///
/// It remembers the selection's row on the screen, not the card at the top, so that nothing jumps when cards are inserted above it.
@MainActor
final class ListViewport {
    /// The minimum number of rows between the selection and an edge.
    private static let margin = 2

    let model: CardListModel
    /// The row of the area in which the selection is shown.
    private var selectedRow = 0
    /// The scroll position of the wallet.
    private var walletPosition = ScrollPosition()
    /// The last layout, for drawing, paging and the mouse.
    private(set) var frames = ListFrames.none
    /// The visible rows of the last layout; nil while the wallet is shown.
    private(set) var rows: OpenRowsLayout?
    private let measuring = RowMeasuring()
    private let clock: CardClock
    /// What the texts of the rows depended on in the last layout.
    private var setting: RowTexts.Setting
    /// Where the mouse holds the scroll bar's thumb.
    private var barHold: Int?

    init(_ model: CardListModel, clock: CardClock) {
        self.model = model
        self.clock = clock
        setting = RowTexts.Setting(
            today: model.today, format: .iso, order: model.shownQuery.order.key, columns: model.columns)
    }

    func layout(_ screen: ListLayout, _ setting: RowTexts.Setting, hasIcons: Bool = false) {
        self.setting = setting
        frames = ListFrames(screen, measuring.needs(of: model, setting, clock), model: model, hasIcons: hasIcons)
        model.setVisibleRows(frames.page + 1)
        rows = currentRows
    }

    /// The row at a rank, as of the last layout; nil for a card that is not loaded, or gone.
    func row(at rank: Int) -> RowMeasuring.Row? { measuring.row(at: rank) }

    /// A row as it was measured; a card that was not loaded then gets its own now.
    func row(of card: CardSummary) -> RowMeasuring.Row {
        measuring.row(of: card) ?? RowMeasuring.Row(card, RowTexts(card, setting, clock))
    }

    /// What is beneath a row; nil if it is not expanded, or its card not read yet.
    func openedRow(of card: CardSummary) -> OpenedRow? {
        guard let whole = model.opened.details[card.id] else { return nil }
        let hidden = HiddenTexts(card, note: whole.note, texts: row(of: card).texts, in: frames.columns, setting)
        return OpenedRow(summary: card, hidden: hidden, today: setting.today)
    }

    /// Shows the selection where another viewport of the same list shows it.
    func adoptPosition(of other: ListViewport) {
        (selectedRow, walletPosition) = (other.selectedRow, other.walletPosition)
    }

    // MARK: - Visible cards

    func bricksInSight(_ bricks: BrickLayout) -> [(index: Int, frame: Rect)] {
        let top = walletScroll(bricks).top
        return bricks.frames(in: top..<top + frames.area.rows)
    }

    /// The scroll position of the wallet that shows the selected card.
    func walletScroll(_ bricks: BrickLayout) -> ScrollPosition {
        guard let frame = bricks.frame(of: model.selectedRank) else { return walletPosition }
        return walletPosition.revealing(
            frame.top..<frame.bottom, content: bricks.contentRows, window: frames.area.rows)
    }

    /// The rows that are visible now; nil while the wallet is shown.
    private var currentRows: OpenRowsLayout? { frames.bricks == nil ? rowsLayout : nil }

    private var rowsLayout: OpenRowsLayout {
        let (model, frames) = (model, frames)
        return OpenRowsLayout(
            count: model.count, anchor: model.selectedRank, at: selectedRow, window: frames.area.rows
        ) { rank in
            guard !model.opened.isEmpty, let card = model.row(at: rank), let opened = openedRow(of: card) else {
                return frames.columns.rows
            }
            return frames.columns.rows + opened.rows(columns: frames.area.columns)
        }
    }

    func rank(at point: Point) -> Int? {
        guard frames.area.contains(point) else { return nil }
        guard let bricks = frames.bricks else { return rowsLayout.rank(at: point.row - frames.area.top) }
        return bricks.index(
            at: Point(
                column: point.column - frames.area.left - 1,
                row: point.row - frames.area.top + walletScroll(bricks).top))
    }

    // MARK: - Moving

    /// - Parameter pages: 1 for a page down, -1 for one up.
    func movePage(_ pages: Int, isHalf: Bool = false) {
        move(by: pages * max(1, isHalf ? frames.page / 2 : frames.page - 1), keepsRow: true)
    }

    func step(_ move: BrickLayout.Move) {
        guard let bricks = frames.bricks else { return self.move(by: move == .down ? 1 : -1) }
        walletPosition = walletScroll(bricks)
        if let next = bricks.index(from: model.selectedRank, moving: move) { model.select(rank: next) }
    }

    func move(by cards: Int, keepsRow: Bool = false) {
        if let bricks = frames.bricks {
            walletPosition = walletScroll(bricks)
            return model.moveSelection(by: cards)
        }
        // The row as it is shown now: the last layout may have moved it away from an edge.
        let layout = rowsLayout
        selectedRow = layout.row(of: model.selectedRank)?.top ?? 0
        if !keepsRow {
            let target = model.selectedRank + cards
            selectedRow = layout.row(of: target)?.top ?? selectedRow + cards * frames.columns.rows
        }
        // Not for a click: a clicked row must not move away from the pointer.
        let margin = min(Self.margin * frames.columns.rows, (frames.area.rows - 1) / 2)
        selectedRow = max(margin, min(selectedRow, frames.area.rows - frames.columns.rows - margin))
        model.moveSelection(by: cards)
    }

    /// Selects a visible card, which stays where it is.
    func select(rank: Int) {
        if let bricks = frames.bricks {
            walletPosition = walletScroll(bricks)
        } else {
            selectedRow = rowsLayout.row(of: rank)?.top ?? 0
        }
        model.select(rank: rank)
    }

    // MARK: - Scroll bar

    private var bar: ScrollBar { bar(of: currentRows) }

    /// The scroll bar beside the list; it does not count the extra rows of opened cards.
    func bar(of rows: OpenRowsLayout?) -> ScrollBar {
        let top = frames.bricks.map { walletScroll($0).top } ?? (rows?.rows.first?.rank ?? 0) * frames.columns.rows
        return ScrollBar(position: ScrollPosition(top: top), contentRows: frames.contentRows)
    }

    /// Handles the scroll bar, from the press on it to the release.
    func handleBar(_ mouse: MouseEvent) -> Bool {
        switch mouse.action {
        case .press(.left):
            barHold = nil
            guard let hold = bar.hold(at: mouse.position, in: frames.bar) else { return false }
            barHold = hold
            drag(to: mouse.position.row, hold)
            return true
        case .drag:
            guard let barHold else { return false }
            drag(to: mouse.position.row, barHold)
            return true
        case .release:
            barHold = nil
            return false
        default: return false
        }
    }

    private func drag(to row: Int, _ hold: Int) {
        let top = bar.position(heldAt: row, by: hold, in: frames.bar).top
        if let bricks = frames.bricks {
            walletPosition = ScrollPosition(top: top)
            if let first = bricks.frames(in: top..<top + frames.area.rows).first(where: { $0.frame.top >= top }) {
                model.select(rank: first.index)
            }
            return
        }
        let height = frames.columns.rows
        model.select(rank: (top + height - 1) / height + selectedRow / height)
    }
}
