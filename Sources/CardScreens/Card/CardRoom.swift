import CardCodes
import CardViewModels
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
    /// Whether the code is to be recognized rather than scanned: its bars may be lower, and need no white rows around them.
    private let isGlance: Bool

    init(_ card: Card, columns: Int, rows: Int, medium: PictureMedium, isPlain: Bool, isGlance: Bool = false) {
        self.isGlance = isGlance
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
        let size = Size(columns: fit.size.columns, rows: fit.size.rows + margin(of: fit.symbol) * 2)
        guard isAtBottom, size.rows == area.rows,
            let lower = codeSize(in: Size(columns: area.columns, rows: area.rows - 1)), lower.columns == size.columns
        else { return size }
        return lower
    }

    /// The largest size at which the symbols fit beside their margins.
    func fit(_ symbols: [BarcodeSymbol], in area: Size) -> BarcodeFit? {
        let margin = symbols.first.map(margin) ?? 0
        let fit = sizes.fits(symbols, in: Size(columns: area.columns, rows: area.rows - margin * 2)).last
        // A line scanner does not hit lower bars easily.
        return fit.flatMap {
            !isGlance && $0.symbol.shape == .bars && $0.size.rows < BarcodeSizes.goodLines ? nil : $0
        }
    }

    /// The white rows above and below bars, which have no quiet zone there: on a dark screen they would have no end.
    private func margin(of symbol: BarcodeSymbol) -> Int { symbol.shape == .bars && !isGlance ? 1 : 0 }
}

extension CardRoom {
    @MainActor
    init(_ card: Card, _ size: Size, style: ScreenStyle, isGlance: Bool = false) {
        self.init(
            card, columns: size.columns, rows: size.rows, medium: style.medium, isPlain: style.isPlain,
            isGlance: isGlance)
    }
}

/// A card's code on its page, beside the list and in its form: black on white by the rules of the barcode's own screen, once it is encoded.
@MainActor
final class CardCodeArea {
    private let view = CodeView()
    /// Of the last layout; nil while the code is not encoded, or if it does not fit.
    private var placed: (symbols: [BarcodeSymbol], frame: Rect, fit: BarcodeFit)?

    var isWorking: Bool { view.isWorking }

    /// Requests the code.
    /// - Parameter frame: nil where there is no space for one.
    func layout(_ code: CardCode, of card: Card, in frame: Rect?, _ room: CardRoom?, style: ScreenStyle) {
        placed = nil
        guard let frame, let room else { return }
        code.show(card)
        let symbols = code.symbols(of: card)
        guard let fit = room.fit(symbols, in: frame.size) else { return }
        placed = (symbols, frame, fit)
        view.request(fit, style: style)
    }

    /// The canvas begins where the frame of the layout is counted from.
    func draw(on canvas: inout Canvas, style: ScreenStyle) {
        guard let placed else { return }
        let ink = Ink(style.medium.inkColors)
        canvas.fill(placed.frame, style: ink.paper)
        view.draw(
            placed.fit, of: placed.symbols, on: &canvas, in: placed.frame.centered(placed.fit.size), ink: ink,
            style: style)
    }
}
