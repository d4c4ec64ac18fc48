/// Draws a ``ChooserState`` as a sheet over the screen: a search field, and beneath it the matching items.
///
/// What is beneath is not changed: call ``Canvas/shade(theme:)`` before. The sheet ends below its last match; its top row,
/// and with it the search field, stays where it is with all items.
public struct Chooser: Sendable {
    public enum Placement: Hashable, Sendable { case top, center }

    /// The frames of the parts, for the mouse.
    public struct Frames: Equatable, Sendable {
        public var sheet: Rect
        /// The search field.
        public var field: Rect
        /// The rows of the list.
        public var list: Rect
        /// The whole title of the selected item; without rows if it is not shown.
        public var whole: Rect
        /// The index in `found` of the first visible item.
        fileprivate var first: Int
        fileprivate var count: Int

        /// The index in `found` of the item at a point of the screen; nil if there is none.
        public func item(at point: Point) -> Int? {
            guard list.contains(point), point.row - list.top < count else { return nil }
            return first + point.row - list.top
        }
    }

    public var state: ChooserState
    public var title: SafeText
    /// One or two characters before the typed text.
    public var prompt: SafeText
    /// Shown while the field is empty.
    public var placeholder: SafeText
    public var placement: Placement
    /// Whether keys are typed into the search field, so that the cursor is in it.
    public var isTyping: Bool
    /// Whether the whole title of the selected item is written beneath the list, if there are titles longer than a row.
    public var showsWholeTitle: Bool

    private static let widest = 72
    private static let mostRows = 15
    /// The column of the selection's mark, and blanks up to the text: the same as in a list.
    private static let indent = 3
    private static let shortDetail = 12

    public init(
        _ state: ChooserState, title: SafeText = "", prompt: SafeText = ":", placeholder: SafeText = "",
        placement: Placement = .top, isTyping: Bool = true, showsWholeTitle: Bool = false
    ) {
        self.state = state
        self.title = title
        self.prompt = prompt
        self.placeholder = placeholder
        self.placement = placement
        self.isTyping = isTyping
        self.showsWholeTitle = showsWholeTitle
    }

    /// Draws the sheet, with the cursor in its field.
    /// - Parameter frames: those of the same state in the canvas' bounds, where they are known: they take time where whole titles are shown.
    public func draw(on canvas: inout Canvas, theme: Theme, in frames: Frames? = nil) {
        let frames = frames ?? self.frames(in: canvas.bounds)
        Sheet(title: title, frame: frames.sheet).draw(on: &canvas, theme: theme)
        if frames.list.top - frames.field.top > 1 {
            drawRule(on: &canvas, in: frames.sheet, row: frames.field.top + 1, theme: theme)
        }
        drawWholeTitle(on: &canvas, in: frames, theme: theme)
        drawLine(on: &canvas, in: frames, theme: theme)
        let view = view(rows: frames.list.rows)
        if state.found.isEmpty {
            Label("no matches", style: theme[.faint]).draw(
                on: &canvas, in: frames.list.inset(left: Self.indent))
        }
        view.draw(on: &canvas, in: frames.list) { drawItem(at: $1, on: &$0, theme: theme) }
        ScrollBar(position: view.position, contentRows: state.found.count).draw(
            on: &canvas,
            in: Rect(column: frames.list.right, row: frames.list.top, columns: 1, rows: frames.list.rows),
            theme: theme)
    }

    private func view(rows: Int) -> ListView {
        ListView(count: state.found.count, position: state.position(rows: rows))
    }

    /// The frames of the parts on a screen. On a small one the rule is dropped first, then the frame; the rule is also dropped where
    /// all items fit without it, and the field where they fit without that and nobody types.
    public func frames(in screen: Rect) -> Frames {
        let columns = screen.columns < 44 ? screen.columns : min(Self.widest, screen.columns - 4)
        let hasFrame = screen.rows >= 5 && columns >= 8
        // A part of what is beneath stays visible, if there is space for it.
        let margin = screen.rows >= 16 ? 2 : 0
        let withoutRule = screen.rows - 2 * margin - (hasFrame ? 2 : 0) - 1
        let allFitWithoutRule =
            state.items.count == withoutRule && withoutRule <= Self.mostRows && !showsWholeTitle
        let hasLine = !allFitWithoutLine(rows: withoutRule + 1)
        let hasRule = screen.rows >= 8 && !allFitWithoutRule && hasLine
        let around = (hasFrame ? 2 : 0) + (hasRule ? 1 : 0) + (hasLine ? 1 : 0)
        let room = withoutRule - (hasRule ? 1 : 0) + (hasLine ? 0 : 1)
        let whole = wholeTitleRows(columns: columns - (hasFrame ? 2 : 1) - Self.indent - 1, room, hasRule: hasRule)
        let most = max(1, min(Self.mostRows, max(state.items.count, state.found.count), room - whole))
        var sheet = screen.centered(Size(columns: columns, rows: min(screen.rows, most + whole + around)))
        if placement == .top { sheet.origin.row = screen.top + margin }
        let shown = min(sheet.rows, max(1, min(most, state.found.count)) + whole + around)
        sheet.size = Size(columns: columns, rows: shown)
        let inner = hasFrame ? sheet.inset(left: 1, top: 1, right: 1, bottom: 1) : sheet
        let field = inner.inset(left: 1 + prompt.width + 1, right: countColumns(of: inner.columns) + 2)
        let listed = inner.inset(top: (hasLine ? 1 : 0) + (hasRule ? 1 : 0), right: hasFrame ? 0 : 1, bottom: whole)
        let rows = max(0, whole - (hasRule ? 1 : 0))
        let ranks = view(rows: listed.rows).ranks(in: listed)
        return Frames(
            sheet: hasFrame ? sheet : inner,
            field: Rect(column: field.left, row: field.top, columns: field.columns, rows: hasLine ? 1 : 0),
            list: listed,
            whole: Rect(
                column: listed.left + Self.indent, row: inner.bottom - rows, columns: listed.columns - Self.indent - 1,
                rows: rows),
            first: ranks.lowerBound, count: ranks.count)
    }

