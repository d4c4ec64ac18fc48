/// A barcode as modules, before anybody knows how large one is: true is dark.
///
/// It holds no quiet zone in its modules; ``quietZone`` says how much white belongs around it.
public struct BarcodeSymbol: Hashable, Sendable {
    public enum Shape: Hashable, Sendable {
        /// One row, as high as one likes from its own height on.
        case bars
        /// Rows of bars that may be higher than their own heights, all by the same factor.
        case stacked
        /// Modules as wide as high.
        case squares
        /// MaxiCode: hexagons, every other row half a module to the right, around a bull's-eye.
        case hexagons
    }

    public struct Row: Hashable, Sendable {
        public let modules: [Bool]
        /// In modules; the least of it where rows may be higher.
        public let height: Int

        public init(modules: [Bool], height: Int) { (self.modules, self.height) = (modules, height) }
    }

    /// White around the modules, in modules.
    public struct QuietZone: Hashable, Sendable {
        public let left: Int
        public let right: Int
        public let top: Int
        public let bottom: Int

        public init(left: Int, right: Int, top: Int, bottom: Int) {
            (self.left, self.right, self.top, self.bottom) = (left, right, top, bottom)
        }

        public init(all modules: Int) { self.init(left: modules, right: modules, top: modules, bottom: modules) }
    }

    public let shape: Shape
    /// From the top; each as wide as the others.
    public let rows: [Row]
    public let quietZone: QuietZone

    public init(shape: Shape, rows: [Row], quietZone: QuietZone) {
        (self.shape, self.rows, self.quietZone) = (shape, rows, quietZone)
    }

    /// In modules, without the quiet zone.
    public var width: Int { rows.first?.modules.count ?? 0 }
    /// The least height in modules, without the quiet zone.
    public var height: Int { rows.reduce(0) { $0 + $1.height } }
}
