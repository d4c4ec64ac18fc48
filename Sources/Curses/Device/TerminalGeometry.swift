internal import Terminal

/// The size of the terminal in cells, and that of a cell in pixels: as the device reports it, or else as the terminal answered.
struct TerminalGeometry: Hashable {
    private(set) var size: Size
    private var reportedCell: CellPixels?
    private var answeredCell: CellPixels?

    /// - Parameter cell: the size of a cell by the device; nil if it reports none.
    init(size: Size, cell: CellPixels?) { (self.size, reportedCell) = (size, cell) }

    /// Nil as long as neither the device nor the terminal has told it.
    var cell: CellPixels? { reportedCell ?? answeredCell }

    /// Receives what the device reports now. An answer still counts: its terminal's cells may have kept their size.
    mutating func update(size: Size, cell: CellPixels?) { (self.size, reportedCell) = (size, cell) }

    /// Learns the size of a cell from the terminal's answer.
    /// - Parameters:
    ///   - area: all cells together, in pixels.
    ///   - cell: the size of a cell by the device, now.
    mutating func learn(area: Size, cell: CellPixels?) {
        reportedCell = cell
        answeredCell = CellPixels(width: area.columns / size.columns, height: area.rows / size.rows)
    }
}
