import Terminal

/// The four parts of every screen: title line, content, status line, footer line.
struct ScreenLayout {
    /// On a smaller terminal the program only says that it is too small.
    static let smallest = Size(columns: 20, rows: 5)
    /// Text is no wider than this; on wider terminals the margins grow.
    static let widest = 110

    let title: Rect
    let content: Rect
    let status: Rect
    let footer: Rect

    /// A long message gets more status rows, as long as two rows remain for the content.
    init(_ area: Rect, widest: Int = ScreenLayout.widest, statusRows: Int = 1) {
        let columns = min(area.columns, widest)
        let inner = Rect(
            column: area.left + (area.columns - columns) / 2, row: area.top, columns: columns, rows: area.rows)
        let status = max(1, min(statusRows, area.rows - 4))
        let frames = StackLayout(.vertical).frames(
            of: [.fixed(1), .flexible(minimum: 1), .fixed(status), .fixed(1)], in: inner)
        title = frames[0]
        content = frames[1]
        self.status = frames[2]
        footer = frames[3]
    }
}
