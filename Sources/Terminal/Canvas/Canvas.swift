/// A grid of cells to draw on. It knows no device and no theme.
///
/// Every drawing call is clipped to ``bounds``; coordinates outside are allowed and draw nothing. Only ``SafeText`` is
/// drawn, so no unchecked text reaches a cell. ``draw(in:scrolledBy:_:)`` narrows the canvas to an area with its own
/// coordinates:
///
///     canvas.draw(in: rows[3]) { row in
///         row.write("name", at: .zero, style: theme[.strong])
///     }
public struct Canvas: Equatable, Sendable {
    /// The size of the whole canvas.
    public let size: Size
    public private(set) var cells: [Cell]
    /// The position of the hardware cursor, in coordinates of the whole canvas; nil hides it.
    public private(set) var cursor: Point?
    /// Whether the cursor is to be seen: where text is typed. Elsewhere it follows the selection unseen, for screen readers.
    public private(set) var isCursorShown = false
    /// Pictures in pixels over the cells; they never overlap.
    public internal(set) var graphics: [PlacedGraphic] = []
    /// The links that cells name by their number.
    public private(set) var links: [Hyperlink] = []

    /// The origin of the local coordinates and the clipping rectangle, both in coordinates of the whole canvas.
    private var origin = Point.zero
    private var clip: Rect
    /// The size of the current area.
    private var area: Size

    public init(size: Size) {
        self.size = size
        cells = Array(repeating: .blank(), count: size.columns * size.rows)
        clip = Rect(size)
        area = size
    }

    /// The current area in its own coordinates: its origin is 0, 0.
    public var bounds: Rect { Rect(area) }

    /// The visible part of the current area, in its own coordinates.
    public var visible: Rect { clip.offset(columns: -origin.column, rows: -origin.row).intersection(bounds) }

    // MARK: - Areas

    /// Draws in a part of this canvas, whose upper left cell is 0, 0 there. `scrolledBy` is the number of the area's
    /// first rows that lie above the visible part; the content may be taller than the area (`contentRows`).
    public mutating func draw(
        in rect: Rect, scrolledBy rows: Int = 0, contentRows: Int? = nil, _ body: (inout Canvas) -> Void
    ) {
        let saved = (origin, clip, area)
        clip = clip.intersection(rect.offset(columns: origin.column, rows: origin.row))
        origin = Point(column: origin.column + rect.left, row: origin.row + rect.top - rows)
        area = Size(columns: rect.columns, rows: max(rect.rows, contentRows ?? 0))
        body(&self)
        (origin, clip, area) = saved
    }

    // MARK: - Drawing

    /// Writes text in one row. Text that does not fit in `columns` (or the area) is cut between graphemes, without an
    /// ellipsis. A wide grapheme that would be cut in half becomes a space.
    /// - Returns: the column behind the last cell written.
    @discardableResult
    public mutating func write(_ text: SafeText, at point: Point, style: Style, columns: Int = .max) -> Int {
        let end = min(columns == .max ? .max : point.column + columns, area.columns)
        var column = writePlain(text.plainPart, at: point, style: style, end: end)
        if text.isPlain { return column }
        var (isRightToLeft, isFirst, isBehindBlank) = (false, true, false)
        for grapheme in text.graphemes(from: text.plainCount) {
            if column >= end { break }
            if column + grapheme.width > end {
                for column in column..<end { put(.blank(style), at: Point(column: column, row: point.row)) }
                column = end
                break
            }
            put(
                Cell(text: grapheme.text, width: grapheme.width, style: style),
                at: Point(column: column, row: point.row))
            column += grapheme.width
            if WritingDirection.isRightToLeft(grapheme.text) {
                if isFirst { markDirection(at: Point(column: point.column - 1, row: point.row)) }
                (isRightToLeft, isFirst) = (true, false)
            } else if isRightToLeft, isBehindBlank, grapheme.text == "·" {
                // The program's own separator between a name and its details. The blank before it is marked: terminals
                // that draw the mark itself, or drop what shares its cell, lose nothing there.
                markDirection(at: Point(column: column - 2, row: point.row))
                isRightToLeft = false
            }
            isBehindBlank = grapheme.text == " "
        }
        if isRightToLeft { closeField(at: Point(column: column, row: point.row)) }
        return column
    }

    /// Marks the blank behind the field, if there is one: kitty loses a letter that shares its cell with the mark.
    private mutating func closeField(at point: Point) {
        let position = Point(column: point.column + origin.column, row: point.row + origin.row)
        let isBlank = clip.contains(position) && cells[index(of: position)].text == " "
        markDirection(at: isBlank ? point : Point(column: point.column - 1, row: point.row))
    }

