internal import CNcurses
internal import Glibc
internal import Terminal

/// Puts a canvas on the terminal through ncurses: only cells that differ from the last canvas, one update a frame. Pictures in
/// pixels follow behind (``GraphicsLayer``).
///
/// ncurses writes into memory (``CursesScreen``); what it wrote is the frame.
@MainActor
final class Presenter {
    /// What is sent for a frame, in this order.
    struct Frame {
        let cells: [UInt8]
        /// Pictures in pixels; they may be left out when the line is slow and nobody wants them any more.
        let pictures: [UInt8]
    }

    private let screen: CursesScreen
    private var graphics = GraphicsLayer()
    private var pairs: ColorPairs
    /// What the terminal shows; nil when that is not known.
    private var shown: Canvas?
    private var isCursorVisible = true
    private var placeholders = ClusterPlaceholders()
    /// Those with a cluster that a terminal may draw further than its columns: all that is shown, and those of them put last.
    private var overhangingRows: Set<Int> = []
    private var newOverhangingRows: [Int] = []
    /// The frame begins with an empty screen.
    private var isCleared = true
    private var run: [cchar_t] = []
    /// One character and the zero behind it, as ncurses takes them.
    private var character: [wchar_t] = [0, 0]

    init(screen: CursesScreen) {
        self.screen = screen
        pairs = screen.startColors()
    }

    /// Nothing of what the terminal shows is to be relied on.
    func invalidate() {
        shown = nil
        graphics.invalidate()
    }

    /// ncurses goes on with another description: nothing that it was told counts any more.
    func cursesHasRestarted() {
        pairs = screen.startColors()
        curs_set(isCursorVisible ? 1 : 0)
        invalidate()
    }

    /// The bytes that make the terminal show this canvas.
    func frame(_ canvas: Canvas) -> Frame {
        if shown?.size != canvas.size { invalidate() }
        if placeholders.isFull {
            placeholders.reset()
            invalidate()
        }
        placeholders.startFrame()
        isCleared = shown == nil
        var change = graphics.show(canvas.graphics, rows: canvas.size.rows)
        put(canvas, change.covers)
        if pairs.isExhausted {
            // Most pairs are of earlier frames. More than the terminal holds in one frame are shown without colours.
            pairs.reset()
            graphics.wasCut()
            invalidate()
            isCleared = true
            change = graphics.show(canvas.graphics, rows: canvas.size.rows)
            put(canvas, change.covers)
        }
        if !newOverhangingRows.isEmpty, screen.scrolls, screen.stopScrolling() {
            graphics.wasCut()
            cursesHasRestarted()
            isCleared = true
            change = graphics.show(canvas.graphics, rows: canvas.size.rows)
            put(canvas, change.covers)
        }
        placeCursor(canvas.cursor)
        let cells = placeholders.fillIn(updateScreen())
        return Frame(cells: cells, pictures: change.bytes + graphics.paintAgain(after: cells))
    }

    /// Whether the pictures of the last frame are to be seen on this canvas too.
    func isStillShowing(picturesOf canvas: Canvas) -> Bool { graphics.isStillWanted(by: canvas.graphics) }

    /// The pictures of the last frame were not all sent.
    func picturesWereCut() { graphics.wasCut() }

    /// The bytes that take all pictures away.
    func clearPictures() -> [UInt8] { graphics.clear() }

    private func put(_ canvas: Canvas, _ covers: [GraphicsLayer.Cover]) {
        var canvas = canvas
        canvas.dropGraphics()
        for cover in covers { canvas.fill(cover.rect, with: cover.blank, style: cover.style) }
        newOverhangingRows = []
        let old = shown ?? clear(canvas.size)
        for row in 0..<canvas.size.rows { put(row, of: canvas, over: old) }
        shown = canvas
    }

    /// What is shown then: nothing but blanks.
    private func clear(_ size: Size) -> Canvas {
        screen.resize(to: size)
        screen.clear()
        overhangingRows = []
        return Canvas(size: size)
    }