    /// Whether the line of the field is left out: nothing is typed into it, and all items are in sight under a title.
    private func allFitWithoutLine(rows: Int) -> Bool {
        !isTyping && state.editor.isEmpty && !title.isEmpty && state.items.count <= min(rows, Self.mostRows)
            && !showsWholeTitle
    }

    /// The rows beneath the list for the longest title, with the rule above them; the list keeps a third of the room.
    private func wholeTitleRows(columns: Int, _ room: Int, hasRule: Bool) -> Int {
        guard showsWholeTitle else { return 0 }
        let longest = state.items.map { $0.title.wrapped(to: columns).count }.max() ?? 1
        let rows = min(longest + (hasRule ? 1 : 0), room - min(state.items.count, max(1, room / 3)))
        return longest > 1 && rows > (hasRule ? 1 : 0) ? rows : 0
    }

    private func drawWholeTitle(on canvas: inout Canvas, in frames: Frames, theme: Theme) {
        let frame = frames.whole
        guard frame.rows > 0, let index = state.selectedItem, let item = state.item(at: index) else { return }
        if frame.top > frames.list.bottom {
            drawRule(on: &canvas, in: frames.sheet, row: frame.top - 1, theme: theme)
        }
        for (row, line) in item.title.wrapped(to: frame.columns, upTo: frame.rows).enumerated() {
            Label(line, style: theme[.text]).draw(
                on: &canvas, in: Rect(column: frame.left, row: frame.top + row, columns: frame.columns, rows: 1))
        }
    }

    private func drawRule(on canvas: inout Canvas, in sheet: Rect, row: Int, theme: Theme) {
        canvas.fill(
            Rect(column: sheet.left + 1, row: row, columns: sheet.columns - 2, rows: 1), with: "─", style: theme[.rule])
        canvas.write("├", at: Point(column: sheet.left, row: row), style: theme[.rule])
        canvas.write("┤", at: Point(column: sheet.right - 1, row: row), style: theme[.rule])
    }

    private func drawLine(on canvas: inout Canvas, in frames: Frames, theme: Theme) {
        if frames.field.rows == 0 { return }
        let left = frames.list.left
        canvas.write(prompt, at: Point(column: left + 1, row: frames.field.top), style: theme[.accent])
        let right = frames.list.right - 1
        let columns = right - frames.field.right - 1
        if columns > 0 {
            Label(countText(columns), style: theme[.faint], alignment: .trailing).draw(
                on: &canvas, in: Rect(column: frames.field.right + 1, row: frames.field.top, columns: columns, rows: 1))
        }
        guard isTyping || !state.editor.isEmpty else {
            Label(placeholder, style: theme[.faint]).draw(on: &canvas, in: frames.field)
            return
        }
        TextField(
            state.editor, style: theme[.text], placeholder: placeholder, placeholderStyle: theme[.faint]
        ).draw(on: &canvas, in: frames.field, isFocused: isTyping)
    }

    /// The width of the longest count, so that the field does not change its width; 0 on narrow screens.
    private func countColumns(of columns: Int) -> Int {
        let number = "\(state.items.count)".utf8.count
        return columns >= 30 ? 2 * number + 4 : columns >= 12 ? number : 0
    }

    private func countText(_ columns: Int) -> SafeText {
        let text: SafeText = SafeText("\(state.found.count) of \(state.total)")
        return text.width <= columns ? text : SafeText("\(state.found.count)")
    }

    private func drawItem(at index: Int, on canvas: inout Canvas, theme: Theme) {
        let found = state.found[index]
        guard let item = state.item(at: found.index) else { return }
        // While nothing is typed a screen reader reads the selected item.
        if !isTyping, found.index == state.selectedItem { canvas.placeCursor(at: .zero) }
        var area = canvas.bounds.inset(left: Self.indent, right: 1)
        if let swatch = item.swatch {
            canvas.write("■", at: area.origin, style: Style(foreground: swatch))
            area = area.inset(left: 2)
        }
        // The title is whole, and the detail gets what is left; but a short one, such as a key, is whole beside a long title.
        let free = max(0, area.columns - item.title.width - 2)
        let isShort = item.detail.width <= min(Self.shortDetail, area.columns / 2 - 2)
        let detail =
            isShort
            ? item.detail.width : free >= min(item.detail.width, Self.shortDetail) ? min(item.detail.width, free) : 0
        if detail > 0 {
            Label(item.detail, style: theme[.faint], alignment: .trailing).draw(
                on: &canvas, in: area.inset(left: area.columns - detail))
        }
        let room = area.inset(right: detail > 0 ? detail + 2 : 0)
        MatchLabel(item.title, style: theme[.text], positions: found.positions).draw(
            on: &canvas, in: room, theme: theme)
        guard index == state.selected else { return }
        canvas.write("▌", at: .zero, style: theme[.accent])
        canvas.restyle(canvas.bounds.inset(left: 1)) { $0.overlaid(with: theme[.selection]) }
    }
}
