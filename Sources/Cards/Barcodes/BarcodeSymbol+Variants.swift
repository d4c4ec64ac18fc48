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
