import CardViewModels
import Cards
import Terminal

/// Where the list's cards stand in its area, worked out once a frame: for drawing, paging and the mouse.
@MainActor
struct ListFrames {
    let area: Rect
    let columns: CardRow.Columns
    let bar: Rect
    /// The wallet, from its first row on; nil while rows are shown.
    let bricks: BrickLayout?
    private let count: Int

    static let none = ListFrames(.zero)

    private init(_ area: Rect) {
        (self.area, bar, bricks, count) = (area, area, nil, 0)
        columns = CardRow.Columns(columns: area.columns)
    }

    init(_ area: Rect, model: CardListModel) {
        self.area = area
        columns = CardRow.Columns(columns: area.columns)
        bar = Rect(column: area.right - 1, row: area.top, columns: 1, rows: area.rows)
        count = model.count
        let cell = WalletCard.size(columns: area.columns)
        // Where not one card of the wallet has room, there are rows.
        bricks =
            model.layout == .wallet && area.rows >= cell.rows
            ? BrickLayout(columns: area.columns - 3, cell: cell, count: count, spacing: Size(columns: 1, rows: 0)) : nil
    }

    /// Cards that a page moves by.
    var page: Int {
        guard let bricks else { return max(1, area.rows / columns.rows) }
        return max(1, bricks.frames(in: 0..<area.rows).count)
    }

    /// Rows that a card takes in the list.
    func rows(of rank: Int, in model: CardListModel) -> Int {
        guard !model.opened.isEmpty, let card = model.row(at: rank), model.opened.contains(card.id) else {
            return columns.rows
        }
        return columns.rows + OpenedRow.rows(for: card, columns: area.columns)
    }

    /// Rows of the whole list, were none opened.
    var contentRows: Int { bricks?.contentRows ?? count * columns.rows }
}
