import CardCodes
import CardViewModels
import Cards
import Terminal

/// The frames of a barcode's screen, and the sizes that fit.
///
/// In a small window the rows around the code are dropped first: the name, the keys, the number. Where the name has no row and there is room
/// beside the code, it stands there with the rest. Bars, also rows of them, that do not fit across are turned.
struct BarcodeLayout {
    /// Nil if the code needs the row.
    let title: Rect?
    let keys: Rect?
    private(set) var number: Rect?
    /// Beside a code whose rows are needed: for the name, the number and the keys; nil where they stand above and below it.
    private(set) var beside: Rect?
    /// With the quiet zone; nil if no size fits.
    private(set) var code: Rect?
    /// The sizes to choose from, the smallest first.
    let fits: [BarcodeFit]
    /// An index into ``fits``.
    private(set) var chosen: Int?
    /// Whether the code is shown with less white around it than it should have.
    let isReduced: Bool
    /// The area between title and keys.
    let content: Rect

    /// - Parameters:
    ///   - preferredWidth: the preferred width of a module in thousandths of a column; nil for the largest that fits.
    ///   - prefersReduced: shows the code with less white around it even where it fits with all of it, so that its bars can be wider.
    init(
        _ symbols: [BarcodeSymbol], in area: Rect, sizes: BarcodeSizes, preferredWidth: Int?,
        prefersReduced: Bool = false
    ) {
        let whole = prefersReduced ? nil : Self.found(symbols, in: area.size, sizes: sizes)
        let narrowest = prefersReduced ? symbols.map { $0.withReducedQuietZone.last ?? $0 } : []
        let found =
            whole ?? Self.found(narrowest, in: area.size, sizes: sizes)
            ?? Self.found(reducing: symbols, in: area.size, sizes: sizes)
        isReduced = whole == nil && found != nil
        let around = found?.around ?? 3
        fits = found?.fits ?? []
        title =
            around > 2 ? Rect(column: area.left, row: area.top, columns: area.columns, rows: min(1, area.rows)) : nil
        keys =
            around > 1
            ? Rect(column: area.left, row: area.bottom - 1, columns: area.columns, rows: min(1, area.rows)) : nil
        content = area.inset(top: title?.rows ?? 0, bottom: keys?.rows ?? 0)
        guard let chosen = Self.nearest(to: preferredWidth, fits) else { return }
        self.chosen = chosen
        let size = fits[chosen].size
        let free = area.columns - size.columns
        if title == nil, free >= Self.leastBeside {
            let room = area.inset(bottom: keys?.rows ?? 0)
            beside = Rect(column: area.left, row: area.top, columns: min(free, Self.mostBeside), rows: room.rows)
            code = room.inset(left: min(free, Self.mostBeside)).centered(size)
            return
        }
        // A gap between code and number, if there is space for it and the code has no white margin.
        let hasGap = fits[chosen].symbol.quietZone.bottom == 0 && content.rows > size.rows + 2
        let numberRows = around == 0 ? 0 : hasGap ? 2 : 1
        let block = content.centered(Size(columns: size.columns, rows: size.rows + numberRows))
        code = Rect(column: block.left, row: block.top, columns: size.columns, rows: size.rows)
        if numberRows > 0 {
            number = Rect(column: area.left, row: block.bottom - 1, columns: area.columns, rows: 1)
        }
    }

    private static let leastBeside = 16
    private static let mostBeside = 34

    private typealias Found = (fits: [BarcodeFit], around: Int)

    /// The sizes that fit, and how many rows remain around the code: across if possible, otherwise turned.
    private static func found(_ symbols: [BarcodeSymbol], in area: Size, sizes: BarcodeSizes) -> Found? {
        for symbols in [symbols, symbols.compactMap(\.turned)] where !symbols.isEmpty {
            for rows in stride(from: 3, through: 0, by: -1) {
                let fits = sizes.fits(symbols, in: Size(columns: area.columns, rows: area.rows - rows))
                if !fits.isEmpty { return (fits, rows) }
            }
        }
        return nil
    }

    /// The same with as much of the quiet zone as fits.
    private static func found(reducing symbols: [BarcodeSymbol], in area: Size, sizes: BarcodeSizes) -> Found? {
        let reduced = symbols.map(\.withReducedQuietZone)
        for step in 0..<(reduced.map(\.count).max() ?? 0) {
            let symbols = reduced.compactMap { step < $0.count ? $0[step] : $0.last }
            if let found = found(symbols, in: area, sizes: sizes) { return found }
        }
        return nil
    }

    /// The fit whose module width is nearest to the preferred one; the largest of whole cells, else the largest, if there is no preference.
    static func nearest(to width: Int?, _ fits: [BarcodeFit]) -> Int? {
        guard let width, width > 0 else { return fits.lastIndex(where: \.isWhole) ?? fits.indices.last }
        func distance(_ fit: BarcodeFit) -> Double {
            let ratio = Double(max(1, fit.thousandths)) / Double(width)
            return max(ratio, 1 / ratio)
        }
        return fits.indices.min { distance(fits[$0]) < distance(fits[$1]) }
    }

    var fit: BarcodeFit? { chosen.map { fits[$0] } }
}

/// Which of the sizes that fit the window is chosen. The sizes are those of the last layout; the preference is in the model.
@MainActor
final class BarcodeSizeChoice {
    private let model: BarcodeModel
    /// The smallest first.
    private var fits: [BarcodeFit] = []
    private var chosen = 0

    init(_ model: BarcodeModel) { self.model = model }

    func update(_ layout: BarcodeLayout) { (fits, chosen) = (layout.fits, layout.chosen ?? 0) }

    var isEmpty: Bool { fits.isEmpty }
    var count: Int { fits.count }
    var range: ClosedRange<Int> { 0...max(0, fits.count - 1) }
    /// Derived from the current preference: several keys may arrive between two layouts.
    var index: Int { BarcodeLayout.nearest(to: model.moduleWidth, fits) ?? chosen }
    var fit: BarcodeFit? { fits.indices.contains(index) ? fits[index] : nil }

    func choose(_ index: Int) {
        guard fits.indices.contains(index) else { return }
        model.setModuleWidth(fits[index].thousandths)
    }

    var label: String { count > 1 ? "size \(index + 1) of \(count)" : "" }

    func text(for index: Int) -> String { fits.indices.contains(index) ? fits[index].text : "" }
}
