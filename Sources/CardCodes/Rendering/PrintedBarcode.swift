public import Cards
public import Terminal

/// A barcode as lines of text, for a pipe or for a terminal without the program's screen.
public enum PrintedBarcode {
    case lines([String])
    /// Nil if no cells can show it: hexagons need pixels.
    case needs(Size?)

    /// - Parameters:
    ///   - area: the area that it has to fit in; nil if unknown. Then it is as large as fits most terminals, and if that is not enough,
    ///     as small as possible.
    ///   - isPlain: whole cells only.
    ///   - isInverted: white on black.
    public init(
        _ symbols: [BarcodeSymbol], in area: Size?, medium: PictureMedium, isPlain: Bool, isInverted: Bool = false
    ) {
        var cells = medium
        (cells.graphics, cells.cell) = (.symbols, nil)
        let sizes = BarcodeSizes(cells, isPlain: isPlain)
        let usual = area ?? Self.usualArea
        let endless = area == nil ? Size(columns: 1 << 14, rows: 1 << 14) : nil
        let fit = sizes.cellFits(symbols, in: usual).last ?? endless.flatMap { sizes.cellFits(symbols, in: $0).first }
        guard let fit else {
            self = .needs(sizes.smallest(symbols, for: usual))
            return
        }
        var canvas = Canvas(size: fit.size)
        let ink = Ink(medium.inkColors, isInverted: isInverted)
        canvas.fill(canvas.bounds, style: ink.paper)
        fit.grid(isPlain: isPlain).draw(on: &canvas, in: canvas.bounds, ink: ink)
        self = .lines(canvas.sgrLines)
    }

    /// 80 by 24, minus the shell prompt and the number.
    private static let usualArea = Size(columns: 80, rows: 22)
}
