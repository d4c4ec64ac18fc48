public import Cards
public import Terminal

/// The sizes at which a barcode can be drawn in an area, for the terminal's cell shape.
public struct BarcodeSizes: Equatable, Sendable {
    private let medium: PictureMedium
    /// The pixels of a cell; nil if the barcode must be drawn as cells.
    let cell: CellPixels?
    public let isPlain: Bool
    /// Whether bars leave some lines of a high area to the rows around them.
    let leavesLines: Bool

    public init(_ medium: PictureMedium, isPlain: Bool, leavesLines: Bool = true) {
        self.medium = medium
        self.isPlain = isPlain
        self.leavesLines = leavesLines
        cell = medium.graphics == .symbols || isPlain ? nil : medium.cell
    }

    private var cellAspect: Double { medium.cellAspect }

    /// Lower bars are hard to hit with a line scanner.
    private static let leastLines = 3
    /// The same for turned bars.
    private static let leastColumns = 6
    /// The minimum height of bars if there is space.
    public static let goodLines = 5
    /// The maximum height of bars, as a fraction of their width; 0.7 is that of a printed EAN-13.
    private var highest: Double { leavesLines ? 0.6 : 0.8 }
    /// The preferred proportion, width by height, of stacked codes and of codes with several shapes.
    private static let bestProportion = 2.5
    private static let largestPixels = 40
    private static let largestHalfColumns = 32

    /// The sizes that fit, the smallest first: one for each width, the best proportioned of several symbols.
    public func fits(_ symbols: [BarcodeSymbol], in area: Size) -> [BarcodeFit] {
        let fits = cell.map { pixelFits(symbols, in: area, $0) } ?? []
        return fits.isEmpty ? cellFits(symbols, in: area) : fits
    }

    /// The sizes in cells: shown until the pixels are ready.
    public func cellFits(_ symbols: [BarcodeSymbol], in area: Size) -> [BarcodeFit] {
        let widths = [1] + stride(from: 2, through: Self.largestHalfColumns, by: 2)
        return widths.compactMap { width in
            best(symbols.compactMap { cellFit($0, width, area) }.filter { fits($0, area) })
        }
    }

    /// The smallest size that can be drawn at all, in any area; of several symbols the one for which the least space is missing.
    public func smallest(_ symbols: [BarcodeSymbol], for area: Size) -> Size? {
        let endless = Size(columns: 1 << 16, rows: 1 << 16)
        let sizes = symbols.compactMap { symbol -> Size? in
            let widths = [1, 2, 4, 6]
            let fit = widths.lazy.compactMap { cellFit(symbol, $0, endless, isSmallest: true) }.first
            return fit?.size
        }
        func missing(_ size: Size) -> Double {
            max(
                Double(size.columns) / Double(max(1, area.columns)), Double(size.rows) / Double(max(1, area.rows)))
        }
        return sizes.min { missing($0) < missing($1) }
    }

    private func fits(_ fit: BarcodeFit, _ area: Size) -> Bool {
        fit.size.columns <= area.columns && fit.size.rows <= area.rows
    }

    private func best(_ fits: [BarcodeFit]) -> BarcodeFit? {
        func distance(_ fit: BarcodeFit) -> Double {
            let ratio = fit.proportion(cellAspect: cellAspect) / Self.bestProportion
            return max(ratio, 1 / ratio)
        }
        return fits.min { distance($0) < distance($1) }
    }

    // MARK: - Cells

    /// The fit with modules of this many half columns; nil if the symbol's shape does not allow it.
    private func cellFit(
        _ symbol: BarcodeSymbol, _ width: Int, _ area: Size, isSmallest: Bool = false
    ) -> BarcodeFit? {
        // The height of a square module in half lines, and the step in which heights can grow.
        let square = Double(width) * cellAspect
        let step = width == 1 || isPlain ? 2 : 1
        if width == 1, isPlain { return nil }
        func high(_ modules: Int) -> Int {
            // Tolerates rounding errors of whole numbers.
            let steps = Double(modules) * square / Double(step) - 0.001
            return modules == 0 ? 0 : max(1, Int(steps.rounded(.up))) * step
        }
        let zone = symbol.quietZone
        switch symbol.shape {
        case .hexagons: return nil
        case .squares, .turnedStack:
            guard width > 1, let height = squareHeight(square, step) else { return nil }
            return BarcodeFit(
                symbol: symbol, unit: .halves, moduleWidth: width,
                rowHeights: symbol.rows.map { $0.height * height }, top: zone.top * height, bottom: zone.bottom * height
            )
        case .stacked:
            return BarcodeFit(
                symbol: symbol, unit: .halves, moduleWidth: width, rowHeights: symbol.rows.map { high($0.height) },
                top: high(zone.top), bottom: high(zone.bottom))
        case .turnedBars:
            // A module has as many half lines here as half columns otherwise.
            let columns = turnedLength(symbol, module: Double(width) / 2 / cellAspect, columnWidth: 1, area, isSmallest)
            return BarcodeFit(
                symbol: symbol, unit: .halves, moduleWidth: columns / max(1, symbol.width) * 2,
                rowHeights: symbol.rows.map { _ in width }, top: zone.top * width, bottom: zone.bottom * width)
        case .bars:
            // Rounded up to whole lines.
            func lines(_ modules: Int) -> Int { (high(modules) + 1) / 2 }
            let (top, bottom) = (lines(zone.top), lines(zone.bottom))
            let columns = (width * (symbol.width + zone.left + zone.right) + 1) / 2
            let least = max(Self.leastLines, lines(symbol.height))
            let good = max(least, Self.goodLines, Int((highest * Double(columns) * cellAspect).rounded()))
            let height = isSmallest ? least : max(least, min(good, area.rows - top - bottom - spare(area)))
            return BarcodeFit(
                symbol: symbol, unit: .halves, moduleWidth: width, rowHeights: [height * 2], top: top * 2,
                bottom: bottom * 2)
        }
    }

