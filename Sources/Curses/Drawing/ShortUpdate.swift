internal import Terminal

/// The bytes of a frame in which few cells change, without ncurses, which writes unchanged cells again where moving the cursor is not
/// shorter than their letters, whatever their colors cost.
///
/// It begins and ends as ncurses does: the cursor at a known place, and nothing but the plain look.
struct ShortUpdate {
    /// Where more rows change, ncurses may scroll them.
    static let mostRows = 6

    private var bytes: [UInt8] = []
    private var pens: PenSequences
    private var look = Look.plain
    /// Nil behind the last column, where terminals differ.
    private var position: Point?

    init(at cursor: Point, _ pens: PenSequences) {
        position = cursor
        self.pens = pens
        bytes.reserveCapacity(256)
    }

    /// Writes the text of a cell.
    /// - Parameter end: the columns of the terminal.
    /// - Returns: false if the terminal cannot show that look.
    mutating func write(_ text: some Sequence<UInt8>, columns: Int, at point: Point, look new: Look, end: Int) -> Bool {
        move(to: point)
        guard pens.change(from: look, to: new, &bytes) else { return false }
        look = new
        bytes.append(contentsOf: text)
        let column = point.column + columns
        position = column < end ? Point(column: column, row: point.row) : nil
        return true
    }

    /// Writes blanks of the plain look from this place to the end of its row.
    /// - Returns: false if the terminal cannot show the plain look.
    mutating func eraseRow(from point: Point) -> Bool {
        move(to: point)
        guard pens.change(from: look, to: .plain, &bytes) else { return false }
        look = .plain
        bytes.append(contentsOf: "\u{1B}[K".utf8)
        return true
    }

    /// Ends the update with the cursor at its place.
    /// - Returns: its bytes, and the sequences that are known by now; nil if the terminal cannot show the plain look.
    mutating func end(at cursor: Point) -> (bytes: [UInt8], pens: PenSequences)? {
        guard pens.change(from: look, to: .plain, &bytes) else { return nil }
        move(to: cursor)
        return (bytes, pens)
    }

    /// Whether writing cells again is not longer than moving over them.
    func isShort(_ cells: ArraySlice<Cell>, _ pairs: ColorPairs) -> Bool {
        guard cells.count <= Self.forward(cells.count) else { return false }
        for cell in cells where cell.text.utf8.count != 1 || cell.link > 0 || pairs.look(of: cell.style) != look {
            return false
        }
        return true
    }

    // MARK: - Moving

    private mutating func move(to point: Point) {
        guard position != point else { return }
        defer { position = point }
        // "CSI row ; column H", of which the column is left out where it is the first.
        let absolute = 3 + Self.digits(point.row + 1) + (point.column > 0 ? 1 + Self.digits(point.column + 1) : 0)
        guard let position else { return moveAbsolutely(to: point) }
        let (rows, columns) = (point.row - position.row, point.column - position.column)
        if rows == 0, columns > 0, Self.forward(columns) <= absolute { return forward(columns) }
        if rows == 0, -columns <= 1 + Self.forward(point.column) {
            return bytes.append(contentsOf: repeatElement(0x08, count: -columns))
        }
        // Line feeds do not scroll: the last row is never left downward.
        if rows >= 0, 1 + rows + Self.forward(point.column) <= absolute {
            bytes.append(0x0D)
            bytes.append(contentsOf: repeatElement(0x0A, count: rows))
            return forward(point.column)
        }
        if rows < 0, columns == 0, Self.forward(-rows) <= absolute { return sequence(-rows, end: "A") }
        moveAbsolutely(to: point)
    }

    private mutating func moveAbsolutely(to point: Point) {
        bytes.append(contentsOf: "\u{1B}[\(point.row + 1)".utf8)
        if point.column > 0 { bytes.append(contentsOf: ";\(point.column + 1)".utf8) }
        bytes.append(UInt8(ascii: "H"))
    }

    private mutating func forward(_ columns: Int) {
        if columns > 0 { sequence(columns, end: "C") }
    }

    /// A relative move, whose number is left out where it is 1.
    private mutating func sequence(_ count: Int, end: Unicode.Scalar) {
        bytes.append(contentsOf: "\u{1B}[".utf8)
        if count > 1 { bytes.append(contentsOf: String(count).utf8) }
        bytes.append(UInt8(ascii: end))
    }

    /// The bytes of a move to the right.
    private static func forward(_ columns: Int) -> Int {
        columns == 0 ? 0 : columns == 1 ? 3 : 3 + digits(columns)
    }

    private static func digits(_ number: Int) -> Int { number < 10 ? 1 : 1 + digits(number / 10) }
}
