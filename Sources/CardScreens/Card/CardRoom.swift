import Cards
import Terminal

/// The window of a card's page, and how much of it the card's code needs: known before the code is encoded, so that nothing moves when it
/// comes.
struct CardRoom: Equatable {
    /// Of the window, with those that a scroll bar would need.
    let columns: Int
    let rows: Int
    /// Nil without a barcode, and for a kind whose size only drawing it shows.
    let code: BarcodeExtent?
    let sizes: BarcodeSizes

    init(_ card: Card, columns: Int, rows: Int, medium: PictureMedium, isPlain: Bool) {
        let content = try? card.barcode?.content(number: card.number)
        code = content.flatMap { BarcodeExtent(of: $0) }
        self.columns = columns
        self.rows = rows
        sizes = BarcodeSizes(medium, isPlain: isPlain, leavesLines: false)
    }

    /// The size of the largest code that fits, with its margins.
    /// - Parameter isAtBottom: whether the area ends at the status line. A row stays free there if the code's modules stay as wide.
    func codeSize(in area: Size, isAtBottom: Bool = false) -> Size? {
        guard let code, let fit = fit([code.outline], in: area) else { return nil }
        let size = Size(columns: fit.size.columns, rows: fit.size.rows + Self.margin(of: fit.symbol) * 2)
        guard isAtBottom, size.rows == area.rows,
            let lower = codeSize(in: Size(columns: area.columns, rows: area.rows - 1)), lower.columns == size.columns
        else { return size }
        return lower
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
