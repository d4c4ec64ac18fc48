internal import CNcurses
internal import Glibc
internal import Terminal

/// Puts a canvas on the terminal through ncurses: only cells that differ from the last canvas, one update a frame.
/// Pictures in pixels follow (``GraphicsLayer``).
///
/// ncurses writes into memory (``CursesScreen``); its output is the frame.
@MainActor
final class Presenter {
    /// The bytes of a frame, in this order.
    struct Frame {
        let cells: [UInt8]
        /// Pictures in pixels; they may be dropped if the line is slow and they are no longer wanted.
        let pictures: [UInt8]
    }

    private let screen: CursesScreen
    private var graphics = GraphicsLayer()
    private var pairs: ColorPairs
    /// The canvas that the terminal shows; nil if unknown.
    private var shown: Canvas?
    /// The canvas that ncurses believes to be shown, while the last frames were written without it.
    private var lastOfCurses: Canvas?
    private var pens: PenSequences?
    private var isCursorVisible = true
    private var placeholders: ClusterPlaceholders
    /// Rows with a cluster that a terminal may draw wider than its columns: all that are shown, and those put last.
    private var overhangingRows: Set<Int> = []
    private var newOverhangingRows: [Int] = []
    /// Whether the frame begins with an empty screen.
    private var isCleared = true
    /// Whether the links have other numbers than in the last canvas.
    private var areLinksNew = false
    private var run: [cchar_t] = []
    /// One null-terminated character, as ncurses expects it.
    private var character: [wchar_t] = [0, 0]

    init(screen: CursesScreen) {
        self.screen = screen
        pairs = screen.startColors()
        pens = screen.pens
        placeholders = ClusterPlaceholders(countsMarks: screen.measuring == .countingMarks)
    }

    /// The terminal's state is unknown.
    func invalidate() {
        (shown, lastOfCurses) = (nil, nil)
        graphics.invalidate()
    }

    /// ncurses was restarted with another description and has lost its state.
    func cursesHasRestarted() {
        pairs = screen.startColors()
        pens = screen.pens
        curs_set(isCursorVisible ? 1 : 0)
        invalidate()
    }

