import CardViewModels
import Cards
import Terminal

/// The parts of the list's screen: those of every screen, and on wide terminals the selected card beside the list.
struct ListLayout {
    /// From this width on, both fit.
    static let sideBySide = 100
    /// With fewer rows the cards need them all.
    private static let rowsWithGroups = 8

    let title: Rect
    /// The row of the groups; nil if there are none, or no space.
    let groups: Rect?
    let content: Rect
    let status: Rect
    let footer: Rect
    /// Nil if there is no space, or no card.
    let card: Rect?

    /// - Parameter share: the list's share of the width beside a card, in percent.
    init(_ area: Rect, statusRows: Int, share: Int, hasCards: Bool, hasGroups: Bool) {
        let isWide = area.columns >= Self.sideBySide && hasCards
        let layout = ScreenLayout(
            area, width: isWide ? .full : .text, statusRows: statusRows)
        title = layout.title
        status = layout.status
        footer = layout.footer
        var all = layout.content
        let hasRoom = hasGroups && all.rows >= Self.rowsWithGroups
        groups = hasRoom ? Rect(column: all.left, row: all.top, columns: all.columns, rows: 1) : nil
        if groups != nil { all = all.inset(top: 1) }
        guard isWide else {
            content = all
            card = nil
            return
        }
        let columns = all.columns * share / 100
        content = Rect(column: all.left, row: all.top, columns: columns, rows: all.rows)
        card = Rect(column: all.left + columns, row: all.top, columns: all.columns - columns, rows: all.rows)
    }
}

/// The frames of the list's cards in its area, computed once in each layout for drawing, paging and the mouse.
@MainActor
struct ListFrames {
    let screen: ListLayout
    let columns: CardRow.Columns
    let bar: Rect
    /// The whole wallet from its first row; nil while rows are shown.
    let bricks: BrickLayout?
    private let count: Int

    /// Before the first layout.
    static let none = ListFrames(
        ListLayout(.zero, statusRows: 1, share: 0, hasCards: false, hasGroups: false), ColumnNeeds(), layout: .rows,
        count: 0, columns: [], hasIcons: false)

    /// - Parameter hasIcons: whether rows have icons.
    init(_ screen: ListLayout, _ needs: ColumnNeeds, model: CardListModel, hasIcons: Bool) {
        self.init(
            screen, needs, layout: model.layout, count: model.count, columns: model.columns, hasIcons: hasIcons)
    }

    private init(
        _ screen: ListLayout, _ needs: ColumnNeeds, layout: ViewState.Layout, count: Int, columns order: [RowColumn],
        hasIcons: Bool
    ) {
        self.screen = screen
        self.count = count
        let area = screen.content
        columns = CardRow.Columns(columns: area.columns, needs: needs, order: order, hasIcons: hasIcons)
        bar = Rect(column: area.right - 1, row: area.top, columns: 1, rows: area.rows)
        let cell = WalletCard.size(columns: area.columns)
        // If not even one card of the wallet fits, rows are shown.
        bricks =
            layout == .wallet && area.rows >= cell.rows
            ? BrickLayout(columns: area.columns - 3, cell: cell, count: count, spacing: Size(columns: 1, rows: 0)) : nil
    }

    var area: Rect { screen.content }

    /// The number of cards that a page moves by.
    var page: Int {
        guard let bricks else { return max(1, area.rows / columns.rows) }
        return max(1, bricks.frames(in: 0..<area.rows).count)
    }

    /// The rows of the whole list if no card were opened.
    var contentRows: Int { bricks?.contentRows ?? count * columns.rows }
}
