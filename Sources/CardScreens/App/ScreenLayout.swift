import Terminal

/// The four parts that every screen has: one title line, content, one status line, one footer line.
struct ScreenLayout {
    /// Below this a screen says so instead of showing a part of itself.
    static let smallest = Size(columns: 20, rows: 5)
    /// Text does not stretch beyond this on wide terminals: the margins grow.
    static let widest = 110

    let title: Rect
    let content: Rect
    let status: Rect
    let footer: Rect

    init(_ area: Rect, widest: Int = ScreenLayout.widest) {
        let columns = min(area.columns, widest)
        let inner = Rect(
            column: area.left + (area.columns - columns) / 2, row: area.top, columns: columns, rows: area.rows)
        let frames = StackLayout(.vertical).frames(
            of: [.fixed(1), .flexible(minimum: 1), .fixed(1), .fixed(1)], in: inner)
        (title, content, status, footer) = (frames[0], frames[1], frames[2], frames[3])
    }
}
