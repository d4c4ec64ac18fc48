/// A barcode as modules, independent of its size on the screen; true is dark.
///
/// The modules do not include the quiet zone; ``quietZone`` is the required white around them.
public struct BarcodeSymbol: Hashable, Sendable {
    public enum Shape: Hashable, Sendable {
        /// One row, of any height from its own height up.
        case bars
        /// Bars turned by 90 degrees: a row for each module, of any width from its own width up.
        case turnedBars
        /// Rows of bars whose heights may be scaled, all by the same factor.
        case stacked
        /// The same turned by 90 degrees: square modules.
        case turnedStack
        /// Square modules.
        case squares
        /// MaxiCode: hexagons around a bull's-eye, every other row shifted right by half a module.
        case hexagons
    }

    public struct Row: Hashable, Sendable {
        public let modules: [Bool]
        /// In modules; the minimum where rows may be higher.
        public let height: Int

        public init(modules: [Bool], height: Int) { (self.modules, self.height) = (modules, height) }
    }

    /// White around the modules, in modules.
    public struct QuietZone: Hashable, Sendable {
        public internal(set) var left: Int
        public internal(set) var right: Int
        public internal(set) var top: Int
        public internal(set) var bottom: Int
        /// Whether readers find no code with less of it.
        public let isRequired: Bool

        public init(left: Int, right: Int, top: Int, bottom: Int, isRequired: Bool = false) {
            (self.left, self.right, self.top, self.bottom) = (left, right, top, bottom)
            self.isRequired = isRequired
        }

        public init(all modules: Int) { self.init(left: modules, right: modules, top: modules, bottom: modules) }
    }

    public let shape: Shape
    /// From the top; all of the same width.
    public let rows: [Row]
    public internal(set) var quietZone: QuietZone

    public init(shape: Shape, rows: [Row], quietZone: QuietZone) {
        (self.shape, self.rows, self.quietZone) = (shape, rows, quietZone)
    }

    /// In modules, without the quiet zone.
    public var width: Int { rows.first?.modules.count ?? 0 }
    /// The minimum height in modules, without the quiet zone.
    public var height: Int { rows.reduce(0) { $0 + $1.height } }
}
