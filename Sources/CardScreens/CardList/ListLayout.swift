import Terminal

/// The parts of the list's screen: those of every screen, and on wide terminals the selected card beside the list.
struct ListLayout {
    /// From this width on, both fit.
    static let sideBySide = 100
    /// On wider terminals the margins grow.
    private static let widest = 190

    let title: Rect
    let content: Rect
    let status: Rect
    let footer: Rect
    /// Nil if there is no space, or no card.
    let card: Rect?

    /// - Parameter share: the list's share of the width beside a card, in percent.
    init(_ area: Rect, statusRows: Int, share: Int, hasCards: Bool) {
        let isWide = area.columns >= Self.sideBySide && hasCards
        let layout = ScreenLayout(
            area, widest: isWide ? Self.widest : ScreenLayout.widest, statusRows: statusRows)
        title = layout.title
        status = layout.status
        footer = layout.footer
        guard isWide else {
            content = layout.content
            card = nil
            return
        }
        let columns = layout.content.columns * share / 100
        let all = layout.content
        content = Rect(column: all.left, row: all.top, columns: columns, rows: all.rows)
        card = Rect(column: all.left + columns, row: all.top, columns: all.columns - columns, rows: all.rows)
    }
}