    /// How far turned bars reach across, in columns or pixels: a multiple of the symbol's width.
    /// - Parameters:
    ///   - module: the width that a module would have if it were as wide as it is high.
    ///   - columnWidth: 1, or the pixels of a column.
    private func turnedLength(
        _ symbol: BarcodeSymbol, module: Double, columnWidth: Int, _ area: Size, _ isSmallest: Bool
    ) -> Int {
        let modules = symbol.rows.count + symbol.quietZone.top + symbol.quietZone.bottom
        let least = max(Self.leastColumns * columnWidth, Int((Double(symbol.width) * module).rounded(.up)))
        let good = max(least, Int(highest * Double(modules) * module))
        let room = (area.columns - (area.columns > 2 * Self.leastColumns ? 4 : 0)) * columnWidth
        let length = isSmallest ? least : max(least, min(good, room))
        let step = max(1, symbol.width)
        return max(step, isSmallest || length == least ? (length + step - 1) / step * step : length / step * step)
    }

    /// Lines that bars leave to the rows around them.
    private func spare(_ area: Size) -> Int { leavesLines && area.rows > 12 ? 2 : 0 }

    /// The number of half lines nearest to a square; nil if none is near enough to be readable.
    private func squareHeight(_ square: Double, _ step: Int) -> Int? {
        let below = max(1, Int(square / Double(step))) * step
        func ratio(_ height: Int) -> Double { max(square / Double(height), Double(height) / square) }
        let nearest = ratio(below) <= ratio(below + step) ? below : below + step
        return ratio(nearest) < 1.6 ? nearest : nil
    }

    // MARK: - Pixels

    /// The fit for a picture file, with this many pixels for each module; nil if the shape cannot be drawn that small.
    static func file(_ symbol: BarcodeSymbol, moduleWidth: Int) -> BarcodeFit? {
        // A file has no cells; the cell only determines how high bars are.
        guard let cell = CellPixels(width: moduleWidth, height: moduleWidth * 2) else { return nil }
        let endless = Size(columns: 1 << 16, rows: 1 << 16)
        return BarcodeSizes(PictureMedium(colors: .trueColor), isPlain: false).pixelFit(
            symbol, moduleWidth, endless, cell)
    }

    private func pixelFits(_ symbols: [BarcodeSymbol], in area: Size, _ cell: CellPixels) -> [BarcodeFit] {
        let area = medium.room(in: area)
        return (2...Self.largestPixels).compactMap { width in
            best(symbols.compactMap { pixelFit($0, width, area, cell) }.filter { fits($0, area) })
        }
    }

    private func pixelFit(_ symbol: BarcodeSymbol, _ width: Int, _ area: Size, _ cell: CellPixels) -> BarcodeFit? {
        let zone = symbol.quietZone
        var heights: [Int]
        switch symbol.shape {
        case .squares, .stacked, .turnedStack: heights = symbol.rows.map { $0.height * width }
        case .hexagons:
            guard width >= HexagonRaster.leastPixels else { return nil }
            heights = [HexagonRaster.height(rows: symbol.rows.count, moduleWidth: width)]
        case .turnedBars:
            let length = turnedLength(symbol, module: Double(width), columnWidth: cell.width, area, false)
            return BarcodeFit(
                symbol: symbol, unit: .pixels(cell), moduleWidth: length / max(1, symbol.width),
                rowHeights: symbol.rows.map { _ in width }, top: zone.top * width, bottom: zone.bottom * width)
        case .bars:
            let total = width * (symbol.width + zone.left + zone.right)
            let least = max(Self.leastLines * cell.height, symbol.height * width)
            let good = max(least, Self.goodLines * cell.height, Int(highest * Double(total)))
            let room = (area.rows - spare(area)) * cell.height - (zone.top + zone.bottom) * width
            heights = [max(least, min(good, room))]
        }
        return BarcodeFit(
            symbol: symbol, unit: .pixels(cell), moduleWidth: width, rowHeights: heights, top: zone.top * width,
            bottom: zone.bottom * width)
    }
}

/// A barcode at one size: which of its symbols, the width of a module, and the cells that it covers with its quiet zone.
///
/// Sizes are whole numbers of units: half columns and half lines, or pixels.
public struct BarcodeFit: Equatable, Sendable {
    public enum Unit: Equatable, Sendable {
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
