import Terminal

/// The parts of the list's screen: those of every screen, and on wide terminals the selected card beside the list.
struct ListLayout {
    /// From this width on there is room for both.
    static let sideBySide = 100
    /// Beyond this the margins grow.
    private static let widest = 190

    let title: Rect
    let content: Rect
    let status: Rect
    let footer: Rect
    /// Nil where there is no room, or no card.
    let card: Rect?

    /// - Parameter share: what the list has of the width beside a card, in percent.
    init(_ area: Rect, statusRows: Int, share: Int, hasCards: Bool) {
        let isWide = area.columns >= Self.sideBySide && hasCards
        let layout = ScreenLayout(
            area, widest: isWide ? Self.widest : ScreenLayout.widest, statusRows: statusRows)
        (title, status, footer) = (layout.title, layout.status, layout.footer)
        guard isWide else {
            (content, card) = (layout.content, nil)
            return
        }
        let columns = layout.content.columns * share / 100
        let all = layout.content
        content = Rect(column: all.left, row: all.top, columns: columns, rows: all.rows)
        card = Rect(column: all.left + columns, row: all.top, columns: all.columns - columns, rows: all.rows)
    }
}
