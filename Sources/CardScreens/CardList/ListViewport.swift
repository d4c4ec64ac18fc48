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

/// The texts of the loaded rows, each built and measured once, and the room that the columns need for them. While the same cards are
/// looked at the columns only grow, so that scrolling moves them as little as possible.
@MainActor
final class RowMeasuring {
    struct Row {
        let card: CardSummary
        let texts: RowTexts
        let needs: ColumnNeeds

        init(_ card: CardSummary, _ texts: RowTexts) {
            self.card = card
            self.texts = texts
            needs = ColumnNeeds(card, texts)
        }
    }

    private var needs = ColumnNeeds()
    private var measured: (rows: [CardSummary?], query: CardQuery, setting: RowTexts.Setting)?
    private var rows: [CardID: Row] = [:]
    /// The loaded rows, in order; nil for a card that is gone.
    private var inOrder: [Row?] = []
    private var firstRank = 0
    /// Rows that are not loaded any more are forgotten only when there are more than this: after a jump back they are shown again.
    private static let most = 1_000
    /// How often the texts of a row were built.
    private(set) var count = 0

    func needs(of model: CardListModel, _ setting: RowTexts.Setting, _ clock: CardClock) -> ColumnNeeds {
        let loaded = model.loadedRows
        firstRank = model.firstLoadedRank
        if measured?.setting != setting { rows = [:] }
        if let measured, measured.query == model.shownQuery, measured.setting == setting {
            // Comparing an array with itself takes no time, so the newer of two equal ones is kept.
            if measured.rows == loaded {
                self.measured?.rows = loaded
                return needs
            }
        } else {
            needs = ColumnNeeds()
        }
        if rows.count > Self.most { forgetAll(but: loaded) }
        inOrder.removeAll(keepingCapacity: true)
        inOrder.reserveCapacity(loaded.count)
        if rows.isEmpty { rows.reserveCapacity(loaded.count) }
        var rowNeeds: [ColumnNeeds] = []
        rowNeeds.reserveCapacity(loaded.count)
        for card in loaded {
            let measuredRow = card.map { row(of: $0) ?? built($0, setting, clock) }
            inOrder.append(measuredRow)
            if let measuredRow { rowNeeds.append(measuredRow.needs) }
        }
        needs.add(rows: rowNeeds)
        measured = (loaded, model.shownQuery, setting)
        return needs
    }

    /// Nil for a card that was not measured as it is now.
    func row(of card: CardSummary) -> Row? { rows[card.id].flatMap { $0.card == card ? $0 : nil } }

    /// The row at a rank, as of the last measuring; nil for a card that was not loaded then.
    func row(at rank: Int) -> Row? {
        let index = rank - firstRank
        return inOrder.indices.contains(index) ? inOrder[index] : nil
    }

    private func forgetAll(but loaded: [CardSummary?]) {
        let kept = Set(loaded.compactMap { $0?.id })
        rows = rows.filter { kept.contains($0.key) }
    }

    private func built(_ card: CardSummary, _ setting: RowTexts.Setting, _ clock: CardClock) -> Row {
        count += 1
        let row = Row(card, RowTexts(card, setting, clock))
        rows[card.id] = row
        return row
    }
}

/// What rows need of each column: the first of them, and those that were in sight. For lists that hold all their rows.
struct MeasuredNeeds<Row: Equatable> {
    private var measured: (rows: [Row], day: CalendarDay?, needs: ColumnNeeds)?

    /// More rows would hold up the first frame.
    private static var maximum: Int { 5000 }

    /// - Parameters:
    ///   - day: what is shown of a row depends on it; nil where that is not so.
    ///   - seen: the rows in sight, asked for where not all are measured.
    ///   - least: what is needed without any row.
    mutating func needs(
        of rows: [Row], on day: CalendarDay? = nil, inSight seen: @autoclosure () -> [Row],
        atLeast least: ColumnNeeds = ColumnNeeds(), _ row: (Row) -> ColumnNeeds
    ) -> ColumnNeeds {
        var needs = least
        // Comparing an array with itself takes no time, so the newer of two equal ones is kept.
        if let measured, measured.day == day, measured.rows == rows {
            needs = measured.needs
        } else {
            needs.add(rows: rows.prefix(Self.maximum).map(row))
        }
        if rows.count > Self.maximum { needs.add(rows: seen().map(row)) }
        measured = (rows, day, needs)
        return needs
    }
}
