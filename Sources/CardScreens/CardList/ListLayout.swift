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