    /// The bytes after which the terminal shows this canvas.
    func frame(_ canvas: Canvas) -> Frame {
        if let bytes = shortFrame(canvas) { return Frame(cells: bytes, pictures: []) }
        tellCurses()
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
            // Most pairs are of earlier frames. If a single frame needs more than the terminal has, the rest is shown
            // without colors.
            pairs.reset()
            graphics.wasDropped()
            invalidate()
            isCleared = true
            change = graphics.show(canvas.graphics, rows: canvas.size.rows)
            put(canvas, change.covers)
        }
        if !newOverhangingRows.isEmpty, screen.scrolls, screen.stopScrolling() {
            graphics.wasDropped()
            cursesHasRestarted()
            isCleared = true
            change = graphics.show(canvas.graphics, rows: canvas.size.rows)
            put(canvas, change.covers)
        }
        placeCursor(canvas.cursor, isShown: canvas.isCursorShown)
        let cells = placeholders.fillIn(updateScreen())
        return Frame(cells: cells, pictures: change.bytes + graphics.paintAgain(after: cells))
    }

    /// Whether the pictures of the last frame are visible on this canvas too.
    func isStillShowing(picturesOf canvas: Canvas) -> Bool { graphics.isStillWanted(by: canvas.graphics) }

    /// The pictures of the last frame were not sent completely.
    func picturesWereDropped() { graphics.wasDropped() }

    /// The bytes that remove all pictures.
    func clearPictures() -> [UInt8] { graphics.clear() }

    // MARK: - Without ncurses

    /// The bytes of a frame in which little changes; nil where ncurses has to write it.
    private func shortFrame(_ canvas: Canvas) -> [UInt8]? {
        guard let pens, let shown, shown.size == canvas.size, let start = shown.cursor, let cursor = canvas.cursor,
            isCursorVisible == canvas.isCursorShown, graphics.isEmpty, canvas.graphics.isEmpty
        else { return nil }
        let canvas = withoutUnseen(canvas)
        guard canvas.links == shown.links else { return nil }
        let columns = canvas.size.columns
        var rows: [Int] = []
        for row in 0..<canvas.size.rows {
            let range = row * columns..<(row + 1) * columns
            // Equal cells may differ in bytes.
            if Self.isSame(shown.cells, canvas.cells, range) || shown.cells[range] == canvas.cells[range] { continue }
            guard rows.count < ShortUpdate.mostRows, !overhangingRows.contains(row) else { return nil }
            rows.append(row)
        }
        var update = ShortUpdate(at: start, pens)
        for row in rows {
            guard write(row, of: canvas, over: shown, to: &update) else { return nil }
        }
        guard let (bytes, known) = update.end(at: cursor) else { return nil }
        self.pens = known
        if lastOfCurses == nil { lastOfCurses = shown }
        self.shown = canvas
        return bytes
    }

    /// - Returns: false if a changed cell needs ncurses.
    private func write(_ row: Int, of canvas: Canvas, over shown: Canvas, to update: inout ShortUpdate) -> Bool {
        let columns = canvas.size.columns
        let start = row * columns
        var (column, written) = (0, 0)
        while column < columns {
            guard canvas.cells[start + column] != shown.cells[start + column] else {
                column += 1
                continue
            }
            while column > 0, canvas.cells[start + column].isContinuation { column -= 1 }
            let first = column
            if written > 0, update.isShort(canvas.cells[start + written..<start + column], pairs) { column = written }
            var isChanged = true
            while column < columns, isChanged || column < first || canvas.cells[start + column].isContinuation {
                let cell = canvas.cells[start + column]
                if !cell.isContinuation {
                    let point = Point(column: column, row: row)
                    let rest = start + column..<start + columns
                    if isErased(canvas.cells[rest], shown.cells[rest]) { return update.eraseRow(from: point) }
                    guard write(cell, at: point, end: columns, to: &update) else { return false }
                }
                column += 1
                isChanged = column < columns && canvas.cells[start + column] != shown.cells[start + column]
            }
            written = column
        }
        return true
    }

    /// Whether the rest of a row is blank, and more of it changes than the sequence that erases it is long.
    private func isErased(_ new: ArraySlice<Cell>, _ old: ArraySlice<Cell>) -> Bool {
        var changed = 0
        for (cell, former) in zip(new, old) {
            guard cell.text == " ", cell.link == 0, pairs.look(of: cell.style) == .plain else { return false }
            if cell != former { changed += 1 }
        }
        return changed > 3
    }

    private func write(_ cell: Cell, at point: Point, end: Int, to update: inout ShortUpdate) -> Bool {
        guard cell.link == 0 else { return false }
        let look = pairs.look(of: cell.style)
        if cell.text.utf8.count == 1 {
            return update.write(cell.text.utf8, columns: 1, at: point, look: look, end: end)
        }
        let text = text(of: cell)
        guard !text.isDisputed else { return false }
        let scalars = text.cells.joined().compactMap { $0 == 0 ? nil : Unicode.Scalar(UInt32(bitPattern: $0)) }
        let characters = String(String.UnicodeScalarView(scalars))
        return update.write(characters.utf8, columns: Int(cell.width), at: point, look: look, end: end)
    }

    /// Lets ncurses know of the frames that were written without it.
    private func tellCurses() {
        guard let before = lastOfCurses, let shown else { return }
        lastOfCurses = nil
        areLinksNew = false
        for row in 0..<shown.size.rows { put(row, of: shown, over: before) }
        placeCursor(shown.cursor, isShown: shown.isCursorShown)
        _ = screen.update()
        if pairs.isExhausted { invalidate() }
    }

    // MARK: - With ncurses

    /// Without pictures, which are not cells, and without links where none is shown: cells that differ only in theirs are the same.
    private func withoutUnseen(_ canvas: Canvas) -> Canvas {
        var canvas = canvas
        canvas.dropGraphics()
        if !screen.canLink { canvas.dropLinks() }
        return canvas
    }

    private func put(_ canvas: Canvas, _ covers: [GraphicsLayer.Cover]) {
        var canvas = withoutUnseen(canvas)
        for cover in covers { canvas.fill(cover.rect, with: cover.blank, style: cover.style) }
        newOverhangingRows = []
        let old = shown ?? clear(canvas.size)
        areLinksNew = old.links != canvas.links
        for row in 0..<canvas.size.rows { put(row, of: canvas, over: old) }
        shown = canvas
    }

    /// - Returns: the canvas that is shown then: nothing but blanks.
    private func clear(_ size: Size) -> Canvas {
        screen.resize(to: size)
        screen.clear()
        overhangingRows = []
        return Canvas(size: size)
    }

    /// Puts the runs of changed cells of a row.
    private func put(_ row: Int, of canvas: Canvas, over shown: Canvas) {
        let columns = canvas.size.columns
        let range = row * columns..<(row + 1) * columns
        let new = canvas.cells[range]
        let old = shown.cells[range]
        let mayDiffer = areLinksNew && hasLink(new)
        if !mayDiffer, Self.isSame(shown.cells, canvas.cells, range) { return }
        func differs(_ column: Int) -> Bool {
            let (before, after) = (old[range.lowerBound + column], new[range.lowerBound + column])
            // ncurses finds out whether it is the same link.
            return before != after || (areLinksNew && (before.link > 0 || after.link > 0))
        }
        func isContinuation(_ column: Int) -> Bool { new[range.lowerBound + column].isContinuation }
        func put(_ part: Range<Int>) {
            run.removeAll(keepingCapacity: true)
            for column in part {
                let cell = new[range.lowerBound + column]
                append(cell, link: canvas.link(of: cell), columnsLeft: columns - column)
            }
            mvwadd_wchnstr(curses_standard_screen(), Int32(row), Int32(part.lowerBound), run, Int32(run.count))
        }
        // Plain loops: a closure of an actor that is passed on checks its executor at each call.
        var firstChange = 0
        while firstChange < columns, !differs(firstChange) { firstChange += 1 }
        if firstChange == columns { return }
        if hasOverhang(new) {
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
            // A wide grapheme is put as a whole.
            var first = column
            while first > 0, isContinuation(first) { first -= 1 }
            while column < columns, differs(column) || isContinuation(column) { column += 1 }
            put(first..<column)
        }
    }

    private func hasLink(_ row: ArraySlice<Cell>) -> Bool {
        for cell in row where cell.link > 0 { return true }
        return false
    }

    private func hasOverhang(_ row: ArraySlice<Cell>) -> Bool {
        var columnsLeft = row.count
        for cell in row {
            if overhangs(cell, columnsLeft: columnsLeft) { return true }
            columnsLeft -= 1
        }
        return false
    }

    /// Whether a terminal that does not know the cluster would draw over the cells behind it.
    private func overhangs(_ cell: Cell, columnsLeft: Int) -> Bool {
        guard cell.text.utf8.count > 4, screen.canWriteClusters else { return false }
        let width = ClusterWidth(cell.text)
        if screen.measuring == .byTwo, width.isDisputed { return true }
        return width.widest > cell.width && width.widest <= columnsLeft
    }

    /// ncurses' output. Rows with an overhanging cluster are written whole, from left to right: what follows the
    /// cluster overwrites its excess.
    private func updateScreen() -> [UInt8] {
        guard !newOverhangingRows.isEmpty else { return screen.update() }
        // After clearing, blanks are not written.
        let cleared = isCleared ? screen.update() : []
        for row in newOverhangingRows { screen.redraw(row: row) }
        return cleared + screen.update()
    }

    /// Most rows of a frame equal those of the last one byte for byte; comparing bytes is much faster than comparing
    /// cells. Equal cells may differ in bytes; they are then compared one by one.
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

    /// ncurses fills the second column of a wide character itself, and derives the width from the character.
    /// - Parameters:
    ///   - link: what the terminal opens when the cell is clicked.
    ///   - columnsLeft: columns from the cell to the margin, which nothing may exceed.
    private func append(_ cell: Cell, link: Hyperlink?, columnsLeft: Int) {
        guard !cell.isContinuation else { return }
        let look = pairs.look(of: cell.style)
        let attributes = Self.attributes(look.attributes)
        var pair = pairs.number(of: look)
        func put(_ characters: [wchar_t]) {
            var cell = cchar_t()
            setcchar(&cell, characters, attributes, 0, &pair)
            run.append(cell)
        }
        if link == nil, let ascii = cell.text.utf8.first, cell.text.utf8.count == 1 {
            character[0] = wchar_t(ascii)
            put(character)
        } else {
            let cell = agreed(cell)
            let text = CellText(cell, encoding: screen.encoding)
            // At the margin no cell follows whose position a direction mark would protect.
            let isMarked = columnsLeft == Int(cell.width) && cell.text.unicodeScalars.last == WritingDirection.mark
            let isWhole =
                (text.isDisputed || link != nil) && text.widest <= columnsLeft && screen.canWriteClusters && !isMarked
            let cells =
                isWhole
                ? placeholders.cells(
                    for: cell, isDisputed: text.isDisputed, overhanging: text.widest > cell.width, link: link)
                : nil
            (cells ?? (text.isDisputed ? text.bareCells : text.cells)).forEach(put)
        }
    }

    private func agreed(_ cell: Cell) -> Cell { screen.measuring == .byTwo ? cell.agreedText : cell }

    private func text(of cell: Cell) -> CellText { CellText(agreed(cell), encoding: screen.encoding) }

    private static func attributes(_ attributes: Style.Attributes) -> attr_t {
        var result: attr_t = 0
        if attributes.contains(.bold) { result |= curses_bold() }
        if attributes.contains(.dim) { result |= curses_dim() }
        if attributes.contains(.italic) { result |= curses_italic() }
        if attributes.contains(.underline) { result |= curses_underline() }
        if attributes.contains(.reverse) { result |= curses_reverse() }
        return result
    }

    /// The cursor is shown and hidden only when that changes. Without a place it stays where drawing ended.
    private func placeCursor(_ cursor: Point?, isShown: Bool) {
        if isCursorVisible != (cursor != nil && isShown) {
            isCursorVisible = cursor != nil && isShown
            curs_set(isCursorVisible ? 1 : 0)
        }
        leaveok(curses_standard_screen(), cursor == nil)
        if let cursor { wmove(curses_standard_screen(), Int32(cursor.row), Int32(cursor.column)) }
    }
}
