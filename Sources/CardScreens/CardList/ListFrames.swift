import CardViewModels
import Cards
import Terminal

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
