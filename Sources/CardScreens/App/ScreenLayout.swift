import Terminal

/// The four parts of every screen: title line, content, status line, footer line.
struct ScreenLayout {
    /// On a smaller terminal the program only says that it is too small.
    static let smallest = Size(columns: 20, rows: 5)
    /// On wider terminals the margins grow. All screens begin at the same column, so that nothing jumps from one to the next.
    static let widest = 190
    /// Text is no wider than this.
    private static let widestText = 120

    /// How much of the width the content takes.
    enum Width {
        /// What can be read; the title is as wide.
        case text
        /// All between the margins, for two things beside each other.
        case full
        /// The margins, too, for pictures.
        case picture
    }

    let title: Rect
    let content: Rect
    let status: Rect
    let footer: Rect

    /// A long message gets more status rows, as long as two rows remain for the content.
    init(_ area: Rect, width: Width = .text, statusRows: Int = 1) {
        let columns = min(area.columns, Self.widest)
        let inner = Rect(
            column: area.left + (area.columns - columns) / 2, row: area.top, columns: columns, rows: area.rows)
        let status = max(1, min(statusRows, area.rows - 4))
        let frames = StackLayout(.vertical).frames(
            of: [.fixed(1), .flexible(minimum: 1), .fixed(status), .fixed(1)], in: inner)
        let unread = width == .text ? max(0, columns - Self.widestText) : 0
        title = frames[0].inset(right: unread)
        content =
            width == .picture
            ? Rect(column: area.left, row: frames[1].top, columns: area.columns, rows: frames[1].rows)
            : frames[1].inset(right: unread)
        self.status = frames[2]
        footer = frames[3]
    }
}

/// The column of labels of the card's screen and of the form: on both, labels end and texts begin in the same columns.
enum LabelColumn {
    static let columns = 10
    /// Where the texts begin.
    static let text = columns + 2
}

/// The box at the right end of a title line that closes the screen when it is clicked.
struct CloseBox {
    private static let label: SafeText = "[x]"
    /// On narrower screens the title needs the columns.
    private static let leastColumns = 30

    let frame: Rect
    /// The title line without the box.
    let title: Rect

    init(in title: Rect) {
        let columns = Self.label.width
        guard title.columns >= Self.leastColumns else {
            frame = Rect(column: title.right, row: title.top, columns: 0, rows: 0)
            self.title = title
            return
        }
        frame = Rect(column: title.right - columns - 1, row: title.top, columns: columns, rows: 1)
        self.title = title.inset(right: columns + 1)
    }

    func draw(on canvas: inout Canvas, style: Style) {
        if !frame.isEmpty { canvas.write(Self.label, at: frame.origin, style: style) }
    }

    /// Whether the event is a click on the box.
    func isPressed(by mouse: MouseEvent) -> Bool { mouse.action == .press(.left) && frame.contains(mouse.position) }
}
