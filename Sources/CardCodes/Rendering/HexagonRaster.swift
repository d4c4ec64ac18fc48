internal import Cards

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
