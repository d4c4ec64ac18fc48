import Cards
import Terminal

/// The sizes at which a barcode can be drawn in an area, by the shape of the terminal's cells.
struct BarcodeSizes {
    let cellAspect: Double
    /// Pixels of a cell, where the barcode may be drawn in them.
    let cell: CellPixels?
    let isPlain: Bool

    init(_ medium: PictureMedium, isPlain: Bool) {
        (cellAspect, self.isPlain) = (medium.cellAspect, isPlain)
        cell = medium.graphics == .symbols || isPlain ? nil : medium.cell
    }

    /// Below this a line of bars is hard to hit.
    private static let leastLines = 3
    /// Bars are as high as that where there is room.
    private static let goodLines = 5
    /// And no higher than this part of their width.
    private static let highest = 0.6
    /// What stacked codes and those of several shapes look best at: width by height.
    private static let bestProportion = 2.5
    private static let largestPixels = 40
    private static let largestHalfColumns = 32

    /// Those that fit, the smallest first; one of each width, the best proportioned of several symbols.
    func fits(_ symbols: [BarcodeSymbol], in area: Size) -> [BarcodeFit] {
        let fits = cell.map { pixelFits(symbols, in: area, $0) } ?? []
        return fits.isEmpty ? cellFits(symbols, in: area) : fits
    }

    /// The same in cells alone: what is shown until the pixels are there.
    func cellFits(_ symbols: [BarcodeSymbol], in area: Size) -> [BarcodeFit] {
        let widths = [1] + stride(from: 2, through: Self.largestHalfColumns, by: 2)
        return widths.compactMap { width in
            best(symbols.compactMap { cellFit($0, width, area) }.filter { fits($0, area) })
        }
    }

    /// The smallest at which it can be drawn at all, however large the area: what is missing is the least.
    func smallest(_ symbols: [BarcodeSymbol], for area: Size) -> Size? {
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

    /// With modules of so many half columns; nil where its shape does not allow that.
    private func cellFit(
        _ symbol: BarcodeSymbol, _ width: Int, _ area: Size, isSmallest: Bool = false
    ) -> BarcodeFit? {
        // As high as a module is wide, in half lines; and what heights are made of.
        let square = Double(width) * cellAspect
        let step = width == 1 || isPlain ? 2 : 1
        if width == 1, isPlain { return nil }
        func high(_ modules: Int) -> Int {
            // What is whole but for the arithmetic is whole.
            let steps = Double(modules) * square / Double(step) - 0.001
            return modules == 0 ? 0 : max(1, Int(steps.rounded(.up))) * step
        }
        let zone = symbol.quietZone
        switch symbol.shape {
        case .hexagons: return nil
        case .squares:
            guard width > 1, let height = squareHeight(square, step) else { return nil }
            return BarcodeFit(
                symbol: symbol, unit: .halves, moduleWidth: width,
                rowHeights: symbol.rows.map { $0.height * height }, top: zone.top * height, bottom: zone.bottom * height
            )
        case .stacked:
            return BarcodeFit(
                symbol: symbol, unit: .halves, moduleWidth: width, rowHeights: symbol.rows.map { high($0.height) },
                top: high(zone.top), bottom: high(zone.bottom))
        case .bars:
            // Whole lines: a half one at the end is neither here nor there.
            func lines(_ modules: Int) -> Int { (high(modules) + 1) / 2 }
            let (top, bottom) = (lines(zone.top), lines(zone.bottom))
            let columns = (width * (symbol.width + zone.left + zone.right) + 1) / 2
            let least = max(Self.leastLines, lines(symbol.height))
            let good = max(least, Self.goodLines, Int((Self.highest * Double(columns) * cellAspect).rounded()))
            let height = isSmallest ? least : max(least, min(good, area.rows - top - bottom - Self.spare(area)))
            return BarcodeFit(
                symbol: symbol, unit: .halves, moduleWidth: width, rowHeights: [height * 2], top: top * 2,
                bottom: bottom * 2)
        }
    }

    /// Lines that bars leave to what stands around them.
    private static func spare(_ area: Size) -> Int { area.rows > 12 ? 2 : 0 }

    /// The half lines that come nearest to a square; nil where none comes near enough to be read.
    private func squareHeight(_ square: Double, _ step: Int) -> Int? {
        let below = max(1, Int(square / Double(step))) * step
        func ratio(_ height: Int) -> Double { max(square / Double(height), Double(height) / square) }
        let nearest = ratio(below) <= ratio(below + step) ? below : below + step
        return ratio(nearest) < 1.6 ? nearest : nil
    }

    // MARK: - Pixels

    /// For a picture file, with so many pixels a module; nil for a shape that cannot be drawn so small.
    static func file(_ symbol: BarcodeSymbol, moduleWidth: Int) -> BarcodeFit? {
        // What a cell would be does not matter there, but for how high bars are.
        guard let cell = CellPixels(width: moduleWidth, height: moduleWidth * 2) else { return nil }
        let endless = Size(columns: 1 << 16, rows: 1 << 16)
        return BarcodeSizes(PictureMedium(colors: .trueColor), isPlain: false).pixelFit(
            symbol, moduleWidth, endless, cell)
    }

    private func pixelFits(_ symbols: [BarcodeSymbol], in area: Size, _ cell: CellPixels) -> [BarcodeFit] {
        (2...Self.largestPixels).compactMap { width in
            best(symbols.compactMap { pixelFit($0, width, area, cell) }.filter { fits($0, area) })
        }
    }

    private func pixelFit(_ symbol: BarcodeSymbol, _ width: Int, _ area: Size, _ cell: CellPixels) -> BarcodeFit? {
        let zone = symbol.quietZone
        var heights: [Int]
        switch symbol.shape {
        case .squares, .stacked: heights = symbol.rows.map { $0.height * width }
        case .hexagons:
            guard width >= HexagonRaster.leastPixels else { return nil }
            heights = [HexagonRaster.height(rows: symbol.rows.count, moduleWidth: width)]
        case .bars:
            let total = width * (symbol.width + zone.left + zone.right)
            let least = max(Self.leastLines * cell.height, symbol.height * width)
            let good = max(least, Self.goodLines * cell.height, Int(Self.highest * Double(total)))
            let room = (area.rows - Self.spare(area)) * cell.height - (zone.top + zone.bottom) * width
            heights = [max(least, min(good, room))]
        }
        return BarcodeFit(
            symbol: symbol, unit: .pixels(cell), moduleWidth: width, rowHeights: heights, top: zone.top * width,
            bottom: zone.bottom * width)
    }
}
