/// A barcode in pixels: black on white, a whole number of pixels for each module.
public struct BarcodeRaster {
    public let width: Int
    public let height: Int
    /// One value for each pixel: whether it is dark.
    private(set) var dark: [Bool]

    /// The barcode with its quiet zone, centred in this many pixels; without a size, as many as it needs.
    public init(_ fit: BarcodeFit, width: Int? = nil, height: Int? = nil) {
        self.width = max(width ?? 0, fit.width)
        self.height = max(height ?? 0, fit.height)
        dark = [Bool](repeating: false, count: self.width * self.height)
        let left = (self.width - fit.width) / 2 + fit.symbol.quietZone.left * fit.moduleWidth
        let top = (self.height - fit.height) / 2 + fit.top
        if fit.symbol.shape == .hexagons {
            let hexagons = HexagonRaster(fit.symbol, moduleWidth: fit.moduleWidth)
            for y in 0..<hexagons.height {
                for x in 0..<hexagons.width where hexagons.isDark(x, y) { set(left + x, top + y) }
            }
            return
        }
        var y = top
        for (row, height) in zip(fit.symbol.rows, fit.rowHeights) {
            for (column, isDark) in row.modules.enumerated() where isDark {
                for line in y..<y + height {
                    for x in 0..<fit.moduleWidth { set(left + column * fit.moduleWidth + x, line) }
                }
            }
            y += height
        }
    }

    private mutating func set(_ x: Int, _ y: Int) {
        guard (0..<width).contains(x), (0..<height).contains(y) else { return }
        dark[y * width + x] = true
    }

    /// Red, green, blue and alpha, one byte each.
    public func rgba(isInverted: Bool = false) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: dark.count * 4) { bytes, count in
            for (index, isDark) in dark.enumerated() {
                let value: UInt8 = isDark == isInverted ? 255 : 0
                for channel in 0..<3 { bytes[index * 4 + channel] = value }
                bytes[index * 4 + 3] = 255
            }
            count = dark.count * 4
        }
    }
}
