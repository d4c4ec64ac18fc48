internal import Terminal

/// The bytes of a frame in which few cells change, without ncurses, which writes unchanged cells again where moving the cursor is not
/// shorter than their letters, whatever their colours cost.
///
/// It begins and ends as ncurses does: the cursor at a known place, and nothing but the plain look.
struct ShortUpdate {
    /// Where more rows change, ncurses may scroll them.
    static let mostRows = 6

    private(set) var bytes: [UInt8] = []
    private var pens: PenSequences
    private var look = Look.plain
    /// Nil behind the last column, where terminals differ.
    private var position: Point?

    init(at cursor: Point, _ pens: PenSequences) {
        position = cursor
        self.pens = pens
    }

    /// Writes the text of cells beside one another.
    /// - Parameter end: the columns of the terminal.
    /// - Returns: false if the terminal cannot show that look.
    mutating func write(_ text: some Sequence<UInt8>, columns: Int, at point: Point, look new: Look, end: Int) -> Bool {
        move(to: point)
        guard let change = pens.change(from: look, to: new) else { return false }
        look = new
        bytes += change
        bytes += text
        let column = point.column + columns
        position = column < end ? Point(column: column, row: point.row) : nil
        return true
    }

    /// Ends the update with the cursor at its place.
    /// - Returns: its bytes, and the sequences that are known by now.
    mutating func end(at cursor: Point) -> ([UInt8], PenSequences) {
        if let change = pens.change(from: look, to: .plain) { bytes += change }
        move(to: cursor)
        return (bytes, pens)
    }

    /// Whether writing cells again is not longer than moving over them.
    func isShort(_ cells: ArraySlice<Cell>, _ pairs: ColorPairs) -> Bool {
        guard cells.count <= Self.forward(cells.count).count else { return false }
        for cell in cells where cell.text.utf8.count != 1 || cell.link > 0 || pairs.look(of: cell.style) != look {
            return false
        }
        return true
    }

    private mutating func move(to point: Point) {
        guard position != point else { return }
        var shortest = Array(
            (point.column == 0 ? "\u{1B}[\(point.row + 1)H" : "\u{1B}[\(point.row + 1);\(point.column + 1)H").utf8)
        func offer(_ move: [UInt8]) {
            if move.count < shortest.count { shortest = move }
        }
        if let position {
            let (rows, columns) = (point.row - position.row, point.column - position.column)
            let fromMargin: [UInt8] = [0x0D] + Self.forward(point.column)
            if rows == 0, columns > 0 { offer(Self.forward(columns)) }
            if rows == 0, columns < 0 { offer(Array(repeating: 0x08, count: -columns)) }
            if rows == 0 { offer(fromMargin) }
            if rows > 0 { offer(fromMargin.prefix(1) + Array(repeating: 0x0A, count: rows) + fromMargin.dropFirst()) }
            if rows < 0, columns == 0 { offer(Array("\u{1B}[\(rows == -1 ? "" : String(-rows))A".utf8)) }
        }
        bytes += shortest
        position = point
    }

    private static func forward(_ columns: Int) -> [UInt8] {
        columns == 0 ? [] : Array("\u{1B}[\(columns == 1 ? "" : String(columns))C".utf8)
    }
}