    /// Appends a left-to-right mark to a cell (``WritingDirection``).
    private mutating func markDirection(at point: Point) {
        let position = Point(column: point.column + origin.column, row: point.row + origin.row)
        guard clip.contains(position) else { return }
        var index = index(of: position)
        while cells[index].isContinuation { index -= 1 }
        guard cells[index].text.unicodeScalars.last != WritingDirection.mark else { return }
        cells[index].text.unicodeScalars.append(WritingDirection.mark)
    }

    /// Writes text of one byte and one column per grapheme.
    private mutating func writePlain(_ text: Substring, at point: Point, style: Style, end: Int) -> Int {
        let behind = min(end, point.column + text.utf8.count)
        let row = point.row + origin.row
        guard (clip.top..<clip.bottom).contains(row) else { return max(point.column, behind) }
        var column = point.column + origin.column
        let start = max(column, clip.left)
        for byte in text.utf8.prefix(max(0, behind - point.column)) {
            if column >= clip.right { break }
            if column >= clip.left {
                let index = row * size.columns + column
                if cells[index].width != 1 { separate(index) }
                cells[index] = Cell(text: ASCII.texts[Int(byte)], width: 1, style: style)
            }
            column += 1
        }
        if !graphics.isEmpty { dropGraphics(in: Rect(column: start, row: row, columns: column - start, rows: 1)) }
        return max(point.column, behind)
    }

    /// Fills a rectangle with one grapheme of width 1.
    public mutating func fill(_ rect: Rect, with text: SafeText = " ", style: Style) {
        let cell =
            text.graphemes.first { _ in true }.map { Cell(text: $0.text, width: 1, style: style) } ?? .blank(style)
        let seen = rect.intersection(visible)
        for row in seen.top..<max(seen.top, seen.bottom) {
            for column in seen.left..<max(seen.left, seen.right) { put(cell, at: Point(column: column, row: row)) }
        }
    }

    /// Changes the style of cells and keeps their text.
    public mutating func restyle(_ rect: Rect, _ change: (Style) -> Style) {
        let seen = rect.intersection(visible)
        if !graphics.isEmpty { restyleGraphics(in: wholeRect(seen), change) }
        for row in seen.top..<max(seen.top, seen.bottom) {
            for column in seen.left..<max(seen.left, seen.right) {
                let index = index(of: Point(column: column + origin.column, row: row + origin.row))
                cells[index].style = change(cells[index].style)
            }
        }
    }

    /// Makes the cells that are drawn in a rectangle a link; what is written over them later is none.
    public mutating func link(_ link: Hyperlink, in rect: Rect) {
        let seen = rect.intersection(visible)
        guard !seen.isEmpty, let linkNumber = number(of: link) else { return }
        for row in seen.top..<seen.bottom {
            for column in seen.left..<seen.right {
                cells[index(of: Point(column: column + origin.column, row: row + origin.row))].link = linkNumber
            }
        }
    }

    private mutating func number(of link: Hyperlink) -> UInt16? {
        if let index = links.firstIndex(of: link) { return UInt16(index + 1) }
        guard links.count < Int(UInt16.max) else { return nil }
        links.append(link)
        return UInt16(links.count)
    }

    /// The link that a cell of this canvas is a part of.
    public func link(of cell: Cell) -> Hyperlink? {
        cell.link > 0 && Int(cell.link) <= links.count ? links[Int(cell.link) - 1] : nil
    }

    public mutating func dropLinks() {
        guard !links.isEmpty else { return }
        links = []
        for index in cells.indices { cells[index].link = 0 }
    }

    /// Moves the hardware cursor; outside of the visible part it is hidden.
    /// - Parameter isShown: where text is typed. A selection beside the text does not take the cursor from there.
    public mutating func placeCursor(at point: Point, isShown: Bool = false) {
        if isCursorShown, cursor != nil, !isShown { return }
        let position = Point(column: point.column + origin.column, row: point.row + origin.row)
        cursor = clip.contains(position) ? position : nil
        isCursorShown = isShown
    }

    public mutating func hideCursor() { (cursor, isCursorShown) = (nil, false) }

    public subscript(column: Int, row: Int) -> Cell {
        guard Rect(size).contains(Point(column: column, row: row)) else { return .blank() }
        return cells[row * size.columns + column]
    }

