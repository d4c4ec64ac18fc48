import Cards
import Terminal

/// Where a barcode stands on its page, at which sizes it can be there, and what stands around it.
///
/// In a small window the rows around it give way first: the name, the keys, the number.
struct BarcodeLayout {
    /// Nil where the code needs the row.
    let title: Rect?
    let keys: Rect?
    private(set) var number: Rect?
    /// With the quiet zone; nil where no size fits.
    private(set) var code: Rect?
    /// The sizes that can be chosen, the smallest first.
    let fits: [BarcodeFit]
    /// Of ``fits``.
    private(set) var chosen: Int?
    /// Between the title and the keys.
    let content: Rect

    /// - Parameter wished: a module's width in thousandths of a column; nil takes the largest that fits.
    init(_ symbols: [BarcodeSymbol], in area: Rect, sizes: BarcodeSizes, wished: Int?) {
        var (fits, around): ([BarcodeFit], Int) = ([], 3)
        for rows in stride(from: 3, through: 0, by: -1) {
            let found = sizes.fits(symbols, in: Size(columns: area.columns, rows: area.rows - rows))
            if found.isEmpty { continue }
            (fits, around) = (found, rows)
            break
        }
        self.fits = fits
        title =
            around > 2 ? Rect(column: area.left, row: area.top, columns: area.columns, rows: min(1, area.rows)) : nil
        keys =
            around > 1
            ? Rect(column: area.left, row: area.bottom - 1, columns: area.columns, rows: min(1, area.rows)) : nil
        content = area.inset(top: title?.rows ?? 0, bottom: keys?.rows ?? 0)
        guard let chosen = Self.nearest(to: wished, fits) else { return }
        self.chosen = chosen
        let size = fits[chosen].size
        // A line between the two where there is room for it, and no white of the code's own.
        let hasGap = fits[chosen].symbol.quietZone.bottom == 0 && content.rows > size.rows + 2
        let numberRows = around == 0 ? 0 : hasGap ? 2 : 1
        let block = content.centered(Size(columns: size.columns, rows: size.rows + numberRows))
        code = Rect(column: block.left, row: block.top, columns: size.columns, rows: size.rows)
        if numberRows > 0 {
            number = Rect(column: area.left, row: block.bottom - 1, columns: area.columns, rows: 1)
        }
    }

    /// The fit whose modules come nearest to that width; the largest where nothing is wished.
    static func nearest(to wished: Int?, _ fits: [BarcodeFit]) -> Int? {
        guard let wished, wished > 0 else { return fits.indices.last }
        func distance(_ fit: BarcodeFit) -> Double {
            let ratio = Double(max(1, fit.thousandths)) / Double(wished)
            return max(ratio, 1 / ratio)
        }
        return fits.indices.min { distance(fits[$0]) < distance(fits[$1]) }
    }

    var fit: BarcodeFit? { chosen.map { fits[$0] } }
}