    /// Puts the runs of cells in a row that differ from what is shown.
    private func put(_ row: Int, of canvas: Canvas, over shown: Canvas) {
        let columns = canvas.size.columns
        let range = row * columns..<(row + 1) * columns
        if Self.isSame(shown.cells, canvas.cells, range) { return }
        let new = canvas.cells[range]
        let old = shown.cells[range]
        func differs(_ column: Int) -> Bool { old[range.lowerBound + column] != new[range.lowerBound + column] }
        func isContinuation(_ column: Int) -> Bool { new[range.lowerBound + column].isContinuation }
        func put(_ part: Range<Int>) {
            run.removeAll(keepingCapacity: true)
            for column in part { append(new[range.lowerBound + column], room: columns - column) }
            mvwadd_wchnstr(curses_standard_screen(), Int32(row), Int32(part.lowerBound), run, Int32(run.count))
        }
        guard let firstChange = (0..<columns).first(where: differs) else { return }
        if (0..<columns).contains(where: { overhangs(new[range.lowerBound + $0], room: columns - $0) }) {
            overhangingRows.insert(row)
            newOverhangingRows.append(row)
            return put(0..<columns)
        }
        overhangingRows.remove(row)
        var column = firstChange
        while column < columns {
            guard differs(column) else {
                column += 1
                continue
            }
            // A wide grapheme is put from its first column on, and to its end.
            var first = column
            while first > 0, isContinuation(first) { first -= 1 }
            while column < columns, differs(column) || isContinuation(column) { column += 1 }
            put(first..<column)
        }
    }

    /// Whether a terminal that does not know the cluster would draw over the cells behind it.
    private func overhangs(_ cell: Cell, room: Int) -> Bool {
        guard cell.text.utf8.count > 4, screen.takesClusters else { return false }
        let widest = ClusterWidth(cell.text).widest
        return widest > cell.width && widest <= room
    }

    /// What ncurses writes. Rows in which a cluster overhangs are written whole, from left to right: what is behind the cluster
    /// is written over what hangs over it.
    private func updateScreen() -> [UInt8] {
        guard !newOverhangingRows.isEmpty else { return screen.update() }
        // Behind clearing, blanks are not written.
        let cleared = isCleared ? screen.update() : []
        for row in newOverhangingRows { screen.redraw(row: row) }
        return cleared + screen.update()
    }

    /// Most rows of a frame are those of the last one, byte for byte: that is told much faster than cell by cell. Equal cells
    /// may differ in their bytes; then it says no, and they are compared.
    private static func isSame(_ old: [Cell], _ new: [Cell], _ range: Range<Int>) -> Bool {
        old.withUnsafeBytes { old in
            new.withUnsafeBytes { new in
                let start = range.lowerBound * MemoryLayout<Cell>.stride
                let count = range.count * MemoryLayout<Cell>.stride
                guard count > 0, let left = old.baseAddress, let right = new.baseAddress else { return true }
                return memcmp(left + start, right + start, count) == 0
            }
        }
    }

    /// ncurses fills the second column of a wide character itself, and takes the width from the character.
    /// - Parameter room: columns from the cell to the margin, which nothing may hang over.
    private func append(_ cell: Cell, room: Int) {
        guard !cell.isContinuation else { return }
        let style = cell.style
        var attributes = Self.attributes(style.attributes)
        if pairs.isBrightByBold(style) { attributes |= curses_bold() }
        var pair = pairs.number(of: style)
        func put(_ characters: [wchar_t]) {
            var cell = cchar_t()
            setcchar(&cell, characters, attributes, 0, &pair)
            run.append(cell)
        }
        if let ascii = cell.text.utf8.first, cell.text.utf8.count == 1 {
            character[0] = wchar_t(ascii)
            put(character)
        } else {
            let text = CellText(cell, encoding: screen.encoding)
            // Behind the margin there is nothing that a mark of direction would keep in its place.
            let isMarked = room == Int(cell.width) && cell.text.unicodeScalars.last == WritingDirection.mark
            let isWhole = text.isDisputed && text.widest <= room && screen.takesClusters && !isMarked
            let cells = isWhole ? placeholders.cells(for: cell, overhanging: text.widest > cell.width) : nil
            (cells ?? (text.isDisputed ? text.barePieces : text.pieces)).forEach(put)
        }
    }

    private static func attributes(_ attributes: Style.Attributes) -> attr_t {
        var result: attr_t = 0
        if attributes.contains(.bold) { result |= curses_bold() }
        if attributes.contains(.dim) { result |= curses_dim() }
        if attributes.contains(.italic) { result |= curses_italic() }
        if attributes.contains(.underline) { result |= curses_underline() }
        if attributes.contains(.reverse) { result |= curses_reverse() }
        return result
    }

    /// The cursor is shown and hidden only when that changes; a hidden one is left wherever drawing ended.
    private func placeCursor(_ cursor: Point?) {
        if isCursorVisible != (cursor != nil) {
            isCursorVisible = cursor != nil
            curs_set(isCursorVisible ? 1 : 0)
        }
        leaveok(curses_standard_screen(), cursor == nil)
        if let cursor { wmove(curses_standard_screen(), Int32(cursor.row), Int32(cursor.column)) }
    }
}