    /// Puts one cell. A wide one needs all of its columns inside the clip; what remains of a half-overwritten one
    /// becomes spaces.
    private mutating func put(_ cell: Cell, at point: Point) {
        let position = Point(column: point.column + origin.column, row: point.row + origin.row)
        let columns = Int(cell.width)
        guard (clip.top..<clip.bottom).contains(position.row) else { return }
        guard clip.left <= position.column, position.column + columns <= clip.right else {
            let (left, right) = (max(clip.left, position.column), min(clip.right, position.column + columns))
            guard columns > 1, left < right else { return }
            for column in left..<right {
                put(.blank(cell.style), at: Point(column: column - origin.column, row: point.row))
            }
            return
        }
        let index = index(of: position)
        for index in index..<index + columns { separate(index) }
        cells[index] = cell
        for index in index + 1..<index + columns { cells[index] = .continuation(cell.style) }
        if !graphics.isEmpty {
            dropGraphics(in: Rect(column: position.column, row: position.row, columns: columns, rows: 1))
        }
    }

    /// Call before a cell is overwritten: what remains of a wide grapheme there becomes spaces.
    private mutating func separate(_ index: Int) {
        var head = index
        while cells[head].isContinuation { head -= 1 }
        for index in head..<head + Int(cells[head].width) { cells[index] = .blank(cells[index].style) }
    }

    /// Replaces the text of cells by text of one column; nil keeps a cell. All columns of a wide cell change.
    mutating func replaceTexts(_ replacement: (Cell) -> String?) {
        dropGraphics()
        dropLinks()
        for index in cells.indices {
            guard let text = replacement(cells[index]) else { continue }
            for index in index..<index + Int(cells[index].width) {
                cells[index] = Cell(text: text, width: 1, style: cells[index].style)
            }
        }
    }

    /// Converts a rectangle of the current area into coordinates of the whole canvas.
    func wholeRect(_ rect: Rect) -> Rect { rect.offset(columns: origin.column, rows: origin.row) }

    private func index(of position: Point) -> Int { position.row * size.columns + position.column }
}

extension Canvas {
    /// The text of one row as a person reads it; continuation cells are empty.
    public func text(ofRow row: Int) -> String {
        (0..<size.columns).map { self[$0, row].text }.joined()
    }
}

/// One cell of the screen: a grapheme and its style.
///
/// A wide grapheme is stored in its first cell with its ``width``; each cell behind it is a ``continuation`` without text.
public struct Cell: Equatable, Sendable {
    public internal(set) var text: String
    /// The columns of the text: at least 1; 0 in a continuation of a wide grapheme.
    public let width: Int8
    /// The number of its link among ``Canvas/links``, from 1; 0 for none.
    public internal(set) var link: UInt16
    public var style: Style

    init(text: String, width: Int, style: Style, link: UInt16 = 0) {
        self.text = text
        self.width = Int8(width)
        self.style = style
        self.link = link
    }

    public static func blank(_ style: Style = .plain) -> Cell { Cell(text: " ", width: 1, style: style) }

    static func continuation(_ style: Style) -> Cell { Cell(text: "", width: 0, style: style) }

    /// The same cell with another text of at most its width.
    public func replacing(text: String) -> Cell { Cell(text: text, width: Int(width), style: style, link: link) }

    public var isContinuation: Bool { width == 0 }
}

/// A picture in pixels and the cells of the canvas that it covers.
public struct PlacedGraphic: Equatable, Sendable {
    public let graphic: PictureGraphic
    /// In coordinates of the whole canvas.
    public let rect: Rect
    /// Seen where the picture is transparent.
    public internal(set) var ground: Style
}

extension Canvas {
    /// Shows pixels over the cells drawn there. The cells are seen instead on terminals without pixels, and as soon as
    /// something is written over a part of them. Pixels are never cut: in an area that is partly hidden, or of another
    /// size than the picture, they are not shown at all.
    /// - Parameter ground: seen where the picture has no pixels: sixels always end with a whole band of six rows.
    public mutating func place(_ graphic: PictureGraphic, in rect: Rect, ground: Style = .plain) {
        guard rect.size == graphic.size, !rect.isEmpty, visible.intersection(rect) == rect else { return }
        let whole = wholeRect(rect)
        dropGraphics(in: whole)
        graphics.append(PlacedGraphic(graphic: graphic, rect: whole, ground: ground))
    }

    /// Removes all pictures; the cells beneath them are seen.
    public mutating func dropGraphics() {
        if !graphics.isEmpty { graphics = [] }
    }

    /// Removes the pictures that overlap a rectangle in coordinates of the whole canvas.
    mutating func dropGraphics(in rect: Rect) {
        graphics.removeAll { !$0.rect.intersection(rect).isEmpty }
    }

    /// A picture whose cells all change their style keeps its pixels on the new ground; one of which only a part
    /// changes is removed.
    mutating func restyleGraphics(in rect: Rect, _ change: (Style) -> Style) {
        graphics.removeAll {
            let common = $0.rect.intersection(rect)
            return !common.isEmpty && common != $0.rect
        }
        for index in graphics.indices where !graphics[index].rect.intersection(rect).isEmpty {
            graphics[index].ground = change(graphics[index].ground)
        }
    }
}
