import Cards
import Terminal

/// The window of a card's page, and how much of it the card's code needs: known before the code is encoded, so that nothing moves when it
/// comes.
struct CardRoom: Equatable {
    /// Of the window.
    let rows: Int
    /// Nil without a barcode, and for a kind whose size only drawing it shows.
    let code: BarcodeExtent?
    let sizes: BarcodeSizes

    init(_ card: Card, rows: Int, medium: PictureMedium, isPlain: Bool) {
        let content = try? card.barcode?.content(number: card.number)
        code = content.flatMap { BarcodeExtent(of: $0) }
        self.rows = rows
        sizes = BarcodeSizes(medium, isPlain: isPlain, leavesLines: false)
    }

    /// The size of the largest code that fits, with its margins.
    func codeSize(in area: Size) -> Size? {
        guard let code, let fit = fit([code.outline], in: area) else { return nil }
        return Size(columns: fit.size.columns, rows: fit.size.rows + Self.margin(of: fit.symbol) * 2)
    }

    /// The largest size at which the symbols fit beside their margins.
    func fit(_ symbols: [BarcodeSymbol], in area: Size) -> BarcodeFit? {
        let margin = symbols.first.map(Self.margin) ?? 0
        let fit = sizes.fits(symbols, in: Size(columns: area.columns, rows: area.rows - margin * 2)).last
        // A line scanner does not hit lower bars easily.
        return fit.flatMap { $0.symbol.shape == .bars && $0.size.rows < BarcodeSizes.goodLines ? nil : $0 }
    }

    /// The white rows above and below bars, which have no quiet zone there: on a dark screen they would have no end.
    private static func margin(of symbol: BarcodeSymbol) -> Int { symbol.shape == .bars ? 1 : 0 }
}
