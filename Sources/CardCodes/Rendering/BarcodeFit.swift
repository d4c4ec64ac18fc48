public import Cards
public import Terminal

/// A barcode at one size: which of its symbols, the width of a module, and the cells that it covers with its quiet zone.
///
/// Sizes are whole numbers of units: half columns and half lines, or pixels.
public struct BarcodeFit: Hashable, Sendable {
    public enum Unit: Hashable, Sendable {
        /// Half columns across, half lines down.
        case halves
        case pixels(CellPixels)
    }

    public let symbol: BarcodeSymbol
    public let unit: Unit
    /// The width of a module, in units; of turned bars, that of a bar's least length.
    let moduleWidth: Int
    /// The height of each row of the symbol, in units.
    let rowHeights: [Int]
    /// The quiet zone above and below, in units.
    let top: Int
    let bottom: Int

    /// In units, with the quiet zone.
    var width: Int { (symbol.width + symbol.quietZone.left + symbol.quietZone.right) * moduleWidth }
    var height: Int { rowHeights.reduce(top + bottom, +) }

    /// In cells.
    public var size: Size {
        switch unit {
        case .halves: Size(columns: (width + 1) / 2, rows: (height + 1) / 2)
        case .pixels(let cell):
            Size(
                columns: (width + cell.width - 1) / cell.width, rows: (height + cell.height - 1) / cell.height)
        }
    }

    public var isTurned: Bool { symbol.shape == .turnedBars || symbol.shape == .turnedStack }

    /// Whether whole cells, or pixels, draw it: some terminals leave seams between half blocks, by which scanners find no code.
    public var isWhole: Bool {
        guard unit == .halves else { return true }
        return moduleWidth.isMultiple(of: 2) && (rowHeights + [top]).allSatisfy { $0.isMultiple(of: 2) }
    }

    /// The width of a module in thousandths of a column: stored, since it does not depend on the terminal.
    public var thousandths: Int {
        switch unit {
        // Half a line is about as high as a column is wide.
        case .halves where isTurned: thickness * 1000
        case .halves: moduleWidth * 500
        case .pixels(let cell): thickness * 1000 / cell.width
        }
    }

    /// The width of the narrowest bar or square, in units: turned bars are measured downwards.
    private var thickness: Int { isTurned ? rowHeights.first ?? 0 : moduleWidth }

    /// Visible width divided by height.
    func proportion(cellAspect: Double) -> Double {
        switch unit {
        case .halves: Double(width) * cellAspect / Double(max(1, height))
        case .pixels: Double(width) / Double(max(1, height))
        }
    }

    /// The size as text: "half a column per module".
    public var text: String {
        switch unit {
        case .pixels: "\(thickness) pixels per module"
        case .halves where isTurned && thickness == 1: "half a line per module"
        case .halves where isTurned: thickness == 2 ? "1 line per module" : "\(thickness / 2) lines per module"
        case .halves where moduleWidth == 1: "half a column per module"
        case .halves where moduleWidth == 2: "1 column per module"
        case .halves: "\(moduleWidth / 2) columns per module"
        }
    }

    /// The barcode with its quiet zone as dots of cells; not for pixels.
    /// - Parameter isPlain: whole cells only.
    public func grid(isPlain: Bool) -> DotGrid {
        guard unit == .halves else { return DotGrid([], split: .whole) }
        let isHalf = moduleWidth == 1
        let columns = max(1, moduleWidth / 2)
        let left = [Bool](repeating: false, count: symbol.quietZone.left * columns)
        // If modules are half columns, or cells are whole, rows are whole lines.
        let step = isHalf || isPlain ? 2 : 1
        let light = [[Bool]](repeating: [], count: top / step)
        let rows = zip(symbol.rows, rowHeights).flatMap { row, height in
            let dots = left + row.modules.flatMap { [Bool](repeating: $0, count: columns) }
            return [[Bool]](repeating: dots, count: height / step)
        }
        return DotGrid(light + rows, split: isHalf ? .columns : isPlain ? .whole : .rows)
    }
}
