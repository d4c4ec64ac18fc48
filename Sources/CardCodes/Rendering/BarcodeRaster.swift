internal import Cards

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

/// The pixels of a MaxiCode (ISO/IEC 16023): rows of hexagons, every other row shifted right by half a module, around a bull's-eye of
/// three dark rings.
struct HexagonRaster {
    /// Smaller hexagons are only spots.
    static let leastPixels = 5

    let width: Int
    let height: Int
    private let symbol: BarcodeSymbol
    private let module: Double

    /// The distance of rows divided by the width of a module, as in a honeycomb.
    private static let rowPitch = 0.866
    /// The outer diameters of dark and light rings in turn, in modules, the largest first.
    private static let rings = [8.82, 7.29, 5.77, 4.24, 2.69, 1.16]
    /// The hexagon at the centre of the rings: between the 15th module of the 17th row and itself.
    private static let center = (column: 14, row: 16)

    init(_ symbol: BarcodeSymbol, moduleWidth: Int) {
        self.symbol = symbol
        module = Double(moduleWidth)
        width = symbol.width * moduleWidth
        height = Self.height(rows: symbol.rows.count, moduleWidth: moduleWidth)
    }

    static func height(rows: Int, moduleWidth: Int) -> Int {
        // A hexagon is higher than wide by the factor by which the rows are closer together.
        Int(((Double(rows - 1) * rowPitch + 1 / rowPitch) * Double(moduleWidth)).rounded(.up))
    }

    func isDark(_ x: Int, _ y: Int) -> Bool {
        let (left, top) = ((Double(x) + 0.5) / module, (Double(y) + 0.5) / module)
        let middle = Self.middle(Self.center.column, Self.center.row)
        let distance = squared(left - middle.left, top - middle.top)
        if distance <= squared(Self.rings[0] / 2, 0) {
            let inside = Self.rings.count { distance <= squared($0 / 2, 0) }
            return !inside.isMultiple(of: 2)
        }
        // The nearest centre of a hexagon is in one of two rows.
        let row = Int((top - 0.5 / Self.rowPitch) / Self.rowPitch)
        var nearest = (distance: Double.infinity, isDark: false)
        for row in max(0, row - 1)...max(0, row) + 1 where symbol.rows.indices.contains(row) {
            let shift = row.isMultiple(of: 2) ? 0 : 0.5
            let column = Int((left - shift).rounded(.down))
            let middle = Self.middle(column, row)
            let distance = squared(left - middle.left, top - middle.top)
            guard distance < nearest.distance else { continue }
            let modules = symbol.rows[row].modules
            nearest = (distance, modules.indices.contains(column) && modules[column])
        }
        return nearest.isDark
    }

    private static func middle(_ column: Int, _ row: Int) -> (left: Double, top: Double) {
        (
            Double(column) + (row.isMultiple(of: 2) ? 0.5 : 1), Double(row) * rowPitch + 0.5 / rowPitch
        )
    }

    private func squared(_ x: Double, _ y: Double) -> Double { x * x + y * y }
}
