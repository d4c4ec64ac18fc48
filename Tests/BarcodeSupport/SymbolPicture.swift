public import CardCodes
public import Cards

/// A barcode in pixels, black on white with its quiet zone, with a fixed number of pixels per module.
public enum SymbolPicture {
    /// The height of a single row of bars, in modules.
    private static let barHeight = 40

    public static func image(of symbol: BarcodeSymbol, pixelsPerModule scale: Int) -> GreyImage? {
        if symbol.shape == .hexagons { return hexagons(symbol, scale) }
        let zone = symbol.quietZone
        let width = (zone.left + symbol.width + zone.right) * scale
        var pixels = [UInt8](repeating: 255, count: width * zone.top * scale)
        for row in symbol.rows {
            var line = [UInt8](repeating: 255, count: width)
            for (module, isDark) in row.modules.enumerated() where isDark {
                for x in 0..<scale { line[(zone.left + module) * scale + x] = 0 }
            }
            let height = symbol.shape == .bars ? max(barHeight, row.height) : row.height
            for _ in 0..<height * scale { pixels += line }
        }
        pixels += [UInt8](repeating: 255, count: width * zone.bottom * scale)
        return GreyImage(width: width, height: pixels.count / width, pixels: pixels)
    }

    /// MaxiCode (ISO/IEC 16023): the distance of rows is smaller than that of hexagons in a row, and in the middle are three
    /// rings. The gap between hexagons that the standard specifies is omitted.
    private static func hexagons(_ symbol: BarcodeSymbol, _ scale: Int) -> GreyImage? {
        let pitch = Double(scale)
        let rowPitch = pitch * 3.0.squareRoot() / 2
        let margin = pitch * Double(symbol.quietZone.left + 1)
        let width = Int(margin * 2 + pitch * Double(symbol.width))
        let height = Int(margin * 2 + rowPitch * Double(symbol.rows.count))
        let middle = (
            x: margin + pitch * Double(symbol.width) / 2,
            y: margin + rowPitch * (Double(symbol.rows.count - 1) / 2 + 0.5)
        )
        /// The radii of the rings, in widths of a hexagon; dark within every second one.
        let rings = [0.58, 1.34, 2.11, 2.88, 3.64, 4.40]
        var pixels = [UInt8](repeating: 255, count: width * height)
        for y in 0..<height {
            for x in 0..<width {
                let (px, py) = (Double(x) + 0.5, Double(y) + 0.5)
                let distance =
                    ((px - middle.x) * (px - middle.x) + (py - middle.y) * (py - middle.y)).squareRoot() / pitch
                let isDark: Bool
                if let ring = rings.firstIndex(where: { distance < $0 }) {
                    isDark = ring % 2 == 1
                } else {
                    let row = Int(((py - margin) / rowPitch).rounded(.down))
                    let shift = row % 2 == 1 ? 0.5 : 0
                    let column = Int(((px - margin) / pitch - shift).rounded(.down))
                    isDark =
                        symbol.rows.indices.contains(row) && (0..<symbol.width).contains(column)
                        && symbol.rows[row].modules[column]
                }
                if isDark { pixels[y * width + x] = 0 }
            }
        }
        return GreyImage(width: width, height: height, pixels: pixels)
    }
}
