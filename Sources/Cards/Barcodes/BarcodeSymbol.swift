/// A barcode as modules, independent of its size on the screen; true is dark.
///
/// The modules do not include the quiet zone; ``quietZone`` is the required white around them.
public struct BarcodeSymbol: Equatable, Sendable {
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

    public struct Row: Equatable, Sendable {
        public let modules: [Bool]
        /// In modules; the minimum where rows may be higher.
        public let height: Int

        public init(modules: [Bool], height: Int) { (self.modules, self.height) = (modules, height) }
    }

    /// White around the modules, in modules.
    public struct QuietZone: Equatable, Sendable {
        public internal(set) var left: Int
        public internal(set) var right: Int
        public internal(set) var top: Int
        public internal(set) var bottom: Int
        /// Whether readers find no code with less of it.
        public let isRequired: Bool

        public init(left: Int, right: Int, top: Int, bottom: Int, isRequired: Bool = false) {
            self.left = left
            self.right = right
            self.top = top
            self.bottom = bottom
            self.isRequired = isRequired
        }

        public init(all modules: Int) { self.init(left: modules, right: modules, top: modules, bottom: modules) }
    }

    public let shape: Shape
    /// From the top; all of the same width.
    public let rows: [Row]
    public internal(set) var quietZone: QuietZone

    public init(shape: Shape, rows: [Row], quietZone: QuietZone) {
        self.shape = shape
        self.rows = rows
        self.quietZone = quietZone
    }

    /// In modules, without the quiet zone.
    public var width: Int { rows.first?.modules.count ?? 0 }
    /// The minimum height in modules, without the quiet zone.
    public var height: Int { rows.reduce(0) { $0 + $1.height } }
}

/// Other forms of a symbol, for windows in which the usual one does not fit.
extension BarcodeSymbol {
    /// Bars, or rows of bars, turned by 90 degrees, so that they are read from top to bottom; nil for every other shape.
    public var turned: BarcodeSymbol? {
        guard shape == .bars || shape == .stacked else { return nil }
        let lines = rows.reversed()
        return BarcodeSymbol(
            shape: shape == .bars ? .turnedBars : .turnedStack,
            rows: (0..<width).map { column in
                Row(modules: lines.flatMap { [Bool](repeating: $0.modules[column], count: $0.height) }, height: 1)
            },
            quietZone: QuietZone(
                left: quietZone.bottom, right: quietZone.top, top: quietZone.left, bottom: quietZone.right,
                isRequired: quietZone.isRequired))
    }

    /// The symbol without white around it: for people to look at, not for scanners.
    public var withoutQuietZone: BarcodeSymbol { with(QuietZone(all: 0)) }

    private func with(_ quietZone: QuietZone) -> BarcodeSymbol {
        var copy = self
        copy.quietZone = quietZone
        return copy
    }

    /// The symbol with less white around it than its standard requires, down to three quarters of that: the widest first. Most scanners
    /// read it; with half of it many readers find no code.
    public var withReducedQuietZone: [BarcodeSymbol] {
        let zones = (1...max(1, quietZone.widest)).map { quietZone.reduced(by: $0) }
        return zones.enumerated().filter { index, zone in zone != (index == 0 ? quietZone : zones[index - 1]) }.map {
            with($0.element)
        }
    }
}

extension BarcodeSymbol.QuietZone {
    fileprivate var widest: Int { max(left, right, top, bottom) }

    /// Each side loses this many modules, but never more than a quarter of what it has.
    fileprivate func reduced(by modules: Int) -> Self {
        if isRequired { return self }
        func side(_ width: Int) -> Int { max(width - modules, (3 * width + 3) / 4) }
        var copy = self
        for path in [\Self.left, \.right, \.top, \.bottom] { copy[keyPath: path] = side(copy[keyPath: path]) }
        return copy
    }
}
